import {
  ALTERNATIVES,
  type Composition,
  isSchema,
  membersOf,
  patternsOf,
  propertiesOf,
  refOf,
  requiredOf,
  typesOf,
  valuesOf,
} from "../../json-schema/keywords.js";
import { EXCLUDED_VALUES, type JsonSchema, type JsonSchemaObject } from "../../model/model.js";

/**
 * The part of a schema that is checked: what the types promise. Formats, lengths, ranges
 * and patterns are left out, because real deliveries break them. Unknown properties are allowed, so
 * `oneOf` cannot exclude anything and becomes `anyOf`.
 */
export type CheckedSchema = {
  readonly $ref?: string;
  readonly type?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, CheckedSchema>>;
  readonly patternProperties?: Readonly<Record<string, CheckedSchema>>;
  readonly additionalProperties?: CheckedSchema;
  readonly propertyNames?: CheckedSchema;
  readonly prefixItems?: readonly CheckedSchema[];
  /** The fewest items of a tuple. */
  readonly minItems?: number;
  readonly items?: CheckedSchema;
  readonly allOf?: readonly CheckedSchema[];
  readonly anyOf?: readonly CheckedSchema[];
  /** Values that are excluded; everything, if it lists none. */
  readonly not?: { readonly enum?: readonly unknown[] };
};

/** Reduces a schema to the part that is checked. */
export function toCheckedSchema(schema: JsonSchema): CheckedSchema {
  if (typeof schema === "boolean") return schema ? {} : { not: {} };
  const ref = refOf(schema);
  if (ref !== undefined) return { $ref: ref };
  const discriminator = findExcluding(schema);
  if (discriminator !== undefined) return toUnknownMember(schema, discriminator);
  const allOf = toCheckedMembers(schema, "allOf");
  return {
    ...checkedValues(schema),
    ...checkedObject(schema),
    ...checkedList(schema),
    ...(allOf.length > 0 ? { allOf } : {}),
    ...checkedAlternatives(schema),
  };
}

/** The discriminator in the member of a union that stands for unknown ones. */
function findExcluding(schema: JsonSchemaObject): string | undefined {
  return Object.entries(propertiesOf(schema)).find(
    ([, property]) => typeof property === "object" && EXCLUDED_VALUES in property,
  )?.[0];
}

/** Checks only the discriminator: an unknown member may lack properties that all known ones have. */
function toUnknownMember(schema: JsonSchemaObject, discriminator: string): CheckedSchema {
  const { [discriminator]: property = true } = propertiesOf(schema);
  return {
    type: ["object"],
    required: [discriminator],
    properties: { [discriminator]: toCheckedSchema(property) },
  };
}

/** An `enum` is stricter than the type, so the type is dropped. */
function checkedValues(schema: JsonSchemaObject): CheckedSchema {
  const types = typesOf(schema);
  const values = valuesOf(schema);
  const excluded = schema[EXCLUDED_VALUES];
  if (Array.isArray(excluded)) return { type: types, not: { enum: excluded } };
  if (values === undefined) return types.length === 0 ? {} : { type: types };
  return { enum: types.includes("null") && !values.includes(null) ? [...values, null] : values };
}

function checkedObject(schema: JsonSchemaObject): CheckedSchema {
  const properties = toCheckedMap(propertiesOf(schema));
  const patterns = toCheckedMap(patternsOf(schema));
  const required = requiredOf(schema);
  const { additionalProperties: additional, propertyNames } = schema;
  const others = isSchema(additional) && additional !== false ? toCheckedSchema(additional) : {};
  const names = toCheckedNames(propertyNames);
  return {
    ...(required.length > 0 ? { required } : {}),
    ...(properties ? { properties } : {}),
    ...(patterns ? { patternProperties: patterns } : {}),
    ...(isEmptySchema(others) ? {} : { additionalProperties: others }),
    ...(isEmptySchema(names) ? {} : { propertyNames: names }),
  };
}

function toCheckedMap(
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, CheckedSchema>> | undefined {
  const entries = Object.entries(schemas).map(
    ([name, schema]) => [name, toCheckedSchema(schema)] as const,
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** A name is always text, so the type of names needs no check. */
function toCheckedNames(names: unknown): CheckedSchema {
  if (!isSchema(names)) return {};
  const { type: _type, ...checked } = toCheckedSchema(names);
  return checked;
}

/** A list has all items of its tuple, as in the types, unless `minItems` is smaller. */
function checkedList(schema: JsonSchemaObject): CheckedSchema {
  const items = isSchema(schema["items"]) ? toCheckedSchema(schema["items"]) : {};
  const first = membersOf(schema, "prefixItems").map(toCheckedSchema);
  const least = schema["minItems"];
  return {
    ...(first.length > 0 && {
      prefixItems: first,
      minItems: typeof least === "number" ? Math.min(least, first.length) : first.length,
    }),
    ...(isEmptySchema(items) ? {} : { items }),
  };
}

/** A value must satisfy both `anyOf` and `oneOf` if a schema has both. */
function checkedAlternatives(schema: JsonSchemaObject): CheckedSchema {
  const [first, second] = ALTERNATIVES.map((keyword) => toCheckedMembers(schema, keyword)).filter(
    (members) => members.length > 0,
  );
  if (first === undefined) return {};
  if (second === undefined) return { anyOf: first };
  return { allOf: [...toCheckedMembers(schema, "allOf"), { anyOf: first }, { anyOf: second }] };
}

function toCheckedMembers(
  schema: JsonSchemaObject,
  keyword: Composition,
): readonly CheckedSchema[] {
  return membersOf(schema, keyword).map(toCheckedSchema);
}

// ---- Parts of a checked schema, as plans print them

/** Tells whether every value satisfies a schema. */
function isEmptySchema(schema: CheckedSchema): boolean {
  return Object.keys(schema).length === 0;
}

/** Tells whether only `null` satisfies a schema. */
export function isNullOnly({ type, enum: values }: CheckedSchema): boolean {
  const [only, ...others] = values ?? type ?? [];
  return others.length === 0 && only === (values ? null : "null");
}

interface Property {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: CheckedSchema;
}

/** Lists properties that are required or described, the required ones first. */
export function propertiesIn({
  properties = {},
  required = [],
}: CheckedSchema): readonly Property[] {
  return [...new Set([...required, ...Object.keys(properties)])].map((name) => ({
    name,
    isRequired: required.includes(name),
    schema: (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? {},
  }));
}

/** Lists the alternatives; none if any value satisfies one of them. */
export function alternativesIn({ anyOf = [] }: CheckedSchema): readonly CheckedSchema[] {
  return anyOf.some(isEmptySchema) ? [] : anyOf;
}
