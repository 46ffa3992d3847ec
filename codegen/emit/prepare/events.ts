/** Event names with their modules, and the schemas of their payloads. */
import { ANY_OBJECT, findPropertyAt, setValueAt } from "../../json-schema/paths.js";
import {
  createResolver,
  dereference,
  type ResolveComponent,
} from "../../json-schema/references.js";
import { valuesOf } from "../../json-schema/keywords.js";
import type { Memo } from "../../model/memo.js";
import { type Event, eventPathOf, type JsonSchema, type SchemaModel } from "../../model/model.js";
import { nameOf, placeholdersOfEvent, toModuleNames, toValueKey } from "../../model/names.js";
import type { EmitterEntry, PayloadContext, PayloadSchema, TypeNames } from "./types.js";

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

/** An event and the file, without extension, that is loaded for it. */
export interface EventModule {
  readonly event: Event;
  readonly file: string;
}

export function listEventModules({ events }: SchemaModel): readonly EventModule[] {
  const files = toModuleNames(events.map(({ name }) => name));
  return events.map((event, index) => ({ event, file: `events/${files[index] ?? ""}` }));
}

/** The entries of a map from event to the import of its module. */
export function printEventLoaders(model: SchemaModel): string {
  const entries = listEventModules(model).map(({ event, file }) => {
    return `  ${toValueKey(event.name)}: () => import(${JSON.stringify(`./${file}.js`)}),`;
  });
  return entries.join("\n");
}

// ---- Payloads

/** Lists the payloads for validators and samples. */
export function createPayloadContext(
  model: SchemaModel,
  names: TypeNames,
  memo: Memo,
): PayloadContext {
  const resolve = createResolver(model);
  return { model, resolve, payloads: listPayloadSchemas(model, names, resolve), memo };
}

/**
 * Lists the schemas of all payloads. In the payload of an action, the action has no other value, so
 * that handlers can narrow by it. The same holds for the name of an event if payloads hold it.
 */
export function listPayloadSchemas(
  model: SchemaModel,
  names: TypeNames,
  resolve: ResolveComponent,
): readonly PayloadSchema[] {
  const namePath = eventPathOf(model);
  const withName = (entry: EmitterEntry, schema: JsonSchema): PayloadSchema => {
    const hasName = namePath !== undefined && placeholdersOfEvent(entry.event).length === 0;
    return {
      name: nameOf(names.events, entry.name).payload,
      schema: hasName ? setValueAt(schema, namePath, entry.event, resolve) : schema,
      entry,
    };
  };
  return model.events.flatMap((event) => {
    const [bare, ...combinations] = emitterEntries(event);
    const { actionPath = "action" } = model; // only vendors with actions have combinations
    const own = combinations.map((entry) => {
      const { payload = ANY_OBJECT, action = "" } = entry;
      return withName(entry, setValueAt(payload, actionPath, action, resolve));
    });
    if (combinations.length === 0) {
      return [withName(bare, dereference(bare.payload ?? ANY_OBJECT, resolve))];
    }
    const only = combinations.length === 1 ? combinations[0]?.payload : undefined;
    if (only === undefined || !hasOtherActions(only, actionPath, resolve)) return own;
    return [withName(bare, dereference(only, resolve)), ...own];
  });
}

/**
 * Tells whether an event with one described action may have others: its action can be any text, or can
 * be absent.
 */
function hasOtherActions(
  payload: JsonSchema,
  actionPath: string,
  resolve: ResolveComponent,
): boolean {
  if (typeof dereference(payload, resolve) === "boolean") return false;
  const action = findPropertyAt(payload, actionPath, resolve) ?? {
    schema: true,
    isRequired: false,
  };
  if (typeof action.schema === "boolean") return false;
  if (!action.isRequired) return true;
  return action.schema["type"] === "string" && valuesOf(action.schema) === undefined;
}
