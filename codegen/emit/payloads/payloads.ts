/** The schemas of the payloads of all events. */
import { valuesOf } from "../../json-schema/keywords.js";
import { ANY_OBJECT, findPropertyAt, setValueAt } from "../../json-schema/paths.js";
import {
  createResolver,
  dereference,
  type ResolveComponent,
} from "../../json-schema/references.js";
import { emitterEntries, type EmitterEntry } from "../../model/entries.js";
import type { Memo } from "../../model/memo.js";
import { type Event, eventPathOf, type JsonSchema, type SchemaModel } from "../../model/model.js";
import { nameOf, placeholdersOfEvent } from "../../model/names.js";
import type { TypeNames } from "../names/types.js";

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
  const { actionPath = "action" } = model; // only vendors with actions have entries with one
  const payloads = model.events.flatMap((event) => listPayloadsOfEvent(event, actionPath, resolve));
  return payloads.map(({ entry, schema }) => {
    const hasName = namePath !== undefined && placeholdersOfEvent(entry.event).length === 0;
    return {
      name: nameOf(names.events, entry.name).payload,
      schema: hasName ? setValueAt(schema, namePath, entry.event, resolve) : schema,
      entry,
    };
  });
}

/**
 * Lists the payloads of an event: one for each action, or one for an event without actions. An event with one described
 * action that may have others has both.
 */
function listPayloadsOfEvent(
  event: Event,
  actionPath: string,
  resolve: ResolveComponent,
): readonly Omit<PayloadSchema, "name">[] {
  const [bare, ...combinations] = emitterEntries(event);
  const toBare = (payload: JsonSchema = ANY_OBJECT) => ({
    entry: bare,
    schema: dereference(payload, resolve),
  });
  if (combinations.length === 0) return [toBare(bare.payload)];
  const ofActions = combinations.map((entry) => {
    const { payload = ANY_OBJECT, action = "" } = entry;
    return { entry, schema: setValueAt(payload, actionPath, action, resolve) };
  });
  const onlyPayload = combinations.length === 1 ? combinations[0]?.payload : undefined;
  const hasOthers = onlyPayload !== undefined && hasOtherActions(onlyPayload, actionPath, resolve);
  return hasOthers ? [toBare(onlyPayload), ...ofActions] : ofActions;
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

// ---- Types

/** The context of emitters that need only payloads. */
export interface PayloadContext {
  readonly model: SchemaModel;
  readonly resolve: ResolveComponent;
  readonly payloads: readonly PayloadSchema[];
  readonly memo: Memo;
}

/** A payload with a schema of its own. Other payloads are unions of these. */
export interface PayloadSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly entry: EmitterEntry;
}
