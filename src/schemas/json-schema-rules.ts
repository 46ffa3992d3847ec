/** The rules of plans in JSON Schema: their keywords in each version of it. */
import { TYPES, type Plan } from "./check.js";
import { field, names, object, others, readFields, record } from "./object-rules.js";
import { all, anyOf, list, never, noneOf, nullOr, oneOf, tuple } from "./rules.js";

/** Converts a plan; its inner plans by `convertPart`. */
export function convert(plan: Plan, target: Target, convertPart: ConvertPart): Json {
  if (typeof plan === "number") return withTypes(plan, undefined, {}, target);
  const [rule, ...parts] = plan;
  const convertRule = RULES.get(rule);
  if (convertRule) return convertRule(parts as never, convertPart, target); // the generator gives each rule its parts
  throw new TypeError(
    "The schema has a rule of another copy of the runtime; expected a schema of the package that this function was imported from.",
  );
}

/** The schema that no value matches. */
const NOTHING: Json = { not: {} };

/** The types of a plan that allows any. */
const ANY_TYPE = -1;

/** The conversion of each rule. The comment of a rule, where it is declared, states its parts and their order. */
const RULES: ReadonlyMap<unknown, ConvertRule> = new Map<unknown, ConvertRule>([
  [never, () => NOTHING],
  [oneOf, (values: readonly unknown[]) => ({ enum: values })],
  [noneOf, (values: readonly unknown[]) => ({ not: { enum: values } })],
  [all, (plans: readonly Plan[], convertPart) => ({ allOf: plans.map(convertPart) })],
  [anyOf, (plans: readonly Plan[], convertPart) => ({ anyOf: plans.map(convertPart) })],
  [
    nullOr,
    ([plan]: [Plan], convertPart, target) => ({ anyOf: [nullOf(target), convertPart(plan)] }),
  ],
  [
    object,
    ([types, ...fields]: [number, ...(string | Plan)[]], convertPart, target) =>
      withTypes(types, "object", convertFields(fields, convertPart), target),
  ],
  [
    field,
    ([name, isRequired, plan]: [string, number, Plan], convertPart) => ({
      ...(isRequired > 0 && { required: [name] }),
      properties: Object.fromEntries([[name, convertPart(plan)]]),
    }),
  ],
  [
    record,
    ([types, plan]: [number, Plan], convertPart, target) =>
      withTypes(types, "object", { additionalProperties: convertPart(plan) }, target),
  ],
  [others, convertOthers],
  [
    names,
    ([plan]: [Plan], convertPart, target) =>
      target === "openapi-3.0" ? {} : { propertyNames: convertPart(plan) },
  ],
  [
    list,
    ([types, plan]: [number, Plan], convertPart, target) =>
      withTypes(types, "array", { items: convertPart(plan) }, target),
  ],
  [tuple, convertTuple],
]);

/** Names that are neither known nor matched by a pattern. OpenAPI 3.0 has no patterns for names. */
function convertOthers(
  [types, plan, known, ...patterns]: [number, Plan, readonly string[], ...[string, Plan][]],
  convertPart: ConvertPart,
  target: Target,
): Json {
  const named = { properties: Object.fromEntries(known.map((name) => [name, {}])) };
  const matched = patterns.map(([pattern, planOfMatch]): [string, Json] => [
    pattern,
    convertPart(planOfMatch),
  ]);
  const schemas = [convertPart(plan), ...matched.map(([, schema]) => schema)];
  const keywords =
    target === "openapi-3.0"
      ? { ...named, additionalProperties: either(schemas) }
      : {
          ...named,
          ...(matched.length > 0 && { patternProperties: Object.fromEntries(matched) }),
          additionalProperties: convertPart(plan),
        };
  return withTypes(types, "object", keywords, target);
}

/** The first items of a list, and all after them. OpenAPI 3.0 cannot tell them apart. */
function convertTuple(
  [types, minItems, planOfLaterItems, ...plans]: [number, number, Plan, ...Plan[]],
  convertPart: ConvertPart,
  target: Target,
): Json {
  const first = plans.map(convertPart);
  const forms: Readonly<Record<Target, Json>> = {
    "draft-2020-12": { prefixItems: first, items: convertPart(planOfLaterItems) },
    "draft-07": { items: first, additionalItems: convertPart(planOfLaterItems) },
    "openapi-3.0": { items: either([...first, convertPart(planOfLaterItems)]) },
  };
  return withTypes(types, "array", { ...forms[target], minItems }, target);
}

function either(schemas: readonly Json[]): Json {
  return { anyOf: schemas };
}

/** Converts the names of the rule `object`, with the plans of their values. */
function convertFields(fields: readonly (string | Plan)[], convertPart: ConvertPart): Json {
  const required: string[] = [];
  const properties: [string, Json][] = [];
  readFields(fields, (name, isRequired, plan) => {
    properties.push([name, convertPart(plan)]);
    if (isRequired) required.push(name);
  });
  return {
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

// ---- Keywords of types

/** Adds types to the keywords for one of them. */
function withTypes(
  types: number,
  keywordType: string | undefined,
  keywords: Json,
  target: Target,
): Json {
  if (types === ANY_TYPE) return keywords;
  const listed = TYPES.filter((_, index) => types & (1 << index));
  if (listed.length === 0) return NOTHING;
  if (target === "openapi-3.0") return withSingleTypes(listed, keywordType, keywords);
  return { type: listed.length === 1 ? listed[0] : listed, ...keywords };
}

/**
 * Adds types as OpenAPI 3.0 has them: a schema has one type, and `nullable` allows null beside it. For example,
 * `string | null` is `{ type: "string", nullable: true }`.
 */
function withSingleTypes(
  types: readonly string[],
  keywordType: string | undefined,
  keywords: Json,
): Json {
  const isNullable = types.includes("null");
  const schemas = types
    .filter((type) => type !== "null")
    .map((type) => ({
      type,
      ...(type === keywordType && keywords),
      ...(isNullable && { nullable: true }),
    }));
  const [first, ...more] = schemas;
  if (first === undefined) return nullOf("openapi-3.0");
  return more.length > 0 ? either(schemas) : first;
}

/** OpenAPI 3.0 has no type of `null`, and `nullable` needs another type. */
function nullOf(target: Target): Json {
  return target === "openapi-3.0"
    ? { type: "string", nullable: true, enum: [null] }
    : { type: "null" };
}

// ---- Types

/** A JSON Schema, or a part of one. */
export type Json = Record<string, unknown>;

/** Version of JSON Schema, by the names of Standard JSON Schema. */
export type Target = "draft-2020-12" | "draft-07" | "openapi-3.0";

/** Converts a part of a plan, wherever it is used. */
export type ConvertPart = (plan: Plan) => Json;

/** Converts the parts of a plan after its rule. */
type ConvertRule = (parts: never, convertPart: ConvertPart, target: Target) => Json;
