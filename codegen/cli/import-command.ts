import { join } from "node:path";
import { SchemaError } from "../model/diagnostics.js";
import { type CheckedImport, importChecked } from "../import/import.js";
import type { SchemaFile } from "../read-schema.js";
import type { ImportOptions } from "./command-line.js";
import { removeDrafts, replaceFiles } from "./drafts.js";
import { readSchemaFolder, removeFrom } from "./files.js";
import { pointToMeta } from "./modelines.js";
import { readDescription } from "./read-description.js";
import {
  type CommandIo,
  describeError,
  describeModel,
  describeTodos,
  withProgress,
} from "./report.js";

/**
 * Imports a description into the schema folder and lists what it leaves out. Writes nothing unless
 * the checker accepts the folder as it would be. Never rejects.
 */
export async function runImport(
  { file, schema, label, prune = false, verbose: isVerbose = false }: ImportOptions,
  io: CommandIo,
): Promise<number> {
  try {
    const folder = await readSchemaFolder(schema);
    const imported = await withProgress(io, `Importing ${file}`, async () => {
      const description = await readDescription(file, io);
      return importChecked(description, folder, { prune, ...(label !== undefined && { label }) });
    });
    const result = pointNewFiles(imported, io.tool?.metaOf(schema));
    await writeChanged(result, folder, schema, io);
    const { files, summary, obsolete, model } = result;
    const changed = changedFiles(files, folder).length;
    const unchanged = files.length - changed;
    io.out(`Imported ${file}: ${changed} files written, ${unchanged} unchanged.`);
    if (summary !== undefined) io.out(summary);
    for (const note of isVerbose ? result.allNotes : result.notes) io.out(note);
    if (obsolete !== undefined) io.out(obsolete);
    io.out(describeModel(model, schema));
    for (const todo of describeTodos(model, schema)) io.err(todo);
    return 0;
  } catch (error) {
    io.err(`${describeError(error, schema)}${error instanceof SchemaError ? NOT_WRITTEN : ""}`);
    return 1;
  }
}

const NOT_WRITTEN =
  " after the import. Nothing was written. Correct the description or the files in the folder.";

/** Lets editors find the JSON Schemas of the tool that runs the command. */
function pointNewFiles(result: CheckedImport, metaFolder: string | undefined): CheckedImport {
  if (metaFolder === undefined) return result;
  return { ...result, files: result.files.map((file) => pointToMeta(file, metaFolder)) };
}

function changedFiles(
  files: readonly SchemaFile[],
  folder: readonly SchemaFile[],
): readonly SchemaFile[] {
  const present = new Map(folder.map(({ path, text }) => [path, text]));
  return files.filter(({ path, text }) => present.get(path) !== text);
}

async function writeChanged(
  { files, removed }: CheckedImport,
  folder: readonly SchemaFile[],
  schema: string,
  io: CommandIo,
): Promise<void> {
  const changed = changedFiles(files, folder);
  await removeDrafts(schema);
  await replaceFiles(schema, changed);
  for (const { path } of changed) io.out(`Wrote ${join(schema, path)}`);
  for (const path of removed) {
    await removeFrom(schema, path);
    io.out(`Removed ${join(schema, path)}`);
  }
}
