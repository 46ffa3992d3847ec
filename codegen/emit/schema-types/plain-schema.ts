/**
 * Reduces a JSON Schema to what determines its type, for json-schema-to-typescript:
 * `{ type: "string", maxLength: 9 }` becomes `{ type: "string" }`.
 */
import { COMPOSITIONS } from "../../json-schema/keywords.js";
import {
  type IntersectionRule,
  isNullable,
  type Notes,
  type ObjectRule,
  type OpenRule,
  readPlan,
  type Rule,
  ruleOf,
  type RulesPlan,
  type SchemaPlan,
  type TupleRule,
  type UnionRule,
  type ValueRule,
} from "../../json-schema/plan.js";
import type { JsonSchema } from "../../model/model.js";
import { escapeComment } from "../print/escape.js";

/**
 * Reduces a schema to the keywords that determine its type.
 * @param isSent The value is only sent, never received. A time may then be a `Date`, which is sent
 *   as text.
 */
export function toPlainSchema(schema: JsonSchema, refName: RefName, isSent: boolean): PlainSchema {
  const toPlain = (plan: SchemaPlan): PlainSchema => {
    switch (plan.kind) {
      case "any":
      case "never":
        return plan.kind === "any";
      case "reference":
        return { tsType: refName(plan.ref), ...readAnnotations(plan.notes) };
      case "rules":
        return addNull(plan, typeKeywords(plan, toPlain, isSent));
    }
  };
  return toPlain(readPlan(schema));
}

/** The keywords of a type with its comment, and with `null` if the schema allows it. */
function addNull(plan: RulesPlan, keywords: Keywords): PlainSchema {
  const annotations = readAnnotations(plan.notes);
  // json-schema-to-typescript takes a schema that has only a description for an object.
  if (Object.keys(keywords).length === 0) return { tsType: "unknown", ...annotations };
  if (!isNullable(plan)) return { ...keywords, ...annotations };
  return { ...annotations, anyOf: [keywords, { type: "null" }] };
}

/** The keywords that determine a type. A rule that is the whole type comes before all others. */
function typeKeywords(plan: RulesPlan, nested: Nested, isSent: boolean): Keywords {
  const whole = plan.rules.map((rule) => wholeType(rule, plan)).find((type) => type !== undefined);
  if (whole !== undefined) return whole;
  if (isSent && isDateTimePlan(plan)) return { tsType: "(string | Date)" };
  const inside = plan.rules.map((rule) => insideKeywords(rule, plan, nested));
  const keywords = Object.assign(typeKeyword(plan), ...inside) as Keywords; // objects of keywords
  return isBareObject(keywords) ? { ...keywords, additionalProperties: {} } : keywords;
}

// ---- Rules

/** The type of a value, if a rule says it alone. */
function wholeType(rule: Rule, plan: RulesPlan): Keywords | undefined {
  switch (rule.kind) {
    case "literal":
      return valueKeywords(rule.values);
    case "file":
      return { tsType: "Blob" };
    case "value":
      return writtenType(rule);
    case "excluded":
      return { tsType: UNLISTED };
    case "open":
      return openKeywords(rule, plan);
    case "object":
    case "list":
    case "tuple":
    case "intersection":
    case "union":
      return undefined;
    default:
      return rule satisfies never;
  }
}

/** The keywords of a rule about the inside of a value. */
function insideKeywords(rule: Rule, plan: RulesPlan, nested: Nested): Keywords {
  switch (rule.kind) {
    case "object":
      return objectKeywords(rule, nested);
    case "list":
      return { items: nested(rule.items) };
    case "tuple":
      return tupleKeywords(rule, nested);
    case "intersection":
      return intersectionKeywords(rule, nested);
    case "union":
      return unionKeywords(rule, plan, nested);
    case "literal":
    case "file":
    case "value":
    case "excluded":
    case "open":
      return {};
  }
}

// ---- Values

function writtenType({ type, helper }: ValueRule): WrittenType {
  return { tsType: type, ...(helper !== undefined && { helper }) };
}

/** json-schema-to-typescript would take a map among the values for a schema, and read the file of its `$ref`. */
function valueKeywords(values: readonly unknown[]): Keywords {
  const isPlain = values.every((value) => typeof value !== "object" || value === null);
  if (isPlain) return { enum: values };
  return { tsType: `(${values.map((value) => JSON.stringify(value)).join(" | ")})` };
}

/** TypeScript's names of the types whose values can be open. */
const OPEN_TYPES: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
};

/**
 * The type of any text or number beside known ones; `undefined` for other values. Editors complete the
 * known values, which a union with plain `string` would hide.
 */
function openKeywords({ values }: OpenRule, plan: RulesPlan): Keywords | undefined {
  const types = typesBesideNullOf(plan).map((type) => OPEN_TYPES[type]);
  if (types.includes(undefined)) return undefined;
  const known = values.map((value) => JSON.stringify(value));
  const anyOfTypes = new Set(types.map((type) => `(${String(type)} & {})`));
  return { tsType: `(${[...known, ...anyOfTypes].join(" | ")})` };
}

/**
 * The type of a discriminator with an unknown value. It represents any text. A compiler rules it out
 * when code compares the discriminator with a known value, which it cannot do for `string`, nor for an
 * intersection with `string`.
 */
const UNLISTED = "`unlisted ${string}`";

/** A tuple with optional items is a union, whose members name their type. */
function typeKeyword(plan: RulesPlan): { type?: string | readonly string[] } {
  const tuple = ruleOf(plan, "tuple");
  if (plan.types.length === 0 || (tuple && tuple.least < tuple.first.length)) return {};
  const [first = "null", ...furtherTypes] = typesBesideNullOf(plan);
  return { type: furtherTypes.length === 0 ? first : [first, ...furtherTypes] };
}

function typesBesideNullOf({ types }: RulesPlan): readonly string[] {
  return types.filter((type) => type !== "null");
}

function isDateTimePlan(plan: RulesPlan): boolean {
  const [type, ...furtherTypes] = typesBesideNullOf(plan);
  return plan.limits.format === "date-time" && type === "string" && furtherTypes.length === 0;
}

// ---- Objects

/** The keywords of an object. Listed names are properties, too. */
function objectKeywords(rule: ObjectRule, nested: Nested): Keywords {
  const { required, additional } = rule;
  const names = additional?.kind === "never" ? undefined : listedNames(rule.names);
  const other = additional ? nested(additional) : true;
  const listed = (names?.values ?? []).map((name) => [name, other] as const);
  const described = [...rule.properties].map(
    ([name, property]) => [name, nested(property)] as const,
  );
  return {
    ...((names !== undefined || rule.isDescribed) && {
      properties: Object.fromEntries([...listed, ...described]),
    }),
    ...(required.length > 0 && { required }),
    ...(names === undefined
      ? indexKeyword(rule, nested)
      : { additionalProperties: names.isOpen && other }),
  };
}

/** Reads the names that `propertyNames` lists; `undefined` if it lists none. */
function listedNames(names: SchemaPlan | undefined): ListedNames | undefined {
  if (names === undefined) return undefined;
  const only = ruleOf(names, "literal")?.values;
  const known = only ?? ruleOf(names, "open")?.values;
  if (known === undefined) return undefined;
  const values = known.filter((value): value is string => typeof value === "string");
  return { values, isOpen: only === undefined };
}

/** Joins the types of all patterns, because TypeScript has one index signature for all names. */
function indexKeyword({ additional, patterns }: ObjectRule, nested: Nested): Keywords {
  if (patterns.size === 0 || additional?.kind === "any")
    return additional === undefined ? {} : { additionalProperties: nested(additional) };
  const types = [...patterns.values()];
  const valueTypes =
    additional === undefined || additional.kind === "never" ? types : [...types, additional];
  return { additionalProperties: { anyOf: valueTypes.map(nested) } };
}

// ---- Tuples and compositions

/**
 * With fewer items than first ones, a list is one of several tuples. Without a plan for other items,
 * these may be anything.
 */
function tupleKeywords({ first, least, furtherItems }: TupleRule, nested: Nested): Keywords {
  const items = first.map(nested);
  const additionalItems = furtherItems ? nested(furtherItems) : {};
  const whole = { type: "array", items, additionalItems };
  if (least === items.length) return whole;
  const shorter = items.slice(least).map((_, index) => {
    const present = items.slice(0, least + index);
    if (present.length === 0) return { tsType: "[]" };
    return { type: "array", items: present, additionalItems: false };
  });
  return { anyOf: [...shorter, whole] };
}

/** Leaves out members that only require properties, because these do not change the type. */
function intersectionKeywords({ members }: IntersectionRule, nested: Nested): Keywords {
  const typed = members.filter((member) => !isUntyped(member));
  return typed.length === 0 ? {} : { allOf: typed.map(nested) };
}

/** With an alternative of any type, the whole is of any type, or any object if it has properties. */
function unionKeywords({ members }: UnionRule, plan: RulesPlan, nested: Nested): Keywords {
  const typed = members.filter((member) => !isUntyped(member));
  const isOpen = typed.length < members.length;
  const hasProperties = (ruleOf(plan, "object")?.properties.size ?? 0) > 0;
  if (typed.length === 0 || (isOpen && !hasProperties)) return {};
  return { anyOf: [...typed.map(nested), ...(isOpen ? [{ tsType: "{}" }] : [])] };
}

/** Tells whether a plan at most requires properties. */
function isUntyped(plan: SchemaPlan): boolean {
  if (plan.kind !== "rules") return plan.kind === "any";
  return plan.types.length === 0 && plan.rules.every(isRequirement);
}

/** Tells whether a rule only requires properties, which it does not describe. */
function isRequirement(rule: Rule): boolean {
  if (rule.kind !== "object" || rule.isDescribed) return false;
  return rule.patterns.size === 0 && rule.additional === undefined && rule.names === undefined;
}

/** Tells whether a type describes no property of its object, which may then hold anything. */
function isBareObject(keywords: Keywords): boolean {
  const described = ["properties", "additionalProperties", ...COMPOSITIONS];
  return keywords["type"] === "object" && !described.some((keyword) => keyword in keywords);
}

// ---- Comments

function readAnnotations(notes: Notes): { description?: string; deprecated?: true } {
  const parts = [notes.description ?? "", describeMedia(notes), describeDefault(notes.default)];
  const description = parts
    .map(escapeComment)
    .filter((part) => part !== "")
    .join("\n\n");
  return {
    ...(description === "" ? {} : { description }),
    ...(notes.isDeprecated ? { deprecated: true } : {}),
  };
}

function describeMedia({ contentMediaType: type, contentEncoding: encoding }: Notes): string {
  if (type === undefined) return "";
  return `Contents: \`${type}\`${encoding === undefined ? "" : ` in \`${encoding}\``}`;
}

function describeDefault(value: unknown): string {
  return value === undefined ? "" : `Default: \`${JSON.stringify(value)}\``;
}

// ---- Types

/**
 * A schema reduced to the keywords that determine a type, for json-schema-to-typescript. A
 * reference is the name of a type. Keywords that the tool would obey, such as `tsType`, are dropped
 * if they come from the YAML.
 */
export type PlainSchema = boolean | { readonly [keyword: string]: unknown };

/** A type that is written as it is, with the name of the declaration beside it that it uses. */
export type WrittenType = { readonly tsType: string; readonly helper?: string };

/** From the `$ref` of a component to the name of its type. */
export type RefName = (ref: string) => string;

/** Reduces a schema inside another one. */
type Nested = (plan: SchemaPlan) => PlainSchema;

/** Some keywords of a reduced schema. */
interface Keywords {
  readonly [keyword: string]: unknown;
}

/** The names that properties can have, if the schema lists them. */
interface ListedNames {
  readonly values: readonly string[];
  /** There may be others. */
  readonly isOpen: boolean;
}
