/**
 * Reads a JSON Schema into a plan: the rules, limits and notes of a value. Types, checks, plans of values,
 * samples and pages are made of it, so that a keyword is read here alone. A new kind of rule fails to compile
 * in each of them until it is written there.
 */
import {
  EXCLUDED_VALUES,
  FILE_CONTENT,
  type JsonSchema,
  type JsonSchemaObject,
  KNOWN_VALUES,
  VALUE_HELPER,
  VALUE_TYPE,
} from "../model/model.js";
import {
  ALTERNATIVES,
  descriptionOf,
  isSchema,
  membersOf,
  patternsOf,
  propertiesOf,
  refOf,
  requiredOf,
  typesOf,
  valuesOf,
} from "./keywords.js";
import { dereference, type ResolveComponent } from "./references.js";

const ANY: SchemaPlan = { kind: "any" };
const NEVER: SchemaPlan = { kind: "never" };

/** A cache: several emitters read the same schemas. */
const PLANS = new WeakMap<JsonSchemaObject, SchemaPlan>();

/** Reads a schema. The same schema gives the same plan. */
export function readPlan(schema: JsonSchema): SchemaPlan {
  if (typeof schema === "boolean") return schema ? ANY : NEVER;
  const known = PLANS.get(schema);
  if (known !== undefined) return known;
  const plan = readSchema(schema);
  PLANS.set(schema, plan);
  return plan;
}

function readSchema(schema: JsonSchemaObject): SchemaPlan {
  const notes = readNotes(schema);
  const ref = refOf(schema);
  if (ref !== undefined) return { kind: "reference", ref, notes, schema };
  return {
    kind: "rules",
    types: typesOf(schema),
    rules: readRules(schema),
    limits: readLimits(schema),
    notes,
    schema,
  };
}

function readRules(schema: JsonSchemaObject): readonly Rule[] {
  return [
    ...readValues(schema),
    ...readObject(schema),
    ...readList(schema),
    ...readCompositions(schema),
  ];
}

function readValues(schema: JsonSchemaObject): readonly Rule[] {
  const values = valuesOf(schema);
  const { [KNOWN_VALUES]: knownValues, [EXCLUDED_VALUES]: excluded } = schema;
  return [
    ...(values ? [{ kind: "literal", values } as const] : []),
    ...(schema[FILE_CONTENT] === true ? [{ kind: "file" } as const] : []),
    ...readValueType(schema),
    ...(Array.isArray(excluded) ? [{ kind: "excluded", values: excluded } as const] : []),
    ...(Array.isArray(knownValues) ? [{ kind: "open", values: knownValues } as const] : []),
  ];
}

function readValueType({
  [VALUE_TYPE]: type,
  [VALUE_HELPER]: helper,
}: JsonSchemaObject): readonly ValueRule[] {
  if (typeof type !== "string") return [];
  return [{ kind: "value", type, ...(typeof helper === "string" && { helper }) }];
}

const OBJECT_KEYWORDS: readonly string[] = [
  "properties",
  "patternProperties",
  "additionalProperties",
  "propertyNames",
  "required",
];

function readObject(schema: JsonSchemaObject): readonly Rule[] {
  if (!OBJECT_KEYWORDS.some((keyword) => keyword in schema)) return [];
  const { additionalProperties: additional, propertyNames: names } = schema;
  return [
    {
      kind: "object",
      isDescribed: "properties" in schema,
      properties: readMap(propertiesOf(schema)),
      required: requiredOf(schema),
      patterns: readMap(patternsOf(schema)),
      ...(isSchema(additional) && { additional: readPlan(additional) }),
      ...(isSchema(names) && { names: readPlan(names) }),
    },
  ];
}

/** Reads schemas by name. */
export function readMap(
  schemas: Readonly<Record<string, JsonSchema>>,
): ReadonlyMap<string, SchemaPlan> {
  return new Map(Object.entries(schemas).map(([name, schema]) => [name, readPlan(schema)]));
}

function readList(schema: JsonSchemaObject): readonly Rule[] {
  const { minItems } = schema;
  const items = isSchema(schema["items"]) ? readPlan(schema["items"]) : undefined;
  const first = membersOf(schema, "prefixItems").map(readPlan);
  if (first.length === 0) return items === undefined ? [] : [{ kind: "list", items }];
  const least = typeof minItems === "number" ? Math.min(minItems, first.length) : first.length;
  return [{ kind: "tuple", first, least, ...(items && { furtherItems: items }) }];
}

/** With both `anyOf` and `oneOf`, a value satisfies both: then each is a member of the intersection. */
function readCompositions(schema: JsonSchemaObject): readonly Rule[] {
  const intersected = membersOf(schema, "allOf").map(readPlan);
  const unions = ALTERNATIVES.map((keyword) => membersOf(schema, keyword)).filter(
    (members) => members.length > 0,
  );
  const [union, secondUnion] = unions;
  const hasBoth = secondUnion !== undefined;
  const members = hasBoth
    ? [...intersected, ...unions.map((anyOf) => readPlan({ anyOf }))]
    : intersected;
  return [
    ...(members.length > 0 ? [{ kind: "intersection", members } as const] : []),
    ...(union && !hasBoth ? [{ kind: "union", members: union.map(readPlan) } as const] : []),
  ];
}

const NUMBER_LIMITS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const;

const TEXT_LIMITS = ["format", "pattern"] as const;

/** The keywords of limits. */
export const LIMITS = [...NUMBER_LIMITS, ...TEXT_LIMITS, "uniqueItems"] as const;

/** The quotient is rounded to 12 digits: fractions have no exact one, so that 0.3 / 0.1 is a little less than 3. */
export function isMultiple(number: number, step: number): boolean {
  return Number.isInteger(Number((number / step).toPrecision(12)));
}

function readLimits(schema: JsonSchemaObject): Limits {
  return {
    ...pick(schema, NUMBER_LIMITS, (value) => typeof value === "number"),
    ...pick(schema, TEXT_LIMITS, (value) => typeof value === "string"),
    ...(schema["uniqueItems"] === true && { uniqueItems: true }),
  };
}

/** The keywords whose values have the expected type. */
function pick<Key extends string, Value>(
  schema: JsonSchemaObject,
  keys: readonly Key[],
  isValue: (value: unknown) => value is Value,
): Partial<Record<Key, Value>> {
  const picked: Partial<Record<Key, Value>> = {};
  for (const key of keys) {
    const value = schema[key];
    if (isValue(value)) picked[key] = value;
  }
  return picked;
}

function readNotes(schema: JsonSchemaObject): Notes {
  const { default: defaultValue, examples, contentMediaType, contentEncoding } = schema;
  const description = descriptionOf(schema);
  return {
    ...(description !== undefined && { description }),
    isDeprecated: schema["deprecated"] === true,
    ...(defaultValue !== undefined && { default: defaultValue }),
    examples: Array.isArray(examples) ? examples : [],
    ...(typeof contentMediaType === "string" && { contentMediaType }),
    ...(typeof contentEncoding === "string" && { contentEncoding }),
  };
}

// ---- Questions that several readers of a plan ask

/** The rule of a kind; `undefined` if a plan has none. It has at most one of each kind. */
export function ruleOf<Kind extends Rule["kind"]>(
  plan: SchemaPlan,
  kind: Kind,
): RuleOfKind<Kind> | undefined {
  if (plan.kind !== "rules") return undefined;
  return plan.rules.find((rule): rule is RuleOfKind<Kind> => rule.kind === kind);
}

/** Follows the reference that a plan consists of; returns any other plan as it is. */
export function followPlan(plan: SchemaPlan, resolve: ResolveComponent): SchemaPlan {
  return plan.kind === "reference" ? readPlan(dereference(plan.schema, resolve)) : plan;
}

/** The schema of a plan, for a reader that merges schemas (`objects.ts`). */
export function schemaOf(plan: SchemaPlan): JsonSchema {
  if (plan.kind === "any" || plan.kind === "never") return plan.kind === "any";
  return plan.schema;
}

/** Tells whether a plan allows `null` and nothing else. */
export function isNullPlan(plan: SchemaPlan): boolean {
  return plan.kind === "rules" && plan.types.length === 1 && plan.types[0] === "null";
}

/** Tells whether a plan names `null` beside another type, and does not list it among its values. */
export function isNullable(plan: RulesPlan): boolean {
  if (plan.types.length < 2 || !plan.types.includes("null")) return false;
  return ruleOf(plan, "literal")?.values.includes(null) !== true;
}

// ---- Types

/** `any` is the schema `true`, `never` is `false`. */
export type SchemaPlan =
  { readonly kind: "any" } | { readonly kind: "never" } | ReferencePlan | RulesPlan;

/** Keywords beside a `$ref` do not limit a value. */
export interface ReferencePlan {
  readonly kind: "reference";
  readonly ref: string;
  readonly notes: Notes;
  readonly schema: JsonSchemaObject;
}

/** A value satisfies all rules. */
export interface RulesPlan {
  readonly kind: "rules";
  /** The types that the schema names. Without any, all types are allowed. */
  readonly types: readonly string[];
  /** In the order of the types below. */
  readonly rules: readonly Rule[];
  readonly limits: Limits;
  readonly notes: Notes;
  readonly schema: JsonSchemaObject;
}

export type Rule =
  | LiteralRule
  | FileRule
  | ValueRule
  | ExcludedRule
  | OpenRule
  | ObjectRule
  | ListRule
  | TupleRule
  | IntersectionRule
  | UnionRule;

export type RuleOfKind<Kind extends Rule["kind"]> = Extract<Rule, { readonly kind: Kind }>;

/** One of the listed values: `enum` or `const`. */
export interface LiteralRule {
  readonly kind: "literal";
  readonly values: readonly unknown[];
}

/** The bytes of a file. */
export interface FileRule {
  readonly kind: "file";
}

/** A value that JSON does not have, by its type. Its format is among the limits. */
export interface ValueRule {
  readonly kind: "value";
  readonly type: string;
  /** Name of the declaration that the type uses. */
  readonly helper?: string;
}

/** Any value but the listed ones: the discriminator of the member of a union that stands for unknown ones. */
export interface ExcludedRule {
  readonly kind: "excluded";
  readonly values: readonly unknown[];
}

/** The listed values, and others that a service may add. */
export interface OpenRule {
  readonly kind: "open";
  readonly values: readonly unknown[];
}

/** An object. Values of other types satisfy it, as in JSON Schema. */
export interface ObjectRule {
  readonly kind: "object";
  /** The schema has `properties`, which may be empty. */
  readonly isDescribed: boolean;
  readonly properties: ReadonlyMap<string, SchemaPlan>;
  readonly required: readonly string[];
  /** By regular expression. */
  readonly patterns: ReadonlyMap<string, SchemaPlan>;
  /** Properties that have no schema of their own. */
  readonly additional?: SchemaPlan;
  /** The names of all properties. */
  readonly names?: SchemaPlan;
}

/** A list whose items are alike. */
export interface ListRule {
  readonly kind: "list";
  readonly items: SchemaPlan;
}

/** A list whose first items have plans of their own. */
export interface TupleRule {
  readonly kind: "tuple";
  readonly first: readonly SchemaPlan[];
  /** The fewest items, at most the number of the first ones: all of them, unless `minItems` is smaller. */
  readonly least: number;
  readonly furtherItems?: SchemaPlan;
}

/** All members hold: `allOf`. */
export interface IntersectionRule {
  readonly kind: "intersection";
  readonly members: readonly SchemaPlan[];
}

/** At least one member holds: `anyOf` or `oneOf`. */
export interface UnionRule {
  readonly kind: "union";
  readonly members: readonly SchemaPlan[];
}

/** Limits of texts, numbers and lists. */
export interface Limits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  /** In characters. */
  readonly minLength?: number;
  /** In characters. */
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly uniqueItems?: boolean;
  readonly format?: string;
  readonly pattern?: string;
}

/** Annotations: they describe a value and do not limit it. */
export interface Notes {
  readonly description?: string;
  readonly isDeprecated: boolean;
  readonly default?: unknown;
  /** They may break the schema. */
  readonly examples: readonly unknown[];
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
}
