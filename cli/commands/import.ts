import { runImport } from "../../codegen/cli/import-command.js";
import { type CliIo, locate } from "../io.js";
import { FOLDERS, toCommandIo } from "../tool.js";
import { readArguments } from "../usage.js";

export const HELP = `Imports an OpenAPI description into the schema folder.

  typewire import FILE [--schema DIR]

FILE is OpenAPI as JSON or YAML, also compressed (.gz); an http(s) address; or - for standard input.
Texts, comments and entries that you wrote in the folder stay. What its files cannot express is
listed. They are checked before they are written: on an error, nothing is written.

  --schema DIR   The schema folder. Default: ${FOLDERS.schema}

Examples:
  npx typewire import openapi.yaml
  npx typewire import https://api.acme.example/openapi.json
  curl -s https://api.acme.example/openapi.json | npx typewire import -`;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(
    argv,
    { schema: { type: "string", default: FOLDERS.schema } },
    { least: 1, most: 1, expected: "one OpenAPI description" },
  );
  const [from = ""] = positionals;
  const file = isPath(from) ? locate(io, from) : from;
  return runImport({ file, schema: locate(io, values.schema) }, toCommandIo(io));
}

/** Whether a source of a description is a file. */
export function isPath(from: string): boolean {
  return from !== "-" && !/^[a-z][a-z0-9+.-]+:\/\//i.test(from);
}
