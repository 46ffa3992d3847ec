/** Imports a description: converts it, merges it with the files that are there, and checks the result. */
import { type Memo, NO_MEMO } from "../model/memo.js";
import { type Diagnostic, SchemaError } from "../model/messages.js";
import {
  type FileValues,
  isReadable,
  rememberDocument,
  toKnownValue,
} from "../read/documents/read-document.js";
import { readSchema, type SchemaFile } from "../read-schema.js";
import { convertDescription } from "./convert.js";
import type { DescriptionOrigin } from "./merge/origins.js";
import { mergeImport } from "./merge-import.js";
import type { DescriptionFile, LoadedDescription } from "./model/description.js";
import type { CheckedImport, ImportOptions, ImportResult } from "./types.js";

export type { DescriptionOrigin } from "./merge/origins.js";
export type { DescriptionFile, LoadedDescription } from "./model/description.js";
export { ImportError } from "./model/description.js";
export type { CheckedImport, ImportOptions, ImportResult } from "./types.js";

/**
 * Imports an OpenAPI description into the YAML of a schema folder. Pure and deterministic. Keeps what
 * users wrote: texts, styles, the order, comments, and entries that the description does not contain.
 * @throws ImportError if the file is no description.
 * @throws SchemaError if an existing file is not valid YAML.
 */
export function importDescription(
  file: DescriptionFile | LoadedDescription,
  present: readonly SchemaFile[],
  options: ImportOptions = {},
): ImportResult {
  return mergeImport(convertDescription(file, present, options), new Map(), options);
}

/** Limit of checks. Each one can complain of entries that the one before did not reach. */
const MAX_CHECKS = 5;

/**
 * Imports a description and checks the resulting folder. Entries that the checker refuses are left out
 * and noted, so that one odd schema does not end the import. The description is converted once; merging
 * and checking are repeated.
 * @throws ImportError if the file is no description.
 * @throws SchemaError with complaints about present files.
 */
export function importChecked(
  file: DescriptionFile | LoadedDescription,
  present: readonly SchemaFile[],
  options: ImportOptions = {},
): CheckedImport {
  const conversion = convertDescription(file, present, options);
  const refused = new Map<string, string>();
  const { memo = NO_MEMO } = options;
  for (let check = 1; ; check += 1) {
    const result = mergeImport(conversion, refused, options);
    const folder = replaceInFolder(present, result);
    const known = replaceValues(options.known, result);
    try {
      const model = readSchema(folder, memo, known);
      if (options.memo) rememberFiles(result, options.memo);
      return { ...result, folder, known, model };
    } catch (error) {
      if (!(error instanceof SchemaError) || check === MAX_CHECKS) throw error;
      const newlyRefused = refusedEntries(error.diagnostics, result.files);
      if (newlyRefused === undefined) throw error;
      for (const [entry, reason] of newlyRefused) refused.set(entry, reason);
    }
  }
}

/**
 * Imports several descriptions into one folder, one after the other.
 * @param origins Where each of them comes from.
 */
export function importAll(
  files: readonly (DescriptionFile | LoadedDescription)[],
  present: readonly SchemaFile[],
  shared: Pick<ImportOptions, "names" | "keep"> = {},
  origins: readonly DescriptionOrigin[] = [],
): readonly CheckedImport[] {
  const results: CheckedImport[] = [];
  for (const [index, file] of files.entries()) {
    const origin = origins[index] ?? {};
    const isFollowed = index < files.length - 1;
    const before = results.at(-1);
    const known = before && listReadable(before);
    const options = { ...shared, origin, isFollowed, ...(known && { known }) };
    results.push(importChecked(file, before?.folder ?? present, options));
  }
  return results;
}

/**
 * The values that the next reader of an import need not parse or compare with their formats again. The parser refuses
 * text that is nested too deeply: such a file is left to it, because all later commands would refuse it, too.
 */
export function listReadable({ folder, known }: CheckedImport): FileValues {
  const texts = new Map(folder.map((file) => [file.path, file]));
  const readable = [...known].filter(([path]) => {
    const file = texts.get(path);
    return file !== undefined && isReadable(file);
  });
  return new Map(readable.map(([path, { value }]) => [path, { value, isValid: true }]));
}

// ---- Checking

/** The values of the folder after an import, those of new files included. */
function replaceValues(
  before: FileValues = new Map(),
  { files, removed, values }: ImportResult,
): FileValues {
  const replaced = new Set([...files.map(({ path }) => path), ...removed]);
  return new Map([
    ...[...before].filter(([path]) => !replaced.has(path)),
    ...[...values].map(([path, value]) => [path, toKnownValue(value)] as const),
  ]);
}

function rememberFiles({ files, values }: ImportResult, memo: Memo): void {
  for (const file of files) {
    const value = values.get(file.path);
    if (value !== undefined) rememberDocument(file, value, memo);
  }
}

function replaceInFolder(
  folder: readonly SchemaFile[],
  { files, removed }: ImportResult,
): readonly SchemaFile[] {
  const replaced = new Set([...files.map(({ path }) => path), ...removed]);
  return [...folder.filter(({ path }) => !replaced.has(path)), ...files];
}

/** The imported entries that the checker refuses, with reasons; `undefined` if it refuses anything else. */
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
