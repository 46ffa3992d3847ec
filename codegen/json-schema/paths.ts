import type { JsonSchema, JsonSchemaObject } from "../model.js";
import { dereference, type ResolveComponent } from "./references.js";
import { ALTERNATIVES, membersOf, propertiesOf, requiredOf } from "./walk.js";

/** The schema of an object about which nothing is known. */
export const ANY_OBJECT: JsonSchemaObject = { type: "object", additionalProperties: true };

/** A property of an object, found by a path. */
export interface PropertyAt {
  readonly schema: JsonSchema;
  /** Whether it is always there. */
  readonly isRequired: boolean;
}

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
    const property = propertiesOf(current)[name];
    if (property === undefined) return undefined;
    isRequired &&= requiredOf(current).includes(name);
    current = dereference(property, resolve);
  }
  return { schema: current, isRequired };
}

/**
 * The schema with one value at a dotted path, where it is always there. Alternatives are changed
 * one by one. A value inside a list is left as it is.
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

function setProperty(
  schema: JsonSchemaObject,
  path: string,
  value: string,
  resolve: ResolveComponent,
): JsonSchemaObject {
  if ("items" in schema || schema["type"] === "array") return schema;
  const [name = "", ...rest] = path.split(".");
  const { [name]: described, ...others } = propertiesOf(schema);
  const property =
    rest.length === 0
      ? { ...annotationsOf(described), enum: [value] }
      : setValueAt(described ?? ANY_OBJECT, rest.join("."), value, resolve);
  return {
    ...schema,
    properties: { [name]: property, ...others },
    required: [...new Set([name, ...requiredOf(schema)])],
  };
}

function annotationsOf(described: JsonSchema | undefined): JsonSchemaObject {
  return typeof described === "object" ? { description: described["description"] } : {};
}
