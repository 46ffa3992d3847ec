/** Applies the change of a correction to one schema. */
import { COMPOSITIONS, membersOf, typesOf, valuesOf, without } from "../json-schema/keywords.js";
import { openEnum } from "../json-schema/open-values.js";
import { LIMITS } from "../json-schema/plan.js";
import { acceptsType, type ResolveComponent } from "../json-schema/references.js";
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import type { Change, ChangeKey } from "./corrections.js";

/** Applies a change. Returns the same schema if the change has no effect. */
export function changeSchema(
  schema: JsonSchema,
  change: Change,
  resolve: ResolveComponent,
  note: NoteEffect,
): JsonSchema {
  const apply = (key: ChangeKey, before: JsonSchema, after: JsonSchema): JsonSchema => {
    if (after === before) return before;
    note(key);
    return after;
  };
  let result = schema;
  if (change.schema !== undefined)
    result = apply("schema", result, replaceSchema(result, change.schema));
  if (change.open) result = apply("open", result, openSchema(result));
  if (change.unlimited) result = apply("unlimited", result, removeLimits(result));
  if (change.values) result = apply("values", result, addValues(result, change.values));
  for (const type of change.types ?? []) {
    result = apply("types", result, addType(result, type, resolve));
  }
  if (change.nullable) result = apply("nullable", result, addType(result, "null", resolve));
  return result;
}

/** The replacement, unless it equals the schema. */
function replaceSchema(schema: JsonSchema, replacement: JsonSchema): JsonSchema {
  return JSON.stringify(schema) === JSON.stringify(replacement) ? schema : replacement;
}

/**
 * Adds a type in the simplest possible way: `null` to an `enum`, a type to other types, an alternative to
 * other alternatives. Any other schema becomes an alternative itself.
 */
function addType(schema: JsonSchema, type: string, resolve: ResolveComponent): JsonSchema {
  if (typeof schema === "boolean" || acceptsType(schema, type, resolve)) return schema;
  const values = valuesOf(schema);
  const types = typesOf(schema);
  if (values && type === "null") return addNullToValues(schema, values);
  const isComposed = COMPOSITIONS.some((keyword) => keyword in schema);
  if (types.length > 0 && !values && !isComposed && canCombine(types, type)) {
    return { ...schema, type: [...types, type] };
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (keyword in schema && types.length === 0) {
      return { ...schema, [keyword]: [...membersOf(schema, keyword), { type }] };
    }
  }
  return { anyOf: [schema, { type }] };
}

/** Types that can be combined in a list of types. Objects and lists have keywords of their own. */
const PLAIN_TYPES = ["string", "integer", "number", "boolean", "null"];

/** Tests whether a type can be combined with others in a list. `null` always can. */
function canCombine(types: readonly string[], type: string): boolean {
  return type === "null" || [...types, type].every((each) => PLAIN_TYPES.includes(each));
}

function addNullToValues(schema: JsonSchemaObject, values: readonly unknown[]): JsonSchemaObject {
  const types = typesOf(schema);
  return {
    ...without(schema, ["const"]),
    ...(types.length > 0 && { type: [...new Set([...types, "null"])] }),
    enum: [...new Set([...values, null])],
  };
}

/** Adds values to the first `enum` or `const` of the schema or of its compositions. */
function addValues(schema: JsonSchema, added: readonly unknown[]): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const values = valuesOf(schema);
  if (values) {
    const extended = [...new Set([...values, ...added])];
    if (extended.length === values.length) return schema;
    return { ...without(schema, ["const"]), enum: extended };
  }
  return changeFirstMember(schema, (member) => addValues(member, added));
}

/** Changes the first member of a composition that a change has an effect on. */
function changeFirstMember(
  schema: JsonSchemaObject,
  change: (member: JsonSchema) => JsonSchema,
): JsonSchemaObject {
  for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
    const members = membersOf(schema, keyword);
    for (const [index, member] of members.entries()) {
      const changed = change(member);
      if (changed !== member) return { ...schema, [keyword]: members.with(index, changed) };
    }
  }
  return schema;
}

/**
 * Removes `enum` or `additionalProperties: false`. The listed values remain as known values, which
 * editors complete.
 */
function openSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const values = valuesOf(schema);
  if (values) return openEnum(schema);
  if (schema["additionalProperties"] === false) return without(schema, ["additionalProperties"]);
  return changeInCompositions(schema, openSchema);
}

/** Removes the limits of a schema, or of the members of its compositions. */
function removeLimits(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return schema;
  if (LIMITS.some((keyword) => keyword in schema)) return without(schema, LIMITS);
  return changeInCompositions(schema, removeLimits);
}

/** Changes the members of compositions. Returns the same schema if no member changes. */
export function changeInCompositions(
  schema: JsonSchemaObject,
  change: (member: JsonSchema) => JsonSchema,
): JsonSchemaObject {
  let result = schema;
  for (const keyword of COMPOSITIONS) {
    const members = membersOf(schema, keyword);
    const changed = members.map(change);
    if (changed.some((member, index) => member !== members[index])) {
      result = { ...result, [keyword]: changed };
    }
  }
  return result;
}

/** Notes a key of a change that has an effect. */
export type NoteEffect = (key: ChangeKey) => void;
