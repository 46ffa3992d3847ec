import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { typesOf, valuesOf } from "../../json-schema/types.js";
import { isSchema, membersOf, propertiesOf, requiredOf } from "../../json-schema/walk.js";
import { type JsonSchema, type JsonSchemaObject, KNOWN_VALUES } from "../../model.js";

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
  const parts = schemas.flatMap((schema) => partsOf(schema, resolve));
  const typeLists = parts.map(typesOf).filter((types) => types.length > 0);
  const valueLists = parts.map(valuesOf).filter((values) => values !== undefined);
  const properties = new Map<string, JsonSchema[]>();
  for (const part of parts) {
    for (const [name, property] of Object.entries(propertiesOf(part))) {
      const known = properties.get(name);
      if (known === undefined) properties.set(name, [property]);
      else known.push(property);
    }
  }
  const values = valueLists.reduce<readonly unknown[] | undefined>(intersect, undefined);
  return {
    types: typeLists.reduce<readonly string[] | undefined>(intersect, undefined) ?? [],
    ...(values && { values }),
    known: parts.flatMap((part) => part[KNOWN_VALUES] ?? []),
    required: [...new Set(parts.flatMap(requiredOf))],
    properties,
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

function partsOf(schema: JsonSchema, resolve: ResolveComponent): readonly JsonSchemaObject[] {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return [];
  const alternatives = (["anyOf", "oneOf"] as const).map((keyword) => membersOf(target, keyword));
  const chosen = alternatives.flatMap((each) => choose(each, resolve));
  const members = [...membersOf(target, "allOf"), ...chosen];
  return [target, ...members.flatMap((member) => partsOf(member, resolve))];
}

/** Prefers a value to `null`, because it shows more of the payload. */
function choose(schemas: readonly JsonSchema[], resolve: ResolveComponent): readonly JsonSchema[] {
  const something = schemas.find((schema) => {
    const target = dereference(schema, resolve);
    return typeof target === "boolean" || target["type"] !== "null";
  });
  return [something ?? schemas[0]].filter((schema) => schema !== undefined);
}

/** An integer is a number too. */
function intersect<Value>(one: readonly Value[] | undefined, other: readonly Value[]) {
  if (one === undefined) return other;
  const [left, right] = [one, other].map((list) => new Set<unknown>(list));
  const isIn = (set: Set<unknown> | undefined, value: unknown): boolean =>
    set?.has(value) === true || (value === "integer" && set?.has("number") === true);
  return [...new Set([...one, ...other])].filter(
    (value) => isIn(left, value) && isIn(right, value),
  );
}
