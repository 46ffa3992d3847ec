import { join } from "node:path";
import { SchemaError } from "../diagnostics.js";
import {
  type DescriptionFile,
  importDescription,
  type ImportResult,
} from "../import/import-description.js";
import { readSchema, type SchemaFile } from "../read-schema.js";
import type { ImportOptions } from "./command-line.js";
import { readSchemaFolder, writeInto } from "./files.js";
import { pointToMeta } from "./modelines.js";
import { readDescription } from "./read-description.js";
import { type CommandIo, describeError, describeModel, describeTodos } from "./report.js";

/**
 * Imports a description into the schema folder and lists what it leaves out. Writes nothing unless
 * the checker accepts the folder as it would be. Never rejects.
 */
export async function runImport({ file, schema }: ImportOptions, io: CommandIo): Promise<number> {
  try {
    const folder = await readSchemaFolder(schema);
    const present = new Map(folder.map(({ path, text }) => [path, text]));
    const description = await readDescription(file, io);
    const { files, notes } = importFiles(description, folder, io.tool?.metaOf(schema));
    const model = readSchema(replaceFiles(folder, files));
    const changed = files.filter(({ path, text }) => present.get(path) !== text);
    for (const each of changed) {
      await writeInto(schema, each);
      io.out(`Wrote ${join(schema, each.path)}`);
    }
    for (const note of notes) io.out(note);
    const unchanged = files.length - changed.length;
    io.out(`Imported ${file}: ${changed.length} files written, ${unchanged} unchanged.`);
    io.out(describeModel(model, schema));
    for (const todo of describeTodos(model, schema)) io.err(todo);
    return 0;
  } catch (error) {
    io.err(`${describeError(error, schema)}${error instanceof SchemaError ? NOT_WRITTEN : ""}`);
    return 1;
  }
}

/** Imports a description. The first line of each new file points to the JSON Schemas for editors. */
export function importFiles(
  description: DescriptionFile,
  folder: readonly SchemaFile[],
  metaFolder: string | undefined,
): ImportResult {
  const { files, notes } = importDescription(description, folder);
  if (metaFolder === undefined) return { files, notes };
  return { files: files.map((file) => pointToMeta(file, metaFolder)), notes };
}

const NOT_WRITTEN =
  " after the import. Nothing was written. Correct the description or the files in the folder.";

/** The files of a folder as they would be after an import. */
export function replaceFiles(
  folder: readonly SchemaFile[],
  files: readonly SchemaFile[],
): readonly SchemaFile[] {
  const replaced = new Set(files.map(({ path }) => path));
  return [...folder.filter(({ path }) => !replaced.has(path)), ...files];
}
