import { quote } from "../../codegen/model/messages.js";
import { runReconcile } from "../../codegen/cli/reconcile-command.js";
import { type CliIo, locate } from "../io.js";
import { FOLDERS, toCommandIo } from "../tool.js";
import { readArguments, UsageError } from "../usage.js";

export const HELP = `Compares recorded deliveries with the schema folder.

  typewire reconcile FILE… [options]

A FILE is JSON, or one JSON value per line. Prints the corrections that would make the deliveries
valid. If one stays invalid, the exit code is 1.

  --write            Add the corrections to corrections.yaml in place of printing them
  --rename FROM=TO   Replace FROM in the event and property names of the recordings. Repeatable
  --schema DIR       The schema folder. Default: ${FOLDERS.schema}

Examples:
  npx typewire reconcile recordings.jsonl
  npx typewire reconcile recordings/*.json --write`;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(
    argv,
    {
      schema: { type: "string", default: FOLDERS.schema },
      rename: { type: "string", multiple: true, default: [] as string[] },
      write: { type: "boolean", default: false },
    },
    { least: 1, most: Infinity, expected: "files of recorded deliveries" },
  );
  const { write } = values;
  const recordings = positionals.map((path) => locate(io, path));
  const renames = new Map(values.rename.map(readRename));
  const options = { recordings, renames, schema: locate(io, values.schema), write };
  return runReconcile(options, toCommandIo(io));
}

function readRename(text: string): readonly [from: string, to: string] {
  const [from = "", to = "", ...rest] = text.split("=");
  if (from !== "" && to !== "" && rest.length === 0) return [from, to];
  throw new UsageError(`The value of --rename is ${quote(text)}; expected FROM=TO.`);
}
