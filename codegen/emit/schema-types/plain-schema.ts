/**
 * Reduces a JSON Schema to what determines its type, for json-schema-to-typescript:
 * `{ type: "string", maxLength: 9 }` becomes `{ type: "string" }`.
 */
import {
  type IntersectionRule,
  isNullable,
  type Notes,
  readPlan,
  type Rule,
  ruleOf,
  type RulesPlan,
  type SchemaPlan,
  type UnionRule,
} from "../../json-schema/plan.js";
import type { JsonSchema } from "../../model/model.js";
import { escapeComment } from "../print/escape.js";
import { isBareObject, objectKeywords, tupleKeywords } from "./plain-objects.js";
import { isDateTimePlan, typeKeyword, wholeType } from "./plain-values.js";
import type { Keywords, Nested, PlainSchema, RefName } from "./types.js";

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

/**
 * The keywords that determine a type. A rule that is the whole type comes before all others. The alternatives of a
 * union replace those of a tuple, which are `anyOf`, too.
 */
function typeKeywords(plan: RulesPlan, nested: Nested, isSent: boolean): Keywords {
  const whole = plan.rules.map((rule) => wholeType(rule, plan)).find((type) => type !== undefined);
  if (whole !== undefined) return whole;
  if (isSent && isDateTimePlan(plan)) return { tsType: "(string | Date)" };
  const object = ruleOf(plan, "object");
  const list = ruleOf(plan, "list");
  const tuple = ruleOf(plan, "tuple");
  const intersection = ruleOf(plan, "intersection");
  const union = ruleOf(plan, "union");
  const keywords: Keywords = {
    ...(tuple ? tupleKeywords(tuple, nested) : typeKeyword(plan)),
    ...(object && objectKeywords(object, nested)),
    ...(list && { items: nested(list.items) }),
    ...(intersection && intersectionKeywords(intersection, nested)),
    ...(union && unionKeywords(union, plan, nested)),
  };
  return isBareObject(keywords) ? { ...keywords, additionalProperties: {} } : keywords;
}

// ---- Compositions

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
