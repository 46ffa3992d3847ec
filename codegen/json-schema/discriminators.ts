/** Replaces discriminators by plain JSON Schema. */
import type { JsonSchema, JsonSchemaObject, SchemaModel } from "../model/model.js";
import {
  ALTERNATIVES,
  annotatedRefOf,
  COMPOSITIONS,
  mapChildren,
  membersOf,
  propertyOf,
  requiredOf,
  valuesOf,
  without,
} from "./keywords.js";
import { changeSchemas } from "./model-schemas.js";
import { readObjectProperties } from "./objects.js";
import { createResolver, dereference, type ResolveComponent } from "./references.js";

/**
 * Replaces every `discriminator` by plain JSON Schema. In each alternative, the property gets the values
 * of the mapping, or else the name of the component (OpenAPI Specification 3.1.0, section 4.8.25). An
 * alternative that lists its own values stays the same.
 */
export function expandDiscriminators(model: SchemaModel): SchemaModel {
  const resolve = createResolver(model);
  const expandAll = (schema: JsonSchema): JsonSchema => {
    if (typeof schema === "boolean") return schema;
    const inside = mapChildren(schema, expandAll);
    return "discriminator" in inside ? expandDiscriminator(inside, resolve) : inside;
  };
  return changeSchemas(model, expandAll);
}

function expandDiscriminator(
  schema: JsonSchemaObject,
  resolve: ResolveComponent,
): JsonSchemaObject {
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

/** Limits the property of one alternative to the values that stand for it. */
function narrow(
  member: JsonSchema,
  { propertyName, mapping = {} }: Discriminator,
  resolve: ResolveComponent,
): JsonSchema {
  const ref = annotatedRefOf(member);
  if (ref === undefined) return member;
  const declared = findInCompositions(member, propertyName, resolve);
  // An alternative may also be a list, which has no properties.
  const described = declared ?? (readObjectProperties(member, resolve) && UNDESCRIBED);
  if (described === undefined || described.hasValues) return member;
  const mapped = Object.entries(mapping).flatMap(([value, target]) =>
    target === ref ? [value] : [],
  );
  const values = mapped.length > 0 ? mapped : [resolve(ref).name];
  // For a property that is not described, the name of the component would be a guess.
  const isGuess = declared === undefined && mapped.length === 0;
  const property = isGuess ? { type: "string" } : { enum: values };
  const tagged = { type: "object", properties: { [propertyName]: property } };
  return {
    allOf: [member, described.isRequired ? { ...tagged, required: [propertyName] } : tagged],
  };
}

/** Finds a property in a schema and in its compositions. */
function findInCompositions(
  schema: JsonSchema,
  name: string,
  resolve: ResolveComponent,
  depth = 0,
): FoundProperty | undefined {
  const target = dereference(schema, resolve);
  // A schema may contain itself.
  if (typeof target === "boolean" || depth > MAX_COMPOSITIONS) return undefined;
  const property = propertyOf(target, name);
  const inner = COMPOSITIONS.flatMap((keyword) => membersOf(target, keyword)).map((member) =>
    findInCompositions(member, name, resolve, depth + 1),
  );
  const innerProperties = inner.filter((schema) => schema !== undefined);
  if (property === undefined && innerProperties.length === 0) return undefined;
  const value = property === undefined ? true : dereference(property, resolve);
  return {
    hasValues:
      (typeof value === "object" && valuesOf(value) !== undefined) ||
      innerProperties.some(({ hasValues }) => hasValues),
    isRequired:
      requiredOf(target).includes(name) || innerProperties.some(({ isRequired }) => isRequired),
  };
}

/** Limit of nested compositions that are searched. */
const MAX_COMPOSITIONS = 10;

/** A property that only the discriminator names. */
const UNDESCRIBED: FoundProperty = { hasValues: false, isRequired: false };

/** The keyword `discriminator`: the property whose value distinguishes alternatives. */
export interface Discriminator {
  readonly propertyName: string;
  /** The `$ref` of the alternative, by value. */
  readonly mapping?: Readonly<Record<string, string>>;
}

/** A property, as a schema and its compositions describe it together. */
interface FoundProperty {
  /** Set if the property lists its own values. */
  readonly hasValues: boolean;
  readonly isRequired: boolean;
}
