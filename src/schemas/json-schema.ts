/**
 * JSON Schemas of schemas, by Standard JSON Schema, version 1 (standardschema.dev/json-schema). A bundle has this
 * code only if it imports it.
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

type Json = Record<string, unknown>;

const TARGETS = ["draft-2020-12", "draft-07", "openapi-3.0"] as const;

type Target = (typeof TARGETS)[number];

/** The address of a draft, and the property that holds its definitions. A schema of OpenAPI 3.0 has neither. */
const DRAFTS: Readonly<Partial<Record<Target, readonly [address: string, definitions: string]>>> = {
  "draft-2020-12": ["https://json-schema.org/draft/2020-12/schema", "$defs"],
  "draft-07": ["http://json-schema.org/draft-07/schema#", "definitions"],
};

/**
 * @throws TypeError for another target, for rules of another copy of the package, and under `openapi-3.0` for a
 * schema that contains itself.
 */
function writeDocument(plan: Plan, targetName: string): Json {
  const target = expectOneOf(targetName, 'Option "target"', TARGETS);
  const draft = DRAFTS[target];
  return draft ? writeDraft(plan, target, draft) : createInliner(target)(plan);
}

/** Converts a part of a plan, wherever it is used. */
type Read = (plan: Plan) => Json;

/** A part that was read once. */
interface Part {
  readonly content: Json;
  /** Stands where the part is used. Filled at the end, when it is known how often that is. */
  readonly slot: Json;
  isShared: boolean;
}

/** Parts that are used several times become definitions, also those that contain themselves. */
function writeDraft(
  plan: Plan,
  target: Target,
  [$schema, key]: readonly [address: string, definitions: string],
): Json {
  const parts = new Map<Plan, Part>();
  const read: Read = (unresolved) => {
    const resolved = resolve(unresolved);
    if (typeof resolved === "number") return convert(resolved, target, read);
    const known = parts.get(resolved);
    if (known) known.isShared = true;
    const part = known ?? { content: {}, slot: {}, isShared: false };
    if (!known) {
      parts.set(resolved, part); // before its inside, which may contain it
      Object.assign(part.content, convert(resolved, target, read));
    }
    return part.slot;
  };
  const root = read(plan);
  const content = parts.get(resolve(plan))?.content ?? root;
  const definitions: Json = {};
  for (const part of parts.values()) {
    const name = `part${Object.keys(definitions).length + 1}`;
    if (part.slot === root) Object.assign(part.slot, { $ref: "#" });
    else if (!part.isShared) Object.assign(part.slot, part.content);
    else {
      definitions[name] = part.content;
      Object.assign(part.slot, { $ref: `#/${key}/${name}` });
    }
  }
  const hasDefinitions = Object.keys(definitions).length > 0;
  return { $schema, ...content, ...(hasDefinitions && { [key]: definitions }) };
}

function createInliner(target: Target): Read {
  const ancestors = new Set<Plan>();
  const read: Read = (unresolved) => {
    const plan = resolve(unresolved);
    if (typeof plan === "number") return convert(plan, target, read);
    if (ancestors.has(plan))
      throw new TypeError(
        'The schema contains itself, which "openapi-3.0" cannot say; expected the target "draft-2020-12" or "draft-07".',
      );
    ancestors.add(plan);
    const converted = convert(plan, target, read);
    ancestors.delete(plan);
    return converted;
  };
  return read;
}

/** Follows `lazy`, which stands for another part. */
function resolve(plan: Plan): Plan {
  if (typeof plan === "number" || plan[0] !== lazy) return plan;
  const [, find] = plan as unknown as readonly [unknown, () => Plan]; // the parts of `lazy`
  return resolve(find());
}

// ---- Rules

function convert(plan: Plan, target: Target, read: Read): Json {
  if (typeof plan === "number") return withTypes(plan, undefined, {}, target);
  const [rule, ...parts] = plan;
  const convertRule = RULES.get(rule);
  if (convertRule) return convertRule(parts as never, read, target); // the generator gives each rule its parts
  throw new TypeError(
    "The schema has a rule of another copy of the runtime; expected a schema of the package that this function was imported from.",
  );
}

type ConvertRule = (parts: never, read: Read, target: Target) => Json;

const NOTHING: Json = { not: {} };
const ANY_TYPE = -1;

/** Each rule of `rules.ts`, with its parts. */
const RULES: ReadonlyMap<unknown, ConvertRule> = new Map<unknown, ConvertRule>([
  [never, () => NOTHING],
  [oneOf, (values: readonly unknown[]) => ({ enum: values })],
  [noneOf, (values: readonly unknown[]) => ({ not: { enum: values } })],
  [all, (plans: readonly Plan[], read) => ({ allOf: plans.map(read) })],
  [anyOf, (plans: readonly Plan[], read) => ({ anyOf: plans.map(read) })],
  [nullOr, ([plan]: [Plan], read, target) => ({ anyOf: [nullOf(target), read(plan)] })],
  [
    object,
    ([types, ...fields]: [number, ...(string | Plan)[]], read, target) =>
      withTypes(types, "object", readFields(fields, read), target),
  ],
  [
    field,
    ([name, isRequired, plan]: [string, number, Plan], read) => ({
      ...(isRequired > 0 && { required: [name] }),
      properties: Object.fromEntries([[name, read(plan)]]),
    }),
  ],
  [
    record,
    ([types, plan]: [number, Plan], read, target) =>
      withTypes(types, "object", { additionalProperties: read(plan) }, target),
  ],
  [
    others,
    (
      [types, plan, known, ...patterns]: [number, Plan, readonly string[], ...[string, Plan][]],
      read,
      target,
    ) => {
      const named = { properties: Object.fromEntries(known.map((name) => [name, {}])) };
      const matched = patterns.map(
        ([pattern, patternPlan]) => [pattern, read(patternPlan)] as const,
      );
      const schemas = [read(plan), ...matched.map(([, schema]) => schema)];
      return withTypes(
        types,
        "object",
        target === "openapi-3.0"
          ? { ...named, additionalProperties: either(schemas) }
          : {
              ...named,
              ...(matched.length > 0 && { patternProperties: Object.fromEntries(matched) }),
              additionalProperties: read(plan),
            },
        target,
      );
    },
  ],
  [
    names,
    ([plan]: [Plan], read, target) =>
      target === "openapi-3.0" ? {} : { propertyNames: read(plan) },
  ],
  [
    list,
    ([types, plan]: [number, Plan], read, target) =>
      withTypes(types, "array", { items: read(plan) }, target),
  ],
  [
    tuple,
    ([types, minItems, restItems, ...plans]: [number, number, Plan, ...Plan[]], read, target) => {
      const first = plans.map(read);
      const forms: Readonly<Record<Target, Json>> = {
        "draft-2020-12": { prefixItems: first, items: read(restItems) },
        "draft-07": { items: first, additionalItems: read(restItems) },
        "openapi-3.0": { items: either([...first, read(restItems)]) },
      };
      return withTypes(types, "array", { ...forms[target], minItems }, target);
    },
  ],
]);

function either(schemas: readonly Json[]): Json {
  return { anyOf: schemas };
}

/** Reads pairs of names and the plan of their values, as the rule `object` does. */
function readFields(fields: readonly (string | Plan)[], read: Read): Json {
  const required: string[] = [];
  const properties: [string, Json][] = [];
  for (let index = 0; index < fields.length; index += 2) {
    let isRequired = true;
    for (const name of String(fields[index]).split(" "))
      if (name === "?") isRequired = false;
      else {
        properties.push([name, read(fields[index + 1] as Plan)]);
        if (isRequired) required.push(name);
      }
  }
  return {
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

// ---- Types

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
