/** `typewire generate`: writes the client of a schema folder, once or at each save, or only checks it. */
import { join, resolve } from "node:path";
import { removeDrafts, replaceFiles } from "../../codegen/files/drafts.js";
import { readFolder, readSchemaFolder, removeFrom } from "../../codegen/files/folders.js";
import { watchFolder } from "../../codegen/files/watch-folder.js";
import { withMemo } from "../../codegen/files/memo-file.js";
import {
  describeDifferences,
  type OutputDifferences,
  compareOutput,
} from "../../codegen/files/output-differences.js";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { type Memo, NO_MEMO } from "../../codegen/model/memo.js";
import { count } from "../../codegen/model/messages.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readSchema } from "../../codegen/read-schema.js";
import { readArguments } from "../io/arguments.js";
import { CommandError, printError, explainComplaints, UsageError } from "../io/errors.js";
import { type CliIo, locate, toolOf, waitForEnd, withProgress } from "../io/io.js";
import { FOLDERS, updateCommand } from "../io/tool.js";
import { updateExports } from "../package/exports.js";
import { findFormerList, type FormerList, updatePackedList } from "../package/former-list.js";
import { stampClient } from "../package/stamp-client.js";
import { expectNoLinks, expectNotBlocked } from "../service/output-folder.js";
import { describeModel, describeTodos } from "../service/schema-folder.js";
import { expectNoLosses } from "../service/lost-methods.js";
import { writeExamples, updatePages } from "../package/pages/page-updates.js";

export const HELP = `Generates the client from a folder of YAML files, the schema folder.

  typewire generate [options]

It writes the files that differ, and removes generated files that are no longer needed. It writes
nothing and exits with 1 if the schema has an error, or if a method or a type of api.md is gone or has
another route; --accept allows that. In a package that init made, package.json gets an entry point for
each new module; your own entries stay.

  --schema DIR   The schema folder. Default: ${FOLDERS.schema}
  --out DIR      The output folder. Default: ${FOLDERS.out}
  --check        Write nothing. List missing, stale and extra files; exit with 1 if there are any.
  --package      Take the name and the version of the client from package.json first; its requests
                 name them in the user-agent
  --examples     Write README.md, SKILL.md, llms.txt and test/client.test.ts anew, with examples of the
                 present schema. Your own changes to them are lost. Without it, only those that nobody
                 has edited are kept up to date
  --accept       Write api.md although methods or types of the last one are gone
  --watch        Generate again after every save, until interrupted.

Examples:
  npx typewire generate
  npx typewire generate --check
  npx typewire generate --watch
  npx typewire generate --schema acme/schema --out acme/src/generated`;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const tool = toolOf(io);
  const { values } = readArguments(argv, {
    schema: { type: "string", default: tool.folders.schema },
    out: { type: "string", default: tool.folders.out },
    check: { type: "boolean", default: false },
    package: { type: "boolean", default: false },
    examples: { type: "boolean", default: false },
    accept: { type: "boolean", default: false },
    watch: { type: "boolean", default: false },
  });
  const { check, examples, accept, watch } = values;
  if (check && watch) {
    throw new UsageError("The mode is both --check and --watch; expected one of them.");
  }
  if (examples && (check || watch)) {
    const mode = check ? "check" : "watch";
    throw new UsageError(`The mode is both --${mode} and --examples; expected one of them.`);
  }
  const [schema, out] = [locate(io, values.schema), locate(io, values.out)];
  if (resolve(out) === resolve(schema)) {
    throw new UsageError("The value of --out is the schema folder; expected another folder.");
  }
  if (values.package) await stampClient(values.schema, check, io);
  const folders = { schema: locate(io, tool.folders.schema), out: locate(io, tool.folders.out) };
  const update = updateCommand({ schema, out }, { ...tool, folders });
  const options = { schema, out, check, examples, accept, update };
  return watch ? generateAtEachSave(options, io) : generateOnce(options, io);
}

/** Generates at each save until `io.signal` aborts. Prints the error of a failed run, and goes on. */
async function generateAtEachSave(options: GenerateOptions, io: CliIo): Promise<number> {
  const stopped = waitForEnd(io.signal).then(() => "stopped" as const);
  const folder = watchFolder(options.schema);
  try {
    do {
      await folder.refresh();
      await generateOnce(options, io).catch((error: unknown) => {
        io.err(`${printError(error)}\n${options.out} stays as it was.`);
      });
      io.out(`Watching ${options.schema}.`);
    } while ((await Promise.race([folder.next(), stopped])) !== "stopped");
    return 0;
  } finally {
    folder.close();
  }
}

/**
 * Writes the client, or only compares it (`--check`); resolves to the exit code. Each of its three parts tells
 * whether it is in sync, as it is after it was written.
 */
async function generateOnce(options: GenerateOptions, io: CliIo): Promise<number> {
  const { out, check: isCheck } = options;
  const { model, generated } = isCheck
    ? await generateFiles(options, NO_MEMO, io) // to find errors of the stored one
    : await withMemo(out, io.cacheFolder, (memo) => generateFiles(options, memo, io));
  await expectNoLinks(out);
  const isOutputInSync = await updateOutput(generated, options, io);
  const paths = new Set(generated.map(({ path }) => path));
  const areExportsInSync = await updateExports(paths, options, io);
  const arePagesInSync = await updateOrRenewPages(model, paths, options, io);
  return isOutputInSync && areExportsInSync && arePagesInSync ? 0 : 1;
}

/** Writes the pages of the package that are out of date, or all of them (`--examples`). */
async function updateOrRenewPages(
  model: SchemaModel,
  paths: ReadonlySet<string>,
  options: GenerateOptions,
  io: CliIo,
): Promise<boolean> {
  if (!options.examples) return updatePages(options, model, paths, io);
  await writeExamples(options.schema, model, paths, io);
  return true;
}

/** Writes the output folder, or only compares it (`--check`). Returns false if a check finds differences. */
async function updateOutput(
  generated: readonly GeneratedFile[],
  options: GenerateOptions,
  io: CliIo,
): Promise<boolean> {
  const { out } = options;
  const formerList = await findFormerList(out);
  const present = await readOutput(out, formerList);
  const differences = compareOutput(generated, present);
  if (options.check) return reportDifferences(differences, options, io);
  if (!options.accept) expectNoLosses(generated, present, out, io);
  if (formerList) await updatePackedList(formerList, out, io);
  await writeOutput(differences, generated, out, io);
  return true;
}

/**
 * Reads the files of the output folder. The list of methods that an earlier version wrote beside it is taken for one
 * of them, such as `../api.md`. It is generated and no longer needed, so a check lists it as extra, and writing
 * removes it.
 */
async function readOutput(
  out: string,
  formerList: FormerList | undefined,
): Promise<ReadonlyMap<string, string>> {
  const files = await readFolder(out);
  return formerList === undefined ? files : new Map([...files, [formerList.path, formerList.text]]);
}

/** Reads the schema folder, and generates the files of the client. Nothing is written. */
async function generateFiles({ schema }: GenerateOptions, memo: Memo, io: CliIo) {
  const files = await readSchemaFolder(schema);
  if (files.length === 0) {
    throw new CommandError(`Found no YAML in ${schema}. Name the schema folder with --schema.`);
  }
  try {
    const model = await withProgress(io, `Reading ${schema}`, () => readSchema(files, memo));
    io.out(describeModel(model, schema));
    for (const todo of describeTodos(model, schema)) io.err(todo);
    const { origin } = toolOf(io);
    const generated = await withProgress(io, "Generating", () => generate(model, memo, origin));
    return { model, generated };
  } catch (error) {
    throw explainComplaints(error, schema, "; nothing was written.");
  }
}

/** Prints the differences that a check found; returns true if there are none. */
function reportDifferences(
  differences: OutputDifferences,
  { schema, out, update }: GenerateOptions,
  io: CliIo,
): boolean {
  const lines = describeDifferences(differences);
  if (lines.length === 0) {
    io.out(`${out} is in sync with ${schema}.`);
    return true;
  }
  io.err([`${out} is out of sync with ${schema}:`, ...lines].join("\n  "));
  io.err(`To update it: ${update}`);
  return false;
}

/** Writes only files that differ, so that the others keep their modification time. */
async function writeOutput(
  differences: OutputDifferences,
  generated: readonly GeneratedFile[],
  out: string,
  io: CliIo,
): Promise<void> {
  expectNotBlocked(differences, out);
  const changed = [...differences.missing, ...differences.stale];
  await removeDrafts(out);
  await replaceFiles(out, changed);
  for (const { path } of changed) io.out(`Wrote ${join(out, path)}`);
  for (const path of differences.extra) {
    await removeFrom(out, path);
    io.out(`Removed ${join(out, path)}`);
  }
  for (const path of differences.foreign)
    io.err(`Kept, because it is not generated: ${join(out, path)}`);
  io.out(
    `${count(generated.length, "file")} in ${out}: ${changed.length} written, ` +
      `${generated.length - changed.length} unchanged, ${differences.extra.length} removed.`,
  );
}

/** The options, with folders for the file system. */
interface GenerateOptions {
  readonly schema: string;
  readonly out: string;
  readonly check: boolean;
  readonly examples: boolean;
  readonly accept: boolean;
  /** The command that updates the output, for the message of `--check`. */
  readonly update: string;
}
