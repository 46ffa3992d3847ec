/**
 * Writes a plan of `rules.ts` back as a JSON Schema, by Standard JSON Schema, version 1
 * (standardschema.dev/json-schema). Limits, such as `maximum`, are in no plan, so they are in no such document. A bundle
 * has this code only if it imports it.
 */
import { expectOneOf, unexpected } from "../base/expect.js";
import {
  all,
  anyOf,
  field,
  lazy,
  list,
  names,
  never,
  noneOf,
  nullOr,
  object,
  oneOf,
  others,
  readFields,
  record,
  tuple,
  TYPES,
  type Plan,
} from "./rules.js";
import type { Schema } from "./schema.js";

/**
 * Adds `~standard.jsonSchema` to a schema, for packages that ask for a JSON Schema.
 * @param schema A schema of the same package: another copy of the runtime has other rules.
 * @throws TypeError for a schema without a plan.
 * @example
 * const tool = { inputSchema: withJsonSchema(IssuesCreateBodySchema) };
 */
export function withJsonSchema<Value>(schema: Schema<Value>): SchemaWithJson<Value> {
  const { plan } = schema;
  if (plan === undefined) throw unexpected(plan, "The plan of the schema", "a generated schema");
  const write = ({ target }: JsonSchemaOptions): Record<string, unknown> =>
    writeDocument(plan, target);
  const standard = { ...schema["~standard"], jsonSchema: { input: write, output: write } };
  return { ...schema, "~standard": standard };
}

// ---- Documents

const TARGETS = ["draft-2020-12", "draft-07", "openapi-3.0"] as const;

/** Drafts by target. A schema of OpenAPI 3.0 has neither an address nor definitions. */
const DRAFTS: Readonly<Partial<Record<Target, Draft>>> = {
  "draft-2020-12": {
    address: "https://json-schema.org/draft/2020-12/schema",
    definitionsKey: "$defs",
  },
  "draft-07": {
    address: "http://json-schema.org/draft-07/schema#",
    definitionsKey: "definitions",
  },
};

/**
 * Writes a schema with its definitions.
 * @throws TypeError for another target, for rules of another copy of the package, and under `openapi-3.0` for a
 * schema that contains itself.
 */
function writeDocument(plan: Plan, targetName: string): Json {
  const target = expectOneOf(targetName, 'Option "target"', TARGETS);
  const draft = DRAFTS[target];
  return draft ? writeDraft(plan, target, draft) : createInliner(target)(plan);
}

/** Parts that are used several times become definitions, also those that contain themselves. */
function writeDraft(plan: Plan, target: Target, { address, definitionsKey }: Draft): Json {
  const { parts, convertPart } = createPartCollector(target);
  const root = convertPart(plan);
  const content = parts.get(resolve(plan))?.content ?? root;
  const definitions = fillSlots([...parts.values()], root, definitionsKey);
  const hasDefinitions = Object.keys(definitions).length > 0;
  return { $schema: address, ...content, ...(hasDefinitions && { [definitionsKey]: definitions }) };
}

/**
 * Creates a converter that converts each part once, and collects them. Wherever a part is used, it puts the same empty
 * object, the slot of the part, which `fillSlots` fills when it is known how often the part is used.
 */
function createPartCollector(target: Target): {
  readonly parts: ReadonlyMap<Plan, Part>;
  readonly convertPart: ConvertPart;
} {
  const parts = new Map<Plan, Part>();
  const convertPart: ConvertPart = (unresolved) => {
    const plan = resolve(unresolved);
    if (typeof plan === "number") return convert(plan, target, convertPart);
    const known = parts.get(plan);
    if (known) {
      known.isShared = true;
      return known.slot;
    }
    const part: Part = { content: {}, slot: {}, isShared: false };
    parts.set(plan, part); // before its inside, which may contain it
    Object.assign(part.content, convert(plan, target, convertPart));
    return part.slot;
  };
  return { parts, convertPart };
}

/** Puts into each slot its part, or a reference to it. Returns the definitions that are referred to. */
function fillSlots(parts: readonly Part[], root: Json, definitionsKey: string): Json {
  const definitions: Json = {};
  for (const { slot, content, isShared } of parts) {
    const name = `part${Object.keys(definitions).length + 1}`;
    if (slot === root) Object.assign(slot, { $ref: "#" });
    else if (!isShared) Object.assign(slot, content);
    else {
      definitions[name] = content;
      Object.assign(slot, { $ref: `#/${definitionsKey}/${name}` });
    }
  }
  return definitions;
}

/** Creates a converter for targets without definitions, which repeats a part wherever it is used. */
function createInliner(target: Target): ConvertPart {
  const ancestors = new Set<Plan>();
  const convertPart: ConvertPart = (unresolved) => {
    const plan = resolve(unresolved);
    if (typeof plan === "number") return convert(plan, target, convertPart);
    if (ancestors.has(plan))
      throw new TypeError(
        'The schema contains itself, which "openapi-3.0" cannot say; expected the target "draft-2020-12" or "draft-07".',
      );
    ancestors.add(plan);
    const converted = convert(plan, target, convertPart);
    ancestors.delete(plan);
    return converted;
  };
  return convertPart;
}

/** Follows `lazy`, which stands for another part. */
function resolve(plan: Plan): Plan {
  if (typeof plan === "number" || plan[0] !== lazy) return plan;
  const [, find] = plan as unknown as readonly [unknown, () => Plan]; // the parts of `lazy`
  return resolve(find());
}

// ---- Rules

function convert(plan: Plan, target: Target, convertPart: ConvertPart): Json {
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

/** Each rule of `rules.ts`, with its parts. */
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
  const [first, ...more] = listed;
  if (target !== "openapi-3.0") return { type: more.length === 0 ? first : listed, ...keywords };
  const single = listed
    .filter((type) => type !== "null")
    .map((type) => ({ type, ...(type === keywordType && keywords) }));
  if (listed.length === single.length)
    return single.length === 1 ? (single[0] as Json) : either(single);
  const nullable = single.map((each) => ({ ...each, nullable: true }));
  return nullable.length > 1 ? either(nullable) : (nullable[0] ?? nullOf(target));
}

/** OpenAPI 3.0 has no type of `null`, and `nullable` needs another type. */
function nullOf(target: Target): Json {
  return target === "openapi-3.0"
    ? { type: "string", nullable: true, enum: [null] }
    : { type: "null" };
}

// ---- Types

type Json = Record<string, unknown>;

type Target = (typeof TARGETS)[number];

/** Version of JSON Schema. */
interface Draft {
  readonly address: string;
  /** The property that holds definitions. */
  readonly definitionsKey: string;
}

/** Converts a part of a plan, wherever it is used. */
type ConvertPart = (plan: Plan) => Json;

/** Converts the parts of a plan after its rule. */
type ConvertRule = (parts: never, convertPart: ConvertPart, target: Target) => Json;

/** A part that was converted once. */
interface Part {
  readonly content: Json;
  /** Stands where the part is used: the content, or a reference to it. */
  readonly slot: Json;
  isShared: boolean;
}

// ---- Types of the spec

/** `StandardSchemaV1` and `StandardJSONSchemaV1` of the spec. Input and output are the same. */
export interface SchemaWithJson<Value> extends Schema<Value> {
  readonly "~standard": Schema<Value>["~standard"] & {
    readonly jsonSchema: {
      readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
      readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
    };
  };
}

interface JsonSchemaOptions {
  /** `draft-2020-12`, `draft-07` or `openapi-3.0`; the type is that of the spec. */
  readonly target: Target | (string & {});
}
