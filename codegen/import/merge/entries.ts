/**
 * Lists the entries of a schema folder, each with its name and the places in files that hold it. An event is an entry
 * of two files, and each of its actions is an entry of its own:
 *
 *     routes.yaml GET /pets          in routes.yaml
 *     components/api.yaml pet        in components/api.yaml
 *     events.yaml pet                in events.yaml and payloads/pet.yaml
 *     events.yaml pet created        in the same files, below `actions`
 */
import { entriesOf, isMap, type Json, keysOf, mapOf } from "../../model/json.js";
import { eventOfPayload } from "../../read/documents/documents.js";

/** Lists the entries of files, given as parsed values by path. */
export function listEntries(files: ReadonlyMap<string, Json>): Entries {
  const entries = [...listRoutesAndComponents(files), ...listEvents(files)];
  return new Map(entries.map((entry) => [entry.name, entry]));
}

function listRoutesAndComponents(files: ReadonlyMap<string, Json>): readonly Entry[] {
  return [...files].flatMap(([path, value]): readonly Entry[] => {
    const isRoutes = path === "routes.yaml";
    if (!isRoutes && !path.startsWith("components/")) return [];
    return entriesOf(value).map(([key, entry]) => ({
      name: toEntryName(path, key),
      kind: isRoutes ? "route" : "component",
      value: entry,
      places: [{ path, key }],
    }));
  });
}

/** Lists each event, and after it its actions. */
function listEvents(files: ReadonlyMap<string, Json>): readonly Entry[] {
  const payloads = listPayloads(files);
  const values = mapOf(files.get("events.yaml"));
  const names = new Set([...Object.keys(values), ...payloads.keys()]);
  return [...names].flatMap((name) => {
    const event = { name, value: values[name], payload: payloads.get(name) };
    return [toEventEntry(event), ...listActions(event)];
  });
}

function listPayloads(files: ReadonlyMap<string, Json>): ReadonlyMap<string, Payload> {
  const payloads = [...files].filter(([path]) => path.startsWith("payloads/"));
  return new Map(payloads.map(([path, value]) => [eventOfPayload(path, value), { path, value }]));
}

function toEventEntry({ name, value, payload }: DescribedEvent): Entry {
  const description = mapOf(value)["description"] ?? null;
  const schema = mapOf(payload?.value)["payload"] ?? null;
  return {
    name: eventEntryName(name),
    kind: "event",
    event: name,
    value: [description, schema],
    places: [
      { path: "events.yaml", key: name },
      ...(payload ? [{ path: payload.path, key: "payload" }] : []),
    ],
  };
}

/** The actions of both files. `actions` in `events.yaml` is a list of names, or a map from names to texts. */
function listActions({ name: event, value, payload }: DescribedEvent): readonly Entry[] {
  const texts = mapOf(value)["actions"];
  const schemas = mapOf(mapOf(payload?.value)["actions"]);
  const named = Array.isArray(texts) ? texts.map(String) : keysOf(texts);
  return [...new Set([...named, ...Object.keys(schemas)])].map((action) => ({
    name: `${eventEntryName(event)} ${action}`,
    kind: "action",
    event,
    value: [isMap(texts) ? (texts[action] ?? null) : null, schemas[action] ?? null],
    places: [
      { path: "events.yaml", key: event, action },
      ...(payload ? [{ path: payload.path, key: action, action }] : []),
    ],
  }));
}

/** The name of the entry that a key of a file is. */
export function toEntryName(path: string, key: string): string {
  return `${path} ${key}`;
}

/** The name of the entry of an event. */
export function eventEntryName(event: string): string {
  return toEntryName("events.yaml", event);
}

// ---- Types

/** An entry of the schema: a route, a component, an action, or an event without its actions. */
export type Entry = {
  readonly name: string;
  /** Of an event or action its text and its schema: a list, because digests of earlier imports are of one. */
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

/** An event with what both files have about it. */
interface DescribedEvent {
  readonly name: string;
  readonly value: Json;
  readonly payload: Payload | undefined;
}

/** The file of an event in `payloads/`. */
interface Payload {
  readonly path: string;
  readonly value: Json;
}
