import { type Diagnostic, SchemaError } from "../model/diagnostics.js";
import { createMemo } from "../model/memo.js";
import type { SchemaModel } from "../model/model.js";
import { rememberDocument } from "../read/documents.js";
import { readSchema, type SchemaFile } from "../read-schema.js";
import type { DescriptionFile, LoadedDescription } from "./model/description.js";
import { importDescription, type ImportOptions, type ImportResult } from "./import.js";

/** An import that the checker accepts. */
export interface CheckedImport extends ImportResult {
  /** The whole folder as it is after the import. */
  readonly folder: readonly SchemaFile[];
  readonly model: SchemaModel;
}

/** Each round omits what the checker refused in the last one; omissions rarely cause others. */
const MAX_ROUNDS = 5;

/**
 * Imports a description and checks the folder as it would be. An entry that the checker refuses is
 * omitted and noted, so that one odd schema does not end the import.
 * @throws ImportError if it is no description.
 * @throws SchemaError if a file that is already there has a mistake.
 */
export function importChecked(
  file: DescriptionFile | LoadedDescription,
  present: readonly SchemaFile[],
  options: Pick<ImportOptions, "label" | "prune"> = {},
): CheckedImport {
  const refused = new Map<string, string>();
  for (let round = 1; ; round += 1) {
    const result = importDescription(file, present, { ...options, refused });
    const folder = replaceFiles(present, result);
    const memo = createMemo();
    for (const each of result.files) {
      const value = result.values.get(each.path);
      if (value !== undefined) rememberDocument(each, value, memo);
    }
    try {
      return { ...result, folder, model: readSchema(folder, memo) };
    } catch (error) {
      if (!(error instanceof SchemaError) || round === MAX_ROUNDS) throw error;
      const found = refusedEntries(error.diagnostics, result.files);
      if (found === undefined) throw error;
      for (const [entry, reason] of found) refused.set(entry, reason);
    }
  }
}

/** Imports several descriptions into one folder. None takes the place of another's components. */
export function importAll(
  files: readonly (DescriptionFile | LoadedDescription)[],
  present: readonly SchemaFile[],
): readonly CheckedImport[] {
  const results: CheckedImport[] = [];
  for (const file of files) {
    results.push(importChecked(file, results.at(-1)?.folder ?? present));
  }
  return results;
}

/** The files of a folder as they would be after an import. */
function replaceFiles(
  folder: readonly SchemaFile[],
  { files, removed }: ImportResult,
): readonly SchemaFile[] {
  const replaced = new Set([...files.map(({ path }) => path), ...removed]);
  return [...folder.filter(({ path }) => !replaced.has(path)), ...files];
}

/** The imported entries that have mistakes, or `undefined` if another file has one. */
function refusedEntries(
  diagnostics: readonly Diagnostic[],
  files: readonly SchemaFile[],
): ReadonlyMap<string, string> | undefined {
  const imported = new Set(files.map(({ path }) => path));
  const entries = new Map<string, string>();
  for (const { file, path, message } of diagnostics) {
    const isEntry = /^(?:routes\.yaml$|components\/|payloads\/)/.test(file);
    const key = path[0] === "actions" ? path[1] : path[0];
    if (!isEntry || !imported.has(file) || key === undefined) return undefined;
    entries.set(`${file} ${key}`, message.replace(/\.$/, ""));
  }
  return entries;
}
