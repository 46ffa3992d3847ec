import { createResolver, dereference, type ResolveComponent } from "../json-schema/references.js";
import { valuesOf } from "../json-schema/types.js";
import { membersOf, propertiesOf, requiredOf } from "../json-schema/walk.js";
import type { Memo } from "../memo.js";
import type { JsonSchema, JsonSchemaObject, SchemaModel } from "../model.js";
import { emitterEntries, type EmitterEntry } from "./emitter-entries.js";
import { nameOf, type TypeNames } from "./type-names.js";

/** The schema of a payload without a description. */
const UNDESCRIBED: JsonSchemaObject = { type: "object", additionalProperties: true };

/** A payload with a schema of its own. Other payloads are unions of these. */
export interface PayloadSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly entry: EmitterEntry;
}

/** The context of emitters that need only payloads. */
export interface PayloadContext {
  readonly model: SchemaModel;
  readonly resolve: ResolveComponent;
  readonly payloads: readonly PayloadSchema[];
  readonly memo: Memo;
}

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
 * Lists the schemas of all payloads. In the payload of an action, `action` has no other value, so
 * that handlers can narrow by it.
 */
export function listPayloadSchemas(
  model: SchemaModel,
  names: TypeNames,
  resolve: ResolveComponent,
): readonly PayloadSchema[] {
  const withName = (entry: EmitterEntry, schema: JsonSchema): PayloadSchema => {
    return { name: nameOf(names.events, entry.name).payload, schema, entry };
  };
  return model.events.flatMap((event) => {
    const [bare, ...combinations] = emitterEntries(event);
    const own = combinations.map((entry) => {
      return withName(entry, withAction(entry.payload ?? UNDESCRIBED, entry.action ?? "", resolve));
    });
    if (combinations.length === 0) {
      return [withName(bare, dereference(bare.payload ?? UNDESCRIBED, resolve))];
    }
    const only = combinations.length === 1 ? combinations[0]?.payload : undefined;
    if (only === undefined || !hasOtherActions(only, resolve)) return own;
    return [withName(bare, dereference(only, resolve)), ...own];
  });
}

/**
 * Whether an event that is described with one action has others: senders choose the action if it
 * may be any text, and leave it out if it is not required.
 */
function hasOtherActions(payload: JsonSchema, resolve: ResolveComponent): boolean {
  const target = dereference(payload, resolve);
  if (typeof target === "boolean") return false;
  const action = propertiesOf(target)["action"];
  const schema = action === undefined ? true : dereference(action, resolve);
  if (typeof schema === "boolean") return false;
  if (!requiredOf(target).includes("action")) return true;
  return schema["type"] === "string" && valuesOf(schema) === undefined;
}

function withAction(schema: JsonSchema, action: string, resolve: ResolveComponent): JsonSchema {
  const payload = dereference(schema, resolve);
  if (typeof payload === "boolean") return withActionProperty(UNDESCRIBED, action);
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const variants = membersOf(payload, keyword);
    if (variants.length === 0 || "properties" in payload) continue;
    return {
      ...payload,
      [keyword]: variants.map((variant) => withAction(variant, action, resolve)),
    };
  }
  return withActionProperty(payload, action);
}

function withActionProperty(schema: JsonSchemaObject, action: string): JsonSchemaObject {
  const { action: described, ...others } = propertiesOf(schema);
  const annotations =
    typeof described === "object" ? { description: described["description"] } : {};
  return {
    ...schema,
    properties: { action: { ...annotations, enum: [action] }, ...others },
    required: [...new Set(["action", ...requiredOf(schema)])],
  };
}
