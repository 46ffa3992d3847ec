import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { typesOf, valuesOf } from "../../json-schema/types.js";
import {
  ALTERNATIVES,
  isSchema,
  membersOf,
  propertiesOf,
  requiredOf,
} from "../../json-schema/walk.js";
import { type JsonSchema, type JsonSchemaObject, KNOWN_VALUES } from "../../model/model.js";

/** A schema whose references are followed and whose compositions are merged. */
export interface FlatSchema {
  readonly types: readonly string[];
  readonly values?: readonly unknown[];
  /** Known values of an open `enum`. */
  readonly known: readonly unknown[];
  readonly required: readonly string[];
  readonly properties: ReadonlyMap<string, readonly JsonSchema[]>;
  readonly items: readonly JsonSchema[];
  /** The items of a tuple, by index. */
  readonly firstItems: readonly (readonly JsonSchema[])[];
  /** Keywords that limit a value, such as `minimum`, from all parts. */
  readonly limits: JsonSchemaObject;
}

/** Merges schemas that must all hold. Alternatives are replaced by the first that is not `null`. */
export function flatten(schemas: readonly JsonSchema[], resolve: ResolveComponent): FlatSchema {
  const seen = new Set<JsonSchema>();
  const parts = schemas.flatMap((schema) => partsOf(schema, resolve, seen));
  const [firstTypes = [], ...otherTypes] = parts.map(typesOf).filter((types) => types.length > 0);
  const [firstValues, ...otherValues] = parts.map(valuesOf).filter((list) => list !== undefined);
  return {
    types: otherTypes.reduce(commonTypes, firstTypes),
    ...(firstValues && { values: otherValues.reduce(commonValues, firstValues) }),
    known: parts.flatMap((part) => part[KNOWN_VALUES] ?? []),
    required: [...new Set(parts.flatMap(requiredOf))],
    properties: collectProperties(parts),
    items: parts.map((part) => part["items"]).filter(isSchema),
    firstItems: transpose(parts.map((part) => membersOf(part, "prefixItems"))),
    limits: Object.assign({}, ...parts) as JsonSchemaObject, // objects of keywords, as they were
  };
}

function transpose(tuples: readonly (readonly JsonSchema[])[]): readonly (readonly JsonSchema[])[] {
  const length = Math.max(0, ...tuples.map((tuple) => tuple.length));
  return Array.from({ length }, (_, index) =>
    tuples.flatMap((tuple) => tuple.slice(index, index + 1)),
  );
}

/** @param seen Takes the parts: one that is reached in several ways counts once. */
function partsOf(
  schema: JsonSchema,
  resolve: ResolveComponent,
  seen: Set<JsonSchema>,
): readonly JsonSchemaObject[] {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean" || seen.has(target)) return [];
  seen.add(target);
  const chosen = ALTERNATIVES.flatMap((keyword) => choose(membersOf(target, keyword), resolve));
  const members = [...membersOf(target, "allOf"), ...chosen];
  return [target, ...members.flatMap((member) => partsOf(member, resolve, seen))];
}

/** The schemas of each property; a value must satisfy all of them. */
function collectProperties(
  parts: readonly JsonSchemaObject[],
): ReadonlyMap<string, readonly JsonSchema[]> {
  const properties = new Map<string, JsonSchema[]>();
  for (const [name, schema] of parts.flatMap((part) => Object.entries(propertiesOf(part)))) {
    const known = properties.get(name);
    if (known === undefined) properties.set(name, [schema]);
    else known.push(schema);
  }
  return properties;
}

/** Prefers a value to `null`, because it shows more of the payload. */
function choose(schemas: readonly JsonSchema[], resolve: ResolveComponent): readonly JsonSchema[] {
  const something = schemas.find((schema) => {
    const target = dereference(schema, resolve);
    return typeof target === "boolean" || target["type"] !== "null";
  });
  return [something ?? schemas[0]].filter((schema) => schema !== undefined);
}

function commonValues(one: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  return one.filter((value) => other.includes(value));
}

/** The types that both lists allow. An integer is a number, too. */
function commonTypes(one: readonly string[], other: readonly string[]): readonly string[] {
  const allows = (types: readonly string[], type: string): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...new Set([...one, ...other])].filter(
    (type) => allows(one, type) && allows(other, type),
  );
}
