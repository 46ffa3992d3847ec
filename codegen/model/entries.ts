/** The names that handlers are registered for, and the modules that are loaded for events. */
import type { Event, JsonSchema, SchemaModel, Source } from "./model.js";
import { toModuleNames } from "./file-names.js";

/** The names of an event: the event itself, then each action in the order of the YAML. */
export function emitterEntries(event: Event): readonly [EmitterEntry, ...EmitterEntry[]] {
  const { name, description, payload, source, actions } = event;
  const combinations = actions.map((action) => ({
    name: `${name}.${action.name}`,
    event: name,
    action: action.name,
    description: action.description,
    payload: action.payload,
    source: action.source,
  }));
  return [{ name, event: name, description, payload, source }, ...combinations];
}

/** The events in the order of the YAML, each with its file. */
export function listEventModules({ events }: SchemaModel): readonly EventModule[] {
  const files = toModuleNames(events.map(({ name }) => name));
  return events.map((event, index) => ({ event, file: `events/${files[index] ?? ""}` }));
}

/** An event and the file, without extension, that is loaded for it. */
export interface EventModule {
  readonly event: Event;
  readonly file: string;
}

/** A name that handlers are registered for: an event, or an event with an action. */
export interface EmitterEntry {
  /** `<event>` or `<event>.<action>`. */
  readonly name: string;
  /** The event name in a delivery. */
  readonly event: string;
  readonly action?: string;
  readonly description?: string | undefined;
  readonly payload?: JsonSchema | undefined;
  readonly source: Source;
}
