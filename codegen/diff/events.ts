/** Compares the events of two models: their payloads, and what they fetch. */
import { isEqual } from "../model/json.js";
import type { Event, EventResource, JsonSchema, SchemaModel } from "../model/model.js";
import type { EntryChanges } from "./routes.js";
import type { SchemaComparison } from "./schemas.js";
import type { LocalChange } from "./types.js";

/** Lists the changes of each event and of each action, by `<event>` and `<event>.<action>`. */
export function compareEvents(
  before: SchemaModel,
  after: SchemaModel,
  schemas: SchemaComparison,
): readonly EntryChanges[] {
  const formerPayloads = listPayloads(before.events);
  const currentPayloads = listPayloads(after.events);
  const names = new Set([...formerPayloads.keys(), ...currentPayloads.keys()]);
  return [...names].map((entry) => {
    const former = formerPayloads.get(entry);
    const current = currentPayloads.get(entry);
    if (former === undefined)
      return { entry, changes: [{ level: "minor", place: "", text: "is new" }], schemas: [] };
    if (current === undefined)
      return { entry, changes: [{ level: "major", place: "", text: "is gone" }], schemas: [] };
    return {
      entry,
      changes: compareResources(findResource(before, entry), findResource(after, entry)),
      schemas: former.flatMap((payload) =>
        current.map((next) => schemas.compare(payload, next, "received", "payload")),
      ),
    };
  });
}

/** The payload of each event and action, in a list: empty for an event with actions, whose payloads cover its own. */
function listPayloads(events: readonly Event[]): ReadonlyMap<string, readonly JsonSchema[]> {
  return new Map<string, readonly JsonSchema[]>(
    events.flatMap(({ name, actions, payload = true }) => [
      [name, actions.length > 0 ? [] : [payload]] as const,
      ...actions.map((each) => [`${name}.${each.name}`, [each.payload ?? true]] as const),
    ]),
  );
}

/** Finds the resource of an event. Its actions have the same one, which is compared once. */
function findResource({ events }: SchemaModel, entry: string): EventResource | undefined {
  return events.find(({ name }) => name === entry)?.resource;
}

/** Compares what `event.fetch()` gets. Handlers that call it no longer compile, or get another type. */
function compareResources(
  before: EventResource | undefined,
  after: EventResource | undefined,
): readonly LocalChange[] {
  const place = "fetch";
  if (before === undefined)
    return after ? [{ level: "minor", place, text: "is new", after: after.route }] : [];
  if (after === undefined)
    return [{ level: "major", place, text: "is gone", before: before.route }];
  const routes = { before: before.route, after: after.route };
  if (before.route !== after.route)
    return [{ level: "major", place, text: "calls another route", ...routes }];
  if (isEqual(before.parameters, after.parameters)) return [];
  return [{ level: "patch", place, text: "reads its parameters elsewhere" }];
}
