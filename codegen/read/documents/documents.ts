/**
 * The documents of a schema folder, by their role: `payloads/order.yaml` is the payload of the event `order`.
 * Complains about files that are missing, and about files without a role.
 */
import type { Json } from "../../model/json.js";
import type { Memo } from "../../model/memo.js";
import { nearestKey } from "../../model/messages.js";
import { type FileValues, formatOf, readDocument } from "./read-document.js";
import {
  createDocument,
  type Report,
  type SchemaFile,
  valueAt,
  type YamlDocument,
} from "./yaml-document.js";

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
    const document = readDocument(file, format, { memo, values, report });
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
