/**
 * `imported.yaml` records a digest of each entry that imports wrote. An entry that differs from its
 * digest was changed by hand; one without a digest was written by hand.
 */
import { createHash } from "node:crypto";
import { entriesOf, isMap, type Json, keysOf, mapOf } from "../../model/json.js";
import { eventOfPayload, RECORD_FILE } from "../../read/documents/documents.js";
import type { YamlDocument } from "../../read/documents/yaml-document.js";
import { printEntry } from "./print-yaml.js";

export { RECORD_FILE };

/** Lists the entries of files, given as parsed values by path. */
export function listEntries(files: ReadonlyMap<string, Json>): Entries {
  const entries = new Map<string, Entry>();
  for (const [path, value] of files) {
    if (path !== "routes.yaml" && !path.startsWith("components/")) continue;
    const kind = path === "routes.yaml" ? "route" : "component";
    for (const [key, entry] of entriesOf(value)) {
      const name = toEntryName(path, key);
      entries.set(name, { name, kind, value: entry, places: [{ path, key }] });
    }
  }
  const payloads = listPayloadFiles(files);
  const events = mapOf(files.get("events.yaml"));
  for (const event of new Set([...Object.keys(events), ...payloads.keys()])) {
    const ofEvent = listEvent(event, events[event], payloads.get(event));
    for (const entry of ofEvent) entries.set(entry.name, entry);
  }
  return entries;
}

/** The name of the entry that a key of a file is. */
export function toEntryName(path: string, key: string): string {
  return `${path} ${key}`;
}

/** The name of the entry of an event. */
export function eventEntryName(event: string): string {
  return toEntryName("events.yaml", event);
}

function listPayloadFiles(files: ReadonlyMap<string, Json>): ReadonlyMap<string, Payload> {
  const payloads = [...files].filter(([path]) => path.startsWith("payloads/"));
  return new Map(payloads.map(([path, value]) => [eventOfPayload(path, value), { path, value }]));
}

/** An event, and then its actions. */
function* listEvent(event: string, value: Json, payload: Payload | undefined): Generator<Entry> {
  const ofEvent = mapOf(value)["actions"];
  const ofPayload = mapOf(mapOf(payload?.value)["actions"]);
  const inEvents = { path: "events.yaml", key: event };
  const inPayload = payload ? [{ path: payload.path, key: "payload" }] : [];
  const texts = [mapOf(value)["description"] ?? null, mapOf(payload?.value)["payload"] ?? null];
  const name = eventEntryName(event);
  yield { name, kind: "event", event, value: texts, places: [inEvents, ...inPayload] };
  const actionNames = Array.isArray(ofEvent) ? ofEvent.map(String) : keysOf(ofEvent);
  for (const action of new Set([...actionNames, ...Object.keys(ofPayload)])) {
    const text = isMap(ofEvent) ? (ofEvent[action] ?? null) : null;
    const places = [
      { ...inEvents, action },
      ...(payload ? [{ path: payload.path, key: action, action }] : []),
    ];
    yield {
      name: `${name} ${action}`,
      kind: "action",
      event,
      value: [text, ofPayload[action] ?? null],
      places,
    };
  }
}

/** The digest of a value, which does not depend on the order of keys. */
export function digestEntry(value: Json): string {
  const text = JSON.stringify(value ?? null, (_key, child: Json) =>
    isMap(child) ? Object.fromEntries(sortByKey(Object.entries(child))) : child,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Sorts entries by their keys, which are unique. */
export function sortByKey<Value>(
  entries: Iterable<readonly [string, Value]>,
): readonly (readonly [string, Value])[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Complains about a record in another format, such as one with conflict markers. */
export function checkRecord(document: YamlDocument): void {
  const value = document.value;
  const isDigests = (digests: Json): boolean =>
    isMap(digests) && Object.values(digests).every((each) => typeof each === "string");
  if (value === undefined || (isMap(value) && Object.values(value).every(isDigests))) return;
  const message =
    "The file is not a record of imports; expected digests by description and entry. Restore it from version control, or delete it: then imports remove no entries that they wrote before.";
  document.complain([], { message });
}

/** The digests of `imported.yaml`, by label. */
export function readRecord(record: Json): ReadonlyMap<string, Digests> {
  return new Map(
    entriesOf(record).map(([label, digests]) => [
      label,
      new Map(entriesOf(digests).map(([name, value]) => [name, String(value)])),
    ]),
  );
}

/** Prints `imported.yaml`, without labels that have no entries. */
export function printRecord(record: ReadonlyMap<string, Digests>): string {
  const entries = [...record]
    .filter(([, digests]) => digests.size > 0)
    .map(([label, digests]) => printEntry(label, Object.fromEntries(sortByKey(digests))));
  return `${RECORD_HEAD}\n${entries.length === 0 ? "{}\n" : entries.join("\n")}`;
}

const RECORD_HEAD = `# Written by imports; do not edit. A digest of each imported entry tells \`import --prune\` which
# entries that were not changed by hand.
`;

// ---- Types

/** An entry of the schema: a route, a component, an action, or an event without its actions. */
export type Entry = {
  readonly name: string;
  readonly value: Json;
  /** Files and keys that contain it. */
  readonly places: readonly Place[];
} & (
  | { readonly kind: "route" | "component" }
  | { readonly kind: "event" | "action"; readonly event: string }
);

export interface Place {
  readonly path: string;
  readonly key: string;
  /** Absent: the entry is the whole value of the key. */
  readonly action?: string;
}

/** Entries by their name: `routes.yaml GET /x`, `components/api.yaml pet`, `events.yaml pet created`. */
export type Entries = ReadonlyMap<string, Entry>;

/** Digests by the name of their entry. */
export type Digests = ReadonlyMap<string, string>;

interface Payload {
  readonly path: string;
  readonly value: Json;
}
