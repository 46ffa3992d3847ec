import { resolve } from "node:path";
import { runGenerate } from "../../codegen/cli/generate-command.js";
import { runWatch } from "../../codegen/cli/watch-command.js";
import { stampClient } from "../client-version.js";
import { type CliIo, locate } from "../io.js";
import { FOLDERS, toCommandIo } from "../tool.js";
import { readArguments, UsageError } from "../usage.js";

export const HELP = `Generates the client from a folder of YAML files, the schema folder.

  typewire generate [--check | --watch] [--package] [--schema DIR] [--out DIR]

It writes the files that differ and removes generated files that are no longer needed. If the schema
has an error, it writes nothing and exits with 1.

  --schema DIR   The schema folder. Default: ${FOLDERS.schema}
  --out DIR      The output folder. Default: ${FOLDERS.out}
  --check        Write nothing. List missing, stale and extra files; exit with 1 if there are any.
  --package      Take the name and the version of the client from package.json first; its requests
                 name them in the user-agent
  --watch        Generate again after every save, until interrupted.

Examples:
  npx typewire generate
  npx typewire generate --check
  npx typewire generate --watch
  npx typewire generate --schema acme/schema --out acme/src/generated`;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values } = readArguments(argv, {
    schema: { type: "string", default: FOLDERS.schema },
    out: { type: "string", default: FOLDERS.out },
    check: { type: "boolean", default: false },
    package: { type: "boolean", default: false },
    watch: { type: "boolean", default: false },
  });
  const { check, watch } = values;
  if (check && watch) {
    throw new UsageError("The mode is both --check and --watch; expected one of them.");
  }
  if (resolve(locate(io, values.out)) === resolve(locate(io, values.schema))) {
    throw new UsageError("The value of --out is the schema folder; expected another folder.");
  }
  if (values.package) await stampClient(values.schema, check, io);
  const options = { schema: locate(io, values.schema), out: locate(io, values.out), check };
  return watch ? runWatch(options, toCommandIo(io)) : runGenerate(options, toCommandIo(io));
}
