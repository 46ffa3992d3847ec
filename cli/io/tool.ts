/** Names and folders of the command line: in a package that has it installed, or in this project. */
import { type Origin, PROJECT_ORIGIN } from "../../codegen/emit/print/file.js";
import { quote } from "../../codegen/model/messages.js";
import { USER_AGENT } from "../../src/base/package.js";
import { findMetaFolder } from "./project.js";

/** A name of the command line, with the folders and messages that go with it. */
export interface Tool {
  /** Settings of generated files, such as the name and command in their headers. */
  readonly origin: Origin;
  /** Start of every command line in messages. */
  readonly command: string;
  /** Folders that commands use by default. */
  readonly folders: { readonly schema: string; readonly out: string };
  /** The command that runs if the command line names none. */
  readonly defaultCommand?: string;
  /** Address of the JSON Schemas for editors, seen from a schema folder. Default: this project's. */
  readonly metaOf?: (schema: string) => string;
}

/** Version of all packages of the project, which are released together. */
export const VERSION: string = USER_AGENT.slice(USER_AGENT.indexOf("/") + 1);

/** Start of a command line in a package that has typewire-cli installed. */
export const COMMAND = "npx typewire";

/** Start of a command line where no package has installed it yet. */
export const COMMAND_ANYWHERE = "npx typewire-cli";

/** Address of the guides of the project, which hold for every client. */
export const GUIDES = "https://github.com/typewire/typewire/blob/main/docs";

/** Folders of a package that `init` makes. */
export const FOLDERS = { schema: "schema", out: "src/generated" } as const;

/** The command `typewire`, in a package that `init` has made. */
export const TYPEWIRE: Tool = {
  origin: { tool: "typewire", command: `${COMMAND} generate` },
  command: COMMAND,
  folders: FOLDERS,
  metaOf: findMetaFolder,
};

/** The script `npm run codegen`, for this project's own client. */
export const PROJECT: Tool = {
  // The site of this project has its own pages of routes and events, so the repository needs none.
  origin: { ...PROJECT_ORIGIN, hasReference: false },
  command: `${PROJECT_ORIGIN.command} --`,
  folders: { schema: "schema", out: "generated" },
  defaultCommand: "generate",
};

/** Prints the command that updates the output that `--check` compared: `npx typewire generate --out "src/sdk"`. */
export function updateCommand(
  { schema, out }: Tool["folders"],
  { origin, command, defaultCommand, folders }: Tool,
): string {
  const options = [
    ...(schema === folders.schema ? [] : ["--schema", quote(schema)]),
    ...(out === folders.out ? [] : ["--out", quote(out)]),
  ];
  // Where a script stands for the command, npm passes on only what follows the `--` at the end of `command`.
  const start = options.length > 0 && defaultCommand !== undefined ? command : origin.command;
  return [start, ...options].join(" ");
}
