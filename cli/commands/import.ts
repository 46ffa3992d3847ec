import { expectLabel } from "../../codegen/cli/command-line.js";
import { runImport } from "../../codegen/cli/import-command.js";
import { messageOf } from "../../codegen/cli/report.js";
import { type CliIo, locate } from "../io.js";
import { FOLDERS, toCommandIo } from "../tool.js";
import { readArguments, UsageError } from "../usage.js";

export const HELP = `Imports an OpenAPI description into the schema folder.

  typewire import FILE [--schema DIR] [--label NAME] [--prune] [--verbose]

FILE is OpenAPI (Swagger 2.0, too) as JSON or YAML, also compressed (.gz), with the files that it refers
to; an http(s) address; or - for standard input.
Texts, comments and entries that you wrote in the folder stay. What its files cannot express is
listed. They are checked before they are written: on an error, nothing is written.

  --schema DIR   The schema folder. Default: ${FOLDERS.schema}
  --label NAME   The name of the file of its components. Default: chosen at the first import
  --prune        Remove routes, webhooks and components that an earlier import wrote, that no
                 description has any more, and that nobody has changed
  --verbose      List all that was left out or ignored, with every place

Examples:
  npx typewire import openapi.yaml
  npx typewire import https://api.acme.example/openapi.json
  curl -s https://api.acme.example/openapi.json | npx typewire import -`;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(
    argv,
    {
      schema: { type: "string", default: FOLDERS.schema },
      label: { type: "string" },
      prune: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
    },
    { least: 1, most: 1, expected: "one OpenAPI description" },
  );
  const [from = ""] = positionals;
  const file = isPath(from) ? locate(io, from) : from;
  const { label, prune, schema, verbose } = values;
  if (label !== undefined) acceptLabel(label);
  const options = {
    file,
    schema: locate(io, schema),
    prune,
    verbose,
    ...(label !== undefined && { label }),
  };
  return runImport(options, toCommandIo(io));
}

function acceptLabel(label: string): void {
  try {
    expectLabel(label);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/** Whether a source of a description is a file. */
export function isPath(from: string): boolean {
  return from !== "-" && !/^[a-z][a-z0-9+.-]+:\/\//i.test(from);
}
