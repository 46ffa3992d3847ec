/**
 * The documents of a schema folder, by their role: `payloads/order.yaml` is the payload of the event `order`. Each is
 * parsed, and compared with the JSON Schema of its format.
 */
import type { Json, JsonMap } from "../../model/json.js";
import type { Memo } from "../../model/memo.js";
import { type Diagnostic, nearestKey } from "../../model/messages.js";
import { findDeepNesting } from "./nesting.js";
import {
  createDocument,
  parseYaml,
  type Report,
  type SchemaFile,
  valueAt,
  type YamlDocument,
} from "./yaml-document.js";
import { type Format, validate } from "./validate.js";

/** The record of entries that imports wrote, with a digest of each. */
export const RECORD_FILE = "imported.yaml";

/**
 * Parses and validates all files, in the order of their paths, because file systems differ in their order. A file whose
 * value is known is not parsed.
 */
export function readDocuments(
  files: readonly SchemaFile[],
  memo: Memo,
  report: Report,
  values: FileValues = new Map(),
): SchemaDocuments {
  const { payloads, components, single } = sortByRole(files, memo, report, values);
  const vendor = single.get("vendor.yaml") ?? complainOfMissingFile("vendor.yaml", report);
  const [hasEvents, hasRoutes] = [single.has("events.yaml"), single.has("routes.yaml")];
  if (!hasEvents && (!hasRoutes || valueAt(vendor.value, "webhooks") !== undefined))
    complainOfMissingFile("events.yaml", report);
  if (!hasRoutes && !hasEvents) complainOfMissingFile("routes.yaml", report);
  const events = single.get("events.yaml") ?? createEmptyDocument("events.yaml", report);
  const routes = single.get("routes.yaml") ?? createEmptyDocument("routes.yaml", report);
  const corrections = single.get("corrections.yaml");
  return {
    vendor,
    events,
    routes,
    hasEvents,
    hasRoutes,
    payloads,
    components,
    ...(corrections && { corrections }),
  };
}

/** Reads each file. Complains about files that have no role. */
function sortByRole(
  files: readonly SchemaFile[],
  memo: Memo,
  report: Report,
  values: FileValues,
): Pick<SchemaDocuments, "payloads" | "components"> & {
  /** Documents by path that exist once, such as `vendor.yaml`. */
  readonly single: ReadonlyMap<string, YamlDocument>;
} {
  const payloads = new Map<string, YamlDocument>();
  const components = new Map<string, YamlDocument>();
  const single = new Map<string, YamlDocument>();
  for (const file of files.filter(isDocument).sort(byPath)) {
    const format = formatOf(file.path);
    if (!format) {
      complainOfUnknownFile(createEmptyDocument(file.path, report));
      continue;
    }
    const known = values.get(file.path);
    const document =
      known === undefined
        ? readDocument(file, format, memo, report)
        : documentOf(file, known, format, report);
    if (format === "payload") addPayloadDocument(payloads, document);
    else if (format === "components") components.set(file.path, document);
    else single.set(file.path, document);
  }
  return { payloads, components, single };
}

/** Adds a payload file. Complains about a second file for an event. */
function addPayloadDocument(payloads: Map<string, YamlDocument>, document: YamlDocument): void {
  const event = eventOfPayload(document.file, document.value);
  const first = payloads.get(event);
  if (first === undefined) payloads.set(event, document);
  else {
    const message = `The event is \`${event}\`, which ${first.file} also describes; expected one file for each event.`;
    document.complain(["event"], { message });
  }
}

/** The event of a payload file: its key `event`, or else the name of the file. */
export function eventOfPayload(path: string, value: Json): string {
  const event = valueAt(value, "event");
  if (typeof event === "string") return event;
  return path.slice(path.lastIndexOf("/") + 1, -".yaml".length);
}

/** Tests whether a file belongs to the schema. The record of imports does not. */
function isDocument({ path }: SchemaFile): boolean {
  return /\.ya?ml$/i.test(path) && path !== RECORD_FILE;
}

function byPath(a: SchemaFile, b: SchemaFile): number {
  return a.path < b.path ? -1 : 1;
}

function formatOf(path: string): Format | undefined {
  if (path === "vendor.yaml") return "vendor";
  if (path === "events.yaml") return "events";
  if (path === "routes.yaml") return "routes";
  if (path === "corrections.yaml") return "corrections";
  if (path === "import.yaml") return "import";
  if (/^payloads\/[^/]+\.yaml$/.test(path)) return "payload";
  return /^components\/[^/]+\.yaml$/.test(path) ? "components" : undefined;
}

function complainOfUnknownFile(document: YamlDocument): void {
  const expected =
    "`vendor.yaml`, `events.yaml`, `routes.yaml`, `corrections.yaml`, `payloads/*.yaml` or `components/*.yaml`";
  const renamed = document.file.replace(/\.ya?ml$/i, ".yaml");
  const suggestion = formatOf(renamed)
    ? renamed
    : nearestKey(document.file, [...SINGLE_FILES, "corrections.yaml"]);
  document.complain([], { message: `The file is unknown; expected ${expected}.`, suggestion });
}

const SINGLE_FILES = ["vendor.yaml", "events.yaml", "routes.yaml"] as const;

/** Complains, and returns a document without a value in place of the missing one. */
function complainOfMissingFile(path: string, report: Report): YamlDocument {
  const document = createEmptyDocument(path, report);
  const message = "The file is missing; expected a map of entries, or `{}` if there are none.";
  document.complain([], { message });
  return { ...document, value: undefined };
}

function createEmptyDocument(path: string, report: Report): YamlDocument {
  return createDocument({ path, text: "" }, {}, report);
}

/** Parses and validates a file. The memo keeps the value of a valid file by its text. */
function readDocument(file: SchemaFile, format: Format, memo: Memo, report: Report): YamlDocument {
  const kind = `document ${format}`;
  const text = withoutModeline(file);
  const known = memo.recall(kind, text);
  if (known !== undefined) return recallDocument(file, known, report);
  const complaints: Diagnostic[] = [];
  const document = parseYaml(file, (complaint) => {
    complaints.push(complaint);
    report(complaint);
  });
  if (document.value !== undefined) validate(document, format);
  if (complaints.length === 0) memo.keep(kind, text, JSON.stringify(document.value));
  return document;
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
  if (format === undefined || !isReadable(file)) return;
  memo.keep(`document ${format}`, withoutModeline(file), JSON.stringify(value));
}

/** The comment for editors names a folder, and does not change the value. */
function withoutModeline({ text }: SchemaFile): string {
  return text.replace(/^# yaml-language-server: .*\n/, "");
}

function recallDocument(file: SchemaFile, json: string, report: Report): YamlDocument {
  return createDocument(file, toParsed(JSON.parse(json)), report);
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

/** The documents of the folder `payloads`, by event. */
export type PayloadDocuments = ReadonlyMap<string, YamlDocument>;

/** The shared schemas by file, such as `components/api.yaml`. */
export type ComponentDocuments = ReadonlyMap<string, YamlDocument>;

/** All documents of a schema folder, by role. */
export interface SchemaDocuments {
  readonly vendor: YamlDocument;
  /** Empty if there is no `events.yaml`. */
  readonly events: YamlDocument;
  /** Empty if there is no `routes.yaml`. */
  readonly routes: YamlDocument;
  readonly hasEvents: boolean;
  readonly hasRoutes: boolean;
  readonly payloads: PayloadDocuments;
  readonly components: ComponentDocuments;
  /** Absent if there is no `corrections.yaml`. */
  readonly corrections?: YamlDocument;
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
