/**
 * Makes the document of a file, in the cheapest of three ways: of a value that is known, of the value that the memo
 * keeps for the same text, or by parsing it and comparing it with the JSON Schema of its format.
 */
import type { Json, JsonMap } from "../../model/json.js";
import type { Memo } from "../../model/memo.js";
import type { Diagnostic } from "../../model/messages.js";
import { findDeepNesting } from "./nesting.js";
import { type Format, validate } from "./validate.js";
import {
  createDocument,
  parseYaml,
  type Report,
  type SchemaFile,
  type YamlDocument,
} from "./yaml-document.js";

/** The format of a file in a schema folder; `undefined` for a file that is none of the schema. */
export function formatOf(path: string): Format | undefined {
  if (path === "vendor.yaml") return "vendor";
  if (path === "events.yaml") return "events";
  if (path === "routes.yaml") return "routes";
  if (path === "corrections.yaml") return "corrections";
  if (path === "import.yaml") return "import";
  if (/^payloads\/[^/]+\.yaml$/.test(path)) return "payload";
  return /^components\/[^/]+\.yaml$/.test(path) ? "components" : undefined;
}

/** Reads a file, and complains about what its format does not allow. */
export function readDocument(file: SchemaFile, format: Format, help: ReadingHelp): YamlDocument {
  const { memo, values, report } = help;
  const known = values.get(file.path);
  if (known !== undefined) return documentOf(file, known, format, report);
  const kept = memo.recall(kindOfMemo(format), withoutModeline(file));
  if (kept !== undefined) return createDocument(file, toParsed(JSON.parse(kept)), report);
  return parseDocument(file, format, memo, report);
}

/** Makes a document of a known value. Parsing the file takes longer than the rest of an import. */
function documentOf(
  file: SchemaFile,
  { value, isValid }: KnownValue,
  format: Format,
  report: Report,
): YamlDocument {
  const document = createDocument(file, value, report);
  if (!isValid) validate(document, format);
  return document;
}

/** Parses and validates a file. The memo keeps the value of a valid file by its text. */
function parseDocument(file: SchemaFile, format: Format, memo: Memo, report: Report): YamlDocument {
  const complaints: Diagnostic[] = [];
  const document = parseYaml(file, (complaint) => {
    complaints.push(complaint);
    report(complaint);
  });
  if (document.value !== undefined) validate(document, format);
  if (complaints.length === 0) keepDocument(file, format, document.value, memo);
  return document;
}

// ---- Values without parsing

/** The value that a file was printed from, as its parser would return it. */
export function toKnownValue(value: Json): KnownValue {
  return { value: toParsed(value), isValid: false };
}

/** Tells if the parser with positions takes a text, which it refuses if it is nested too deeply. */
export function isReadable({ text }: SchemaFile): boolean {
  return findDeepNesting(text) === undefined;
}

/** Keeps the value that a valid file was printed from, so that no other command of the process parses it. */
export function rememberDocument(file: SchemaFile, value: Json, memo: Memo): void {
  const format = formatOf(file.path);
  if (format !== undefined && isReadable(file)) keepDocument(file, format, value, memo);
}

function keepDocument(file: SchemaFile, format: Format, value: Json, memo: Memo): void {
  memo.keep(kindOfMemo(format), withoutModeline(file), JSON.stringify(value));
}

/** A text may be valid in one format only. */
function kindOfMemo(format: Format): string {
  return `document ${format}`;
}

/** The comment for editors names a folder, and does not change the value. */
function withoutModeline({ text }: SchemaFile): string {
  return text.replace(/^# yaml-language-server: .*\n/, "");
}

/**
 * Copies a value as {@link parseYaml} returns it: without prototypes, because keys may be any strings, and without
 * values that JSON does not have.
 */
function toParsed(value: unknown): Json {
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(toParsed);
  const map = Object.create(null) as Record<string, unknown>; // typed as `any`
  // No list is left.
  for (const [key, child] of Object.entries(value as JsonMap))
    if (child !== undefined) map[key] = toParsed(child);
  return map;
}

// ---- Types

/** The ways around parsing, and the receiver of complaints. */
interface ReadingHelp {
  readonly memo: Memo;
  readonly values: FileValues;
  readonly report: Report;
}

/** The values of files by path: these files need not be parsed. */
export type FileValues = ReadonlyMap<string, KnownValue>;

/** The value of a file that is not parsed. */
export interface KnownValue {
  /** As the parser would return it. */
  readonly value: Json;
  /** Set if it was compared with the JSON Schema of its format before. */
  readonly isValid: boolean;
}
