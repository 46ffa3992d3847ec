import type { JsonSchema } from "../model.js";
import { isObject, membersOf, typeOf, typesOf } from "./parts.js";

export type ResolveRef = (ref: string) => JsonSchema | undefined;

/** Whether a schema holds values of a type at all, whatever else it asks of them. */
export function acceptsType(schema: JsonSchema, type: string, resolve: ResolveRef): boolean {
  if (!isObject(schema)) return schema;
  if (typeof schema["$ref"] === "string") {
    return acceptsType(resolve(schema["$ref"]) ?? true, type, resolve);
  }
  const accepts = (member: JsonSchema) => acceptsType(member, type, resolve);
  return (
    isNamed(schema["type"] === undefined ? undefined : typesOf(schema), type) &&
    hasValue(schema, type) &&
    membersOf(schema, "allOf").every(accepts) &&
    ["anyOf", "oneOf"].every(
      (keyword) => !(keyword in schema) || membersOf(schema, keyword).some(accepts),
    )
  );
}

function isNamed(types: readonly string[] | undefined, type: string): boolean {
  if (types === undefined || types.includes(type)) return true;
  return type === "integer" && types.includes("number");
}

/** `null` beside an `enum` without it is no value. Other values differ more often than types. */
function hasValue(schema: { readonly [keyword: string]: unknown }, type: string): boolean {
  const values = valuesOf(schema);
  if (values === undefined) return true;
  return values.some((value) => {
    const own = typeOf(value);
    return own === type || (own === "integer" && type === "number");
  });
}

/** All values that there are; `undefined` when they are not listed. */
export function valuesOf(schema: {
  readonly [keyword: string]: unknown;
}): readonly unknown[] | undefined {
  if ("const" in schema) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? (schema["enum"] as readonly unknown[]) : undefined;
}
