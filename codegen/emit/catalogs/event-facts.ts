/** Facts about events that the webhook catalog has, where some event needs them: their resources, and dots in their names. */
import type { EventResource, SchemaModel } from "../../model/model.js";

/** Tells whether an event has a resource that a request gets. */
export function hasEventResources({ events }: SchemaModel): boolean {
  return events.some(({ resource }) => resource !== undefined);
}

/** The resources of events, by the names of these. */
export function listEventResources({
  events,
}: SchemaModel): Readonly<Record<string, EventResource>> {
  return Object.fromEntries(
    events.flatMap(({ name, resource }) => (resource ? [[name, resource] as const] : [])),
  );
}

/** Events with a dot in their own names, the longest first, if the vendor has actions. */
export function listDottedNames({ actionPath, events }: SchemaModel): readonly string[] {
  if (actionPath === undefined) return [];
  const names = events.map(({ name }) => name).filter((name) => name.includes("."));
  return names.sort((one, other) => other.length - one.length);
}
