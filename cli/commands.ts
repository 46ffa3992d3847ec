import type { CliIo } from "./io.js";

/** The module of a command. */
export interface CommandModule {
  readonly HELP: string;
  /**
   * Resolves to the exit code.
   * @throws UsageError, CommandError
   */
  readonly run: (argv: readonly string[], io: CliIo) => Promise<number>;
}

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** A command is loaded when it is run: most need little of the generator. */
  readonly load: () => Promise<CommandModule>;
}

/** All commands, in the order in which they are listed. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "init",
    summary: "Make a package: a typed SDK, ready to test and publish.",
    load: () => import("./commands/init.js"),
  },
  {
    name: "import",
    summary: "Import an OpenAPI description into the schema folder.",
    load: () => import("./commands/import.js"),
  },
  {
    name: "generate",
    summary: "Generate the client from the schema folder, or check it.",
    load: () => import("./commands/generate.js"),
  },
];
