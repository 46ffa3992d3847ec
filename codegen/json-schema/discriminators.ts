import type { JsonSchema, JsonSchemaObject, SchemaModel } from "../model/model.js";
import { changeSchemas } from "./model-schemas.js";
import { createResolver, dereference, type ResolveComponent } from "./references.js";
import { valuesOf } from "./types.js";
import {
  ALTERNATIVES,
  annotatedRefOf,
  COMPOSITIONS,
  mapChildren,
  membersOf,
  propertiesOf,
  requiredOf,
  without,
} from "./walk.js";

/** `discriminator` of a schema: the property whose value tells alternatives apart. */
export interface Discriminator {
  readonly propertyName: string;
  /** The `$ref` of the alternative, by value. */
  readonly mapping?: Readonly<Record<string, string>>;
}

/**
 * Replaces every `discriminator` by what it says in plain JSON Schema: in each alternative, the
 * property has the values of the mapping, or else the name of the component (OpenAPI Specification
 * 3.1.0, section 4.8.25). An alternative that lists its values itself stays as it is.
 */
export function expandDiscriminators(model: SchemaModel): SchemaModel {
  const resolve = createResolver(model);
  return changeSchemas(model, expand);

  function expand(schema: JsonSchema): JsonSchema {
    if (typeof schema === "boolean") return schema;
    const inside = mapChildren(schema, expand);
    return "discriminator" in inside ? expandOne(inside, resolve) : inside;
  }
}

function expandOne(schema: JsonSchemaObject, resolve: ResolveComponent): JsonSchemaObject {
  const discriminator = schema["discriminator"] as Discriminator; // as validated
  const result: { [keyword: string]: unknown } = { ...without(schema, ["discriminator"]) };
  for (const keyword of ALTERNATIVES) {
    if (!(keyword in schema)) continue;
    result[keyword] = membersOf(schema, keyword).map((member) =>
      narrow(member, discriminator, resolve),
    );
  }
  return result;
}

/** Limits the property of one alternative to its own values. */
function narrow(
  member: JsonSchema,
  { propertyName, mapping = {} }: Discriminator,
  resolve: ResolveComponent,
): JsonSchema {
  const ref = annotatedRefOf(member);
  if (ref === undefined) return member;
  const found = findProperty(member, propertyName, resolve);
  if (found === undefined || found.hasValues) return member;
  const mapped = Object.entries(mapping).flatMap(([value, target]) =>
    target === ref ? [value] : [],
  );
  const values = mapped.length > 0 ? mapped : [resolve(ref).name];
  const own = { type: "object", properties: { [propertyName]: { enum: values } } };
  return { allOf: [member, found.isRequired ? { ...own, required: [propertyName] } : own] };
}

interface FoundProperty {
  /** Its values are listed, so nothing need be added. */
  readonly hasValues: boolean;
  readonly isRequired: boolean;
}

/** How far compositions are searched for the property. */
const MAX_DEPTH = 10;

/** The property in a schema, its `allOf` members and its alternatives. */
function findProperty(
  schema: JsonSchema,
  name: string,
  resolve: ResolveComponent,
  depth = 0,
): FoundProperty | undefined {
  const target = dereference(schema, resolve);
  // A schema may contain itself.
  if (typeof target === "boolean" || depth > MAX_DEPTH) return undefined;
  const own = propertiesOf(target)[name];
  const inner = COMPOSITIONS.flatMap((keyword) => membersOf(target, keyword)).map((member) =>
    findProperty(member, name, resolve, depth + 1),
  );
  const found = inner.filter((each) => each !== undefined);
  if (own === undefined && found.length === 0) return undefined;
  const value = own === undefined ? true : dereference(own, resolve);
  return {
    hasValues:
      (typeof value === "object" && valuesOf(value) !== undefined) ||
      found.some(({ hasValues }) => hasValues),
    isRequired: requiredOf(target).includes(name) || found.some(({ isRequired }) => isRequired),
  };
}
