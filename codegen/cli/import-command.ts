import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { SchemaError } from "../diagnostics.js";
import { importDescription } from "../import/import-description.js";
import { readSchema, type SchemaFile } from "../read-schema.js";
import type { ImportOptions } from "./command-line.js";
import { readSchemaFolder, writeInto } from "./files.js";
import { type CommandIo, describeError, describeModel, describeTodos } from "./report.js";

/**
 * Imports a description into the schema folder and lists what it leaves out. Writes nothing unless
 * the checker accepts the folder as it would be. Never rejects.
 */
export async function runImport({ file, schema }: ImportOptions, io: CommandIo): Promise<number> {
  try {
    const folder = await readSchemaFolder(schema);
    const present = new Map(folder.map(({ path, text }) => [path, text]));
    const description = { path: file, text: await readDescription(file) };
    const { files, notes } = importDescription(description, folder);
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

const NOT_WRITTEN =
  " after the import. Nothing was written. Correct the description or the files in the folder.";

/** The files of a folder as they would be after an import. */
function replaceFiles(
  folder: readonly SchemaFile[],
  files: readonly SchemaFile[],
): readonly SchemaFile[] {
  const replaced = new Set(files.map(({ path }) => path));
  return [...folder.filter(({ path }) => !replaced.has(path)), ...files];
}

async function readDescription(file: string): Promise<string> {
  const bytes = await readFile(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}
