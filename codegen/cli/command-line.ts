import { parseArgs } from "node:util";
import { quote } from "../model/messages.js";
import { PROJECT_ORIGIN } from "../model/origin.js";
import type { Tool } from "./report.js";

export const USAGE = `Generates a typewire client from a folder of YAML files, the schema folder.

  typewire-codegen [--schema DIR] [--out DIR] [--check | --watch]
  typewire-codegen import FILE [--schema DIR] [--label NAME] [--prune] [--verbose]
  typewire-codegen reconcile FILE… [--rename FROM=TO…] [--write] [--schema DIR]

Without a command it generates the client. It writes the files that differ and removes generated
files that are no longer needed. If the schema has an error, it writes nothing and exits with 1.

  --schema DIR      The schema folder. Default: schema
  --out DIR         The output folder. Default: generated
  --check           Write nothing. List missing, stale and extra files; exit with 1 if there are any.
  --watch           Generate again after every save, until interrupted. While the schema has
                    errors, the last output stays.
  --help            Print this text.

import FILE copies an OpenAPI 3.0, 3.1 or 3.2 description, or Swagger 2.0, into the schema folder.
FILE is JSON or YAML, or either of them compressed (.gz), with the files that it refers to; an http(s)
address; or - for standard input.
Descriptions, comments and entries that you wrote in the folder stay. Anything the folder's format
cannot express is left out and listed. The files are checked before they are written: if a file in
the folder has an error, nothing is written and the exit code is 1.

  --label NAME      The name of the file of its components. Left out, it is chosen at the first
                    import and kept in import.yaml.
  --prune           Remove routes, webhooks and components that an earlier import wrote, that no
                    description has any more, and that nobody has changed.
  --verbose         List all that was left out or ignored, with every place.

reconcile FILE… checks recorded webhook deliveries against the schema and prints the corrections
that would make them valid. A FILE is JSON, or one JSON value per line. The exit code is 1 if a
delivery stays invalid.

  --rename FROM=TO  Replace FROM in the event and property names of the recordings. Repeatable.
  --write           Add the corrections to corrections.yaml instead of printing them.`;

const DEFAULTS = { schema: "schema", out: "generated" };

const HELP_AND_SCHEMA = {
  schema: { type: "string", default: DEFAULTS.schema },
  help: { type: "boolean", default: false },
} as const;

/** What the command line asks for. */
export type Command =
  | { readonly name: "help" }
  | { readonly name: "generate" | "watch"; readonly options: GenerateOptions }
  | { readonly name: "import"; readonly options: ImportOptions }
  | { readonly name: "reconcile"; readonly options: ReconcileOptions };

/**
 * Reads the arguments.
 * @throws TypeError for an unknown option, a missing value or options that exclude each other.
 */
export function parseCommand(argv: readonly string[]): Command {
  const [first, ...rest] = argv;
  if (first === "import") return parseImport(rest);
  return first === "reconcile" ? parseReconcile(rest) : parseGenerate(argv);
}

export interface GenerateOptions {
  readonly schema: string;
  readonly out: string;
  readonly check: boolean;
}

function parseGenerate(argv: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      ...HELP_AND_SCHEMA,
      out: { type: "string", default: DEFAULTS.out },
      check: { type: "boolean", default: false },
      watch: { type: "boolean", default: false },
    },
  });
  const { help, watch, ...options } = values;
  if (options.check && watch) {
    throw new TypeError("The mode is both --check and --watch; expected one of them.");
  }
  expectFolder("schema", options.schema);
  expectFolder("out", options.out);
  return help ? { name: "help" } : { name: watch ? "watch" : "generate", options };
}

export interface ImportOptions {
  readonly file: string;
  readonly schema: string;
  readonly label?: string;
  /** Remove unchanged entries that no description has any more. */
  readonly prune?: boolean;
  /** Print every place of every note. */
  readonly verbose?: boolean;
}

function parseImport(argv: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      ...HELP_AND_SCHEMA,
      label: { type: "string" },
      prune: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
    },
  });
  const { help, schema, label, prune, verbose } = values;
  if (help) return { name: "help" };
  const [file = "", ...others] = positionals;
  if (file === "" || others.length > 0) {
    const got = positionals.length === 0 ? "missing" : positionals.map(quote).join(" ");
    throw new TypeError(`The argument of import is ${got}; expected one OpenAPI description.`);
  }
  expectFolder("schema", schema);
  if (label !== undefined) expectLabel(label);
  return {
    name: "import",
    options: { file, schema, prune, verbose, ...(label !== undefined && { label }) },
  };
}

/** It becomes the name of a file, and `parameters` is the name of another. */
export function expectLabel(label: string): void {
  if (/^[a-z0-9_][a-z0-9_-]*$/.test(label) && !label.endsWith("parameters")) return;
  const expected = "expected lowercase letters, digits, `_` and `-`";
  throw new TypeError(`The value of --label is ${quote(label)}; ${expected}.`);
}

export interface ReconcileOptions {
  readonly recordings: readonly string[];
  /** From a name in the recordings, or a part of one, to the schema's word for it. */
  readonly renames: ReadonlyMap<string, string>;
  readonly schema: string;
  readonly write: boolean;
}

function parseReconcile(argv: readonly string[]): Command {
  const { values, positionals: recordings } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      ...HELP_AND_SCHEMA,
      rename: { type: "string", multiple: true, default: [] },
      write: { type: "boolean", default: false },
    },
  });
  const { help, rename, schema, write } = values;
  if (help) return { name: "help" };
  if (recordings.length === 0) {
    throw new TypeError(
      "The argument of reconcile is missing; expected files of recorded deliveries.",
    );
  }
  expectFolder("schema", schema);
  const renames = new Map(rename.map(parseRename));
  return { name: "reconcile", options: { recordings, renames, schema, write } };
}

function parseRename(text: string): readonly [from: string, to: string] {
  const [from = "", to = "", ...rest] = text.split("=");
  if (from !== "" && to !== "" && rest.length === 0) return [from, to];
  throw new TypeError(`The value of --rename is ${quote(text)}; expected FROM=TO.`);
}

function expectFolder(option: string, folder: string): void {
  if (folder === "") throw new TypeError(`The value of --${option} is empty; expected a folder.`);
}

/** The command that updates the output that `--check` compared. */
export function updateCommand(
  { schema, out }: Folders,
  { origin: { command }, folders }: Pick<Tool, "origin" | "folders"> = PROJECT,
): string {
  const options = [
    schema === folders.schema ? [] : ["--schema", quote(schema)],
    out === folders.out ? [] : ["--out", quote(out)],
  ].flat();
  if (options.length === 0) return command;
  return [command, ...(command.startsWith("npm run ") ? ["--"] : []), ...options].join(" ");
}

type Folders = Pick<GenerateOptions, "schema" | "out">;

const PROJECT = { origin: PROJECT_ORIGIN, folders: DEFAULTS };
