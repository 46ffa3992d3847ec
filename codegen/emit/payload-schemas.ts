import { createResolver, dereference, type ResolveComponent } from "../json-schema/references.js";
import type { Memo } from "../memo.js";
import type { JsonSchema, JsonSchemaObject, SchemaModel } from "../model.js";
import { emitterEntries, type EmitterEntry } from "./emitter-entries.js";
import { nameOf, type TypeNames } from "./type-names.js";
import { isSchema, mapOf } from "./types/plain-schema.js";

/** What is known of a payload that nobody has described. */
const undescribed: JsonSchemaObject = { type: "object", additionalProperties: true };

/** A payload with a schema of its own; the others are unions of these. */
export interface PayloadSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly entry: EmitterEntry;
}

/** What is made from payloads alone is given no more than this. */
export interface PayloadContext {
  readonly model: SchemaModel;
  readonly resolve: ResolveComponent;
  readonly payloads: readonly PayloadSchema[];
  readonly memo: Memo;
}

/** All that is worked out for what is made from payloads alone. */
export function createPayloadContext(
  model: SchemaModel,
  names: TypeNames,
  memo: Memo,
): PayloadContext {
  const resolve = createResolver(model);
  return { model, resolve, payloads: listPayloadSchemas(model, names, resolve), memo };
}

/**
 * The schemas of all deliveries' payloads. That of an action has the action's name as the only
 * value of `action`: handlers are narrowed by it.
 */
export function listPayloadSchemas(
  model: SchemaModel,
  names: TypeNames,
  resolve: ResolveComponent,
): readonly PayloadSchema[] {
  return model.events.flatMap((event) => {
    const [bare, ...combinations] = emitterEntries(event);
    const own = combinations.map((entry) => withName(entry, narrow(entry, entry.payload)));
    if (combinations.length === 0) return [withName(bare, dereferencePayload(bare.payload))];
    const only = combinations.length === 1 ? combinations[0]?.payload : undefined;
    return isMoreThanItsAction(only) ? [withName(bare, dereferencePayload(only)), ...own] : own;
  });

  function withName(entry: EmitterEntry, schema: JsonSchema): PayloadSchema {
    return { name: nameOf(names.events, entry.name).payload, schema, entry };
  }

  function narrow(entry: EmitterEntry, payload: JsonSchema = undescribed): JsonSchema {
    return withAction(payload, entry.action ?? "", resolve);
  }

  function dereferencePayload(payload: JsonSchema = undescribed): JsonSchema {
    return dereference(payload, resolve);
  }

  /**
   * The event is not bound to the one action that it is described with: its sender chooses it,
   * where it may be any text, or leaves it out, where it is not required.
   */
  function isMoreThanItsAction(payload: JsonSchema | undefined): payload is JsonSchema {
    if (payload === undefined) return false;
    const target = dereference(payload, resolve);
    if (typeof target === "boolean") return false;
    const action = mapOf(target["properties"])["action"];
    const plain = action === undefined ? true : dereference(action, resolve);
    if (typeof plain === "boolean") return false;
    const required = Array.isArray(target["required"]) ? target["required"] : [];
    if (!required.includes("action")) return true;
    return plain["type"] === "string" && !("enum" in plain) && !("const" in plain);
  }
}

function withAction(schema: JsonSchema, action: string, resolve: ResolveComponent): JsonSchema {
  const payload = dereference(schema, resolve);
  if (typeof payload === "boolean") return withActionProperty(undescribed, action);
  for (const keyword of ["oneOf", "anyOf"]) {
    const variants = payload[keyword];
    if (!Array.isArray(variants) || "properties" in payload) continue;
    const narrowed = variants
      .filter(isSchema)
      .map((variant) => withAction(variant, action, resolve));
    return { ...payload, [keyword]: narrowed };
  }
  return withActionProperty(payload, action);
}

function withActionProperty(schema: JsonSchemaObject, action: string): JsonSchemaObject {
  const { action: described, ...others } = mapOf(schema["properties"]);
  const annotations =
    typeof described === "object" ? { description: described["description"] } : {};
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  return {
    ...schema,
    properties: { action: { ...annotations, enum: [action] }, ...others },
    required: [...new Set(["action", ...required])],
  };
}
