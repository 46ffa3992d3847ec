#!/usr/bin/env tsx
import { existsSync, realpathSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type Command, parseCommand, USAGE } from "./command-line.js";
import { runGenerate } from "./generate-command.js";
import { runImport } from "./import-command.js";
import { runReconcile } from "./reconcile-command.js";
import { type CommandIo, messageOf } from "./report.js";
import { runWatch } from "./watch-command.js";

/** Runs the generator as the command line does; resolves to the exit code. */
export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  let command: Command;
  try {
    command = parseCommand(argv);
  } catch (error) {
    io.err(`${messageOf(error)}\nRun with --help for the options.`);
    return 1;
  }
  switch (command.name) {
    case "help":
      io.out(USAGE);
      return 0;
    case "import":
      return runImport(command.options, io);
    case "reconcile":
      return runReconcile(command.options, io);
    case "watch":
      return runWatch(command.options, io);
    case "generate":
      return runGenerate(command.options, io);
  }
}

function isEntryPoint(): boolean {
  const script = process.argv[1];
  if (script === undefined || !existsSync(script)) return false;
  return realpathSync(script) === fileURLToPath(import.meta.url);
}

if (isEntryPoint()) {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => interrupted.abort());
  }
  process.exitCode = await run(process.argv.slice(2), {
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    signal: interrupted.signal,
  });
}
