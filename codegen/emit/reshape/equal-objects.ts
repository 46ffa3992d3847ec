/**
 * Tells which objects have equal types. Objects may differ in annotations and in `null`: these stay where an object
 * occurs, beside the reference that takes its place.
 */
import {
  allowsNull,
  propertiesOf,
  refOf,
  requiredOf,
  without,
} from "../../json-schema/keywords.js";
import type { Component, JsonSchema, JsonSchemaObject } from "../../model/model.js";
import { toPlainSchema } from "../schema-types/plain-schema.js";

/**
 * Creates a function that prints a schema for comparison: equal types, including the comments on their properties, give
 * equal texts.
 */
export function createTypeText(components: readonly Component[]): (schema: JsonSchema) => string {
  const followAlias = createAliasFollower(components);
  // Most equal objects are written alike, so that their types need not be compared.
  const known = new Map<string, string>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const typeText = known.get(text) ?? printTypeText(schema, followAlias);
    known.set(text, typeText);
    return typeText;
  };
}

/** The order of properties does not matter. */
function printTypeText(schema: JsonSchema, followAlias: FollowAlias): string {
  if (typeof schema === "boolean") return String(schema);
  const properties = Object.entries(propertiesOf(schema));
  const ordered = properties.sort(([one], [other]) => (one < other ? -1 : 1));
  const sorted = {
    ...withoutAnnotations(schema),
    properties: Object.fromEntries(ordered),
    required: [...new Set(requiredOf(schema))].sort(),
  };
  // Types of sent values, where a time may be a `Date`, differ in more cases than types of received ones.
  return JSON.stringify(toPlainSchema(sorted, followAlias, true));
}

/** Follows components that are only a reference. They have the type of its target. */
function createAliasFollower(components: readonly Component[]): FollowAlias {
  const targets = new Map<string, string>();
  for (const { ref, schema } of components) {
    const target = refOf(schema);
    const isAlias = Object.keys(schema).length === 1;
    if (target !== undefined && isAlias) targets.set(ref, target);
  }
  return (ref) => {
    let last = ref;
    // The checker has refused circular references.
    for (let next = targets.get(ref); next !== undefined; next = targets.get(next)) last = next;
    return last;
  };
}

/** Keywords that may differ between occurrences of the same object. */
const VARYING_KEYWORDS = ["description", "deprecated", "default", "readOnly", "writeOnly"];

/** Replaces an object by a reference. Annotations and `null` are kept. */
export function referTo(ref: string, schema: JsonSchemaObject): JsonSchemaObject {
  const annotations = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => VARYING_KEYWORDS.includes(keyword)),
  );
  if (!allowsNull(schema)) return { $ref: ref, ...annotations };
  return { ...annotations, anyOf: [{ $ref: ref }, { type: "null" }] };
}

/** Removes annotations and the type `null`. */
export function withoutAnnotations(schema: JsonSchemaObject): JsonSchemaObject {
  const isList = Array.isArray(schema["type"]);
  return { ...without(schema, VARYING_KEYWORDS), ...(isList && { type: "object" }) };
}

/** Returns the component that a reference leads to in the end. */
type FollowAlias = (ref: string) => string;
