/**
 * Finds and sets the value that a dotted path leads to in a schema, such as `object.kind`. Both read only what the
 * schema itself describes; `path-lookup.ts` also looks into compositions and lists.
 */
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import { dereference, type ResolveComponent } from "./references.js";
import { ALTERNATIVES, membersOf, propertiesOf, propertyOf, requiredOf } from "./keywords.js";

/** The property that a dotted path leads to; `undefined` if it is not described. */
export function findPropertyAt(
  schema: JsonSchema,
  path: string,
  resolve: ResolveComponent,
): PropertyAt | undefined {
  let current = dereference(schema, resolve);
  let isRequired = true;
  for (const name of path.split(".")) {
    if (typeof current === "boolean") return undefined;
    const property = propertyOf(current, name);
    if (property === undefined) return undefined;
    isRequired &&= requiredOf(current).includes(name);
    current = dereference(property, resolve);
  }
  return { schema: current, isRequired };
}

// ---- Setting the value at a path

/** The schema of any object. */
export const ANY_OBJECT: JsonSchemaObject = { type: "object", additionalProperties: true };

/**
 * Sets the only value at a dotted path, and makes it required. Each alternative is changed. Values
 * inside lists stay the same.
 */
export function setValueAt(
  schema: JsonSchema,
  path: string,
  value: string,
  resolve: ResolveComponent,
): JsonSchemaObject {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return setProperty(ANY_OBJECT, path, value, resolve);
  for (const keyword of ALTERNATIVES) {
    const variants = membersOf(target, keyword);
    if (variants.length === 0 || "properties" in target) continue;
    const changed = variants.map((variant) => setValueAt(variant, path, value, resolve));
    return { ...target, [keyword]: changed };
  }
  return setProperty(target, path, value, resolve);
}

/** Sets the value in an object schema without alternatives. */
function setProperty(
  schema: JsonSchemaObject,
  path: string,
  value: string,
  resolve: ResolveComponent,
): JsonSchemaObject {
  if ("items" in schema || schema["type"] === "array") return schema;
  const [name = "", ...deeperPath] = path.split(".");
  const { [name]: described, ...otherProperties } = propertiesOf(schema);
  const property =
    deeperPath.length === 0
      ? { ...annotationsOf(described), enum: [value] }
      : setValueAt(described ?? ANY_OBJECT, deeperPath.join("."), value, resolve);
  return {
    ...schema,
    properties: { [name]: property, ...otherProperties },
    required: [...new Set([name, ...requiredOf(schema)])],
  };
}

/** The keywords that stay when a value takes the place of a schema. */
function annotationsOf(described: JsonSchema | undefined): JsonSchemaObject {
  return typeof described === "object" ? { description: described["description"] } : {};
}

// ---- Types

/** A property of an object, found by a path. */
export interface PropertyAt {
  readonly schema: JsonSchema;
  /** Set if all objects on the path require the next property. */
  readonly isRequired: boolean;
}
