/** Values of a schema with all that it describes, and values with one change. */
import type { CheckedSchema } from "../../codegen/emit/checks/checked-schema.js";

const EXAMPLES: Readonly<Record<string, unknown>> = {
  string: "text",
  number: 1.5,
  integer: 7,
  boolean: true,
  null: null,
  array: [],
  object: {},
};

/** Only schemas that contain themselves are deeper. */
const MAX_DEPTH = 12;

/** A value with all described properties but a few, an item in each list, and any of the alternatives. */
export function fill(schema: CheckedSchema, resolve: Resolve, random: Random, depth = 0): unknown {
  if (schema.$ref !== undefined) return fill(resolve(schema.$ref), resolve, random, depth + 1);
  const inner = (each: CheckedSchema): unknown => fill(each, resolve, random, depth + 1);
  if (schema.enum) return pick(schema.enum, random);
  const parts = [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ? [pick(schema.anyOf, random) ?? {}] : []),
  ];
  const values = parts.map(inner);
  const ofSchema = fillOwn(schema, inner, random, depth);
  const objects = [...values, ofSchema].filter(isRecord);
  if (objects.length > 0 && schema.type?.includes("null") !== true)
    return Object.assign({}, ...objects) as object;
  return ofSchema ?? values.find((value) => value !== undefined) ?? null;
}

/** A value of the type of a schema, without its compositions. */
function fillOwn(
  schema: CheckedSchema,
  inner: (schema: CheckedSchema) => unknown,
  random: Random,
  depth: number,
): unknown {
  const type = pick(schema.type ?? [], random) ?? (schema.properties ? "object" : undefined);
  if (type === "array") {
    if (depth > MAX_DEPTH) return [];
    return [...(schema.prefixItems ?? []), ...(schema.items ? [schema.items] : [])].map(inner);
  }
  if (type !== "object") return type === undefined ? undefined : EXAMPLES[type];
  const { properties = {}, required = [], additionalProperties } = schema;
  const kept = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (depth <= MAX_DEPTH && random() < 0.8),
  );
  return {
    ...Object.fromEntries(kept.map(([name, each]) => [name, inner(each)])),
    ...(additionalProperties &&
      depth <= MAX_DEPTH && { "another name": inner(additionalProperties) }),
  };
}

/** A copy with one value at any place replaced, removed or added. */
export function changeOnce(value: unknown, random: Random): unknown {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const [key, member] = pick(entries, random) ?? [];
  if (key === undefined || random() < 0.05) return pick(Object.values(EXAMPLES), random);
  const isInside = typeof member === "object" && member !== null && random() < 0.8;
  const changed = isInside ? changeOnce(member, random) : pick(Object.values(EXAMPLES), random);
  if (Array.isArray(value)) return value.with(Number(key), changed);
  if (!isInside && random() < 0.3)
    return Object.fromEntries(entries.filter(([each]) => each !== key));
  return { ...(value as object), [random() < 0.05 ? "a new name" : key]: changed };
}

/** Any of some values; `undefined` if there are none. */
function pick<Value>(values: readonly Value[], random: Random): Value | undefined {
  return values[Math.floor(random() * values.length)];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A number from 0 to 1. */
type Random = () => number;

/** Finds a component by its `$ref`. */
type Resolve = (ref: string) => CheckedSchema;
