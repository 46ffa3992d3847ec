import { resolve } from "node:path";
import { replaceFiles } from "../../codegen/cli/drafts.js";
import { runGenerate } from "../../codegen/cli/generate-command.js";
import type { CommandIo } from "../../codegen/cli/report.js";
import { runWatch } from "../../codegen/cli/watch-command.js";
import { stampClient } from "../client-version.js";
import { printPages } from "../init/pages.js";
import { type CliIo, locate } from "../io.js";
import { updateExports } from "../package-exports.js";
import { expectManifest } from "../package-manifest.js";
import { readModel } from "../schema-folder.js";
import { COMMAND, FOLDERS, toCommandIo } from "../tool.js";
import { readArguments, UsageError } from "../usage.js";

export const HELP = `Generates the client from a folder of YAML files, the schema folder.

  typewire generate [--check | --watch] [--package] [--examples] [--schema DIR] [--out DIR]

It writes the files that differ and removes generated files that are no longer needed. If the schema
has an error, it writes nothing and exits with 1. In a package that init has made, package.json gets
an entry point for each new module; entries that you wrote stay.

  --schema DIR   The schema folder. Default: ${FOLDERS.schema}
  --out DIR      The output folder. Default: ${FOLDERS.out}
  --check        Write nothing. List missing, stale and extra files; exit with 1 if there are any.
  --package      Take the name and the version of the client from package.json first; its requests
                 name them in the user-agent
  --examples     Write README.md and test/client.test.ts anew, with examples of what the schema has
                 now. Your own changes to them are lost
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
    examples: { type: "boolean", default: false },
    watch: { type: "boolean", default: false },
  });
  const { check, watch } = values;
  if (check && watch) {
    throw new UsageError("The mode is both --check and --watch; expected one of them.");
  }
  if (values.examples && (check || watch)) {
    const mode = check ? "check" : "watch";
    throw new UsageError(`The mode is both --${mode} and --examples; expected one of them.`);
  }
  if (resolve(locate(io, values.out)) === resolve(locate(io, values.schema))) {
    throw new UsageError("The value of --out is the schema folder; expected another folder.");
  }
  if (values.package) await stampClient(values.schema, check, io);
  const options = { schema: locate(io, values.schema), out: locate(io, values.out), check };
  const commandIo: CommandIo = {
    ...toCommandIo(io),
    afterGenerate: async (paths, settings) => {
      const entryPoints = await updateExports(paths, settings, io);
      if (values.examples) await writeExamples(values.schema, paths, io);
      else if (entryPoints === "changed") io.out(OLD_EXAMPLES);
      return entryPoints === "stale" ? 1 : 0;
    },
  };
  return watch ? runWatch(options, commandIo) : runGenerate(options, commandIo);
}

const OLD_EXAMPLES = `README.md and test/client.test.ts show what was there before. To write them anew: ${COMMAND} generate --examples`;

/** @throws CommandError if there is no package. */
async function writeExamples(schema: string, paths: ReadonlySet<string>, io: CliIo): Promise<void> {
  const manifest = await expectManifest(schema, io);
  const model = await readModel(schema, io);
  const has = (module: string): boolean => paths.has(`${module}.ts`);
  const packageName = String(manifest.value["name"]);
  const pages = await printPages({ packageName, model, has });
  await replaceFiles(manifest.project, pages);
  for (const { path } of pages) io.out(`Wrote ${path}`);
}
