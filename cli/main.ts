/** From the arguments of a process to a command and an exit code. */
import { resolve } from "node:path";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { type CommandEntry, COMMANDS } from "./commands.js";
import { suggest } from "./io/arguments.js";
import { printError, UsageError } from "./io/errors.js";
import { type CliIo, createProcessIo, toolOf } from "./io/io.js";
import { findProject } from "./io/project.js";
import { COMMAND, COMMAND_ANYWHERE, FOLDERS, type Tool, VERSION } from "./io/tool.js";
import { layOutHelp } from "./terminal/help.js";
import { makeVisible } from "./terminal/visible-text.js";
import { finishUpdate } from "./update/finish.js";

/** Exit codes: for a command that failed, and for a wrong command line. */
const FAILED = 1;
const MISUSED = 2;

/** Commands that run until they are interrupted, and then shut down. */
const WAITING: ReadonlySet<string> = new Set(["dev", "relay"]);

/** Runs the command line of this process, and sets its exit code. */
export async function runProcess(tool?: Tool): Promise<void> {
  const argv = process.argv.slice(2);
  const isWaiting = WAITING.has(argv[0] ?? "") || argv.includes("--watch");
  const stop = new AbortController();
  if (isWaiting) stopAtSignals(stop);
  else tuneForOneRun();
  surviveBrokenStreams(stop);
  const io = createProcessIo(isWaiting ? stop.signal : undefined);
  const program = [process.execPath, ...process.execArgv, process.argv[1] ?? ""];
  process.exitCode = await main(argv, { ...io, program, ...(tool && { tool }) });
  // The module that `dev` loads may have opened a server or a timer, which would keep the process running.
  if (argv[0] === "dev") exitAfterOutput();
}

/** Lets a command that waits shut down. The platform ends any other command at once. */
function stopAtSignals(stop: AbortController): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
}

function surviveBrokenStreams(stop: AbortController): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") {
      process.stderr.write(`Standard output cannot be written (${error.code ?? error.message}).\n`);
      process.exit(FAILED);
    }
    // The reader of a pipe, such as `head`, may stop early. The command goes on and writes all its files.
    // A command that waits ends, because its output is no longer read.
    stop.abort();
  });
  // Ignored, because the exit code still reports the result.
  process.stderr.on("error", () => undefined);
}

/** Ends the process, although something may still be open, once all output is written. */
function exitAfterOutput(): void {
  process.stdout.write("", () => process.stderr.write("", () => process.exit()));
}

/**
 * Saves memory and time in a process that does one thing and ends. By default, V8 lets the heap grow to four times what
 * is in use before it collects old objects. In Node 20 (V8 11), it also optimises functions that will not run long
 * enough to repay it, which took a quarter of the processor time of `init`. Later versions of V8 have no such setting:
 * they first compile functions in a cheaper way.
 */
function tuneForOneRun(): void {
  setFlagsFromString("--heap-growing-percent=50");
  if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=1000000");
}

/** Runs a command line; resolves to its exit code: 0, 1 (failed) or 2 (wrong use). */
export async function main(argv: readonly string[], io: CliIo): Promise<number> {
  const [name, ...commandArguments] = nameCommand(argv, toolOf(io));
  if (name === undefined || isHelp(name)) return help(commandArguments, io);
  if (name === "--version" || name === "-v") {
    io.out(VERSION);
    return 0;
  }
  const entry = findCommand(name);
  if (entry === undefined) return reportMisuse(describeUnknown(name), "", io);
  if (asksForHelp(commandArguments)) return help([name], io);
  try {
    const project = name === "init" ? undefined : findProject(resolve(io.cwd ?? "."));
    if (project !== undefined) await finishUpdate(project, io);
    const { run } = await entry.load();
    return await run(commandArguments, io);
  } catch (error) {
    if (error instanceof UsageError) return reportMisuse(error.message, name, io);
    io.err(makeVisible(printError(error)));
    return FAILED;
  }
}

function nameCommand(argv: readonly string[], { defaultCommand }: Tool): readonly string[] {
  const [first = ""] = argv;
  const isNamed = defaultCommand === undefined || findCommand(first) !== undefined;
  return isNamed || first === "help" || first === "--version" ? argv : [defaultCommand, ...argv];
}

function findCommand(name: string): CommandEntry | undefined {
  return COMMANDS.find((command) => command.name === name);
}

/** Prints the help of a command, or the list of all. `typewire help routes` is `typewire routes --help`. */
async function help([name]: readonly string[], io: CliIo): Promise<number> {
  const entry = name === undefined ? undefined : findCommand(name);
  if (name !== undefined && entry === undefined) return reportMisuse(describeUnknown(name), "", io);
  const tool = toolOf(io);
  const text = entry === undefined ? printOverview() : (await entry.load()).HELP;
  const isOfDefault = entry !== undefined && name === tool.defaultCommand;
  const more = isOfDefault ? `\n\n  ${tool.command} help   lists all commands` : "";
  io.out(layOutHelp(nameTool(text, tool) + more, io.style));
  return 0;
}

/** Help texts have the command and the folders of a package that `init` made. The tool of this project has others. */
function nameTool(text: string, { command, folders }: Tool): string {
  return text.replaceAll(`${COMMAND} `, `${command} `).replaceAll(FOLDERS.out, folders.out);
}

function isHelp(word: string): boolean {
  return word === "help" || word === "--help" || word === "-h";
}

/** True if an option before `--` asks for help. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const options = end === -1 ? argv : argv.slice(0, end);
  return options.some((word) => word === "--help" || word === "-h");
}

function describeUnknown(name: string): string {
  const kind = name.startsWith("-") ? "option" : "command";
  const names = COMMANDS.map((entry) => entry.name);
  return `The ${kind} ${name} is unknown.${suggest(name, names, (each) => `\`typewire ${each}\``)}`;
}

/** Reports a wrong command line. `init` and `add` are run where no package is installed yet. */
function reportMisuse(message: string, name: string, io: CliIo): number {
  const { command } = toolOf(io);
  const isAnywhere = command === COMMAND && ["", "init", "add"].includes(name);
  const words = [isAnywhere ? COMMAND_ANYWHERE : command, name, "--help"].filter(
    (word) => word !== "",
  );
  io.err(`${makeVisible(message)}\nRun \`${words.join(" ")}\` for help.`);
  return MISUSED;
}

function printOverview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Makes a typed SDK from an API description, and works with its webhooks.

  typewire <command> [options]

${lines.join("\n")}

  typewire <command> --help   the options of a command, with examples
  typewire --version

Exit codes: 0, 1 if what was asked for failed, 2 if the command line is wrong.

Examples:
  npx typewire-cli init acme-sdk --from openapi.yaml
  npx typewire-cli add acme --from openapi.yaml
  npx typewire generate --watch
  npx typewire dev --port 3000`;
}
