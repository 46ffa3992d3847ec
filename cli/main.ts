import process from "node:process";
import { messageOf } from "../codegen/cli/report.js";
import { nearestKey } from "../codegen/model/messages.js";
import { COMMANDS, type CommandEntry } from "./commands.js";
import { layOutHelp } from "./help.js";
import { type CliIo, createProcessIo } from "./io.js";
import { COMMAND, COMMAND_ANYWHERE } from "./tool.js";
import { CommandError, UsageError } from "./usage.js";
import { VERSION } from "./version.js";
import { makeVisible } from "./visible-text.js";

/** What was asked for failed. */
const FAILED = 1;
/** The command line was wrong. */
const MISUSED = 2;

/** Commands that go on until they are interrupted, and then shut down. */
const WAITING: ReadonlySet<string> = new Set(["dev", "relay"]);

/** Runs a command line; resolves to its exit code: 0, 1 (failed) or 2 (wrong use). */
export async function main(argv: readonly string[], io?: CliIo): Promise<number> {
  if (io !== undefined) return run(argv, io);
  // An interruption ends any other command at once, as the platform does by itself.
  if (!WAITING.has(argv[0] ?? "") && !argv.includes("--watch")) {
    return run(argv, createProcessIo());
  }
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, interrupt);
  // Without a reader there is nothing to wait for.
  process.stdout.once("error", interrupt);
  try {
    return await run(argv, createProcessIo(interrupted.signal));
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    process.stdout.off("error", interrupt);
  }
}

async function run([name, ...rest]: readonly string[], io: CliIo): Promise<number> {
  if (name === undefined || isHelp(name)) return help(rest, io);
  if (name === "--version" || name === "-v") {
    io.out(VERSION);
    return 0;
  }
  const entry = COMMANDS.find((each) => each.name === name);
  if (entry === undefined) return refuse(describeUnknown(name), "", io);
  const { HELP, run: runCommand } = await entry.load();
  if (asksForHelp(rest)) {
    io.out(layOutHelp(HELP, io.style));
    return 0;
  }
  try {
    return await runCommand(rest, io);
  } catch (error) {
    if (error instanceof UsageError) return refuse(error.message, name, io);
    io.err(makeVisible(error instanceof CommandError ? error.message : describeFailure(error)));
    return FAILED;
  }
}

/** `typewire help routes` is `typewire routes --help`. */
async function help([name]: readonly string[], io: CliIo): Promise<number> {
  const entry = COMMANDS.find((each) => each.name === name);
  if (name !== undefined && entry === undefined) {
    return refuse(describeUnknown(name), "", io);
  }
  const text = entry === undefined ? overview(COMMANDS) : (await entry.load()).HELP;
  io.out(layOutHelp(text, io.style));
  return 0;
}

function isHelp(word: string): boolean {
  return word === "help" || word === "--help" || word === "-h";
}

/** What follows `--` is not an option. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const options = end === -1 ? argv : argv.slice(0, end);
  return options.some((word) => word === "--help" || word === "-h");
}

function describeUnknown(name: string): string {
  const what = name.startsWith("-") ? "option" : "command";
  const nearest = nearestKey(
    name,
    COMMANDS.map((entry) => entry.name),
  );
  const hint = nearest === undefined ? "" : ` Did you mean \`typewire ${nearest}\`?`;
  return `The ${what} ${name} is unknown.${hint}`;
}

/** Nothing is installed yet where `init` runs, and maybe where no command was meant. */
function refuse(message: string, name: string, io: CliIo): number {
  const command = name === "" || name === "init" ? COMMAND_ANYWHERE : COMMAND;
  const words = [command, name, "--help"].filter((word) => word !== "");
  io.err(`${makeVisible(message)}\nRun \`${words.join(" ")}\` for what there is.`);
  return MISUSED;
}

/** Errors that no command foresaw keep their stack, which a report of a mistake needs. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The runtime refuses arguments in this form.
  const isArgument = error.message.includes("; expected ");
  const isExpected = "code" in error || error.name !== "TypeError" || isArgument;
  return isExpected ? messageOf(error) : (error.stack ?? error.message);
}

function overview(entries: readonly CommandEntry[]): string {
  const width = Math.max(...entries.map(({ name }) => name.length));
  const lines = entries.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Makes a typed SDK from an API description, and works with its webhooks.

  typewire <command> [options]

${lines.join("\n")}

  typewire <command> --help   the options of a command, with examples
  typewire --version

Exit codes: 0, 1 if what was asked for failed, 2 if the command line is wrong.

Examples:
  npx typewire-cli init acme-sdk --from openapi.yaml
  npx typewire generate --watch
  npx typewire dev --port 3000`;
}
