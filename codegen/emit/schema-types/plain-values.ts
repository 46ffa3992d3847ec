/** The types of single values: literals, open lists of values, and types that are written as they are. */
import type { OpenRule, Rule, RulesPlan, ValueRule } from "../../json-schema/plan.js";
import type { Keywords, WrittenType } from "./types.js";

/** The type of a value, if a rule says it alone; `undefined` for a rule about the inside of a value. */
export function wholeType(rule: Rule, plan: RulesPlan): Keywords | undefined {
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

/** The types of a value beside `null`: `{ type: "string" }`, or `{ type: ["string", "number"] }`; none for any type. */
export function typeKeyword(plan: RulesPlan): { type?: string | readonly string[] } {
  if (plan.types.length === 0) return {};
  const [first = "null", ...furtherTypes] = typesBesideNullOf(plan);
  return { type: furtherTypes.length === 0 ? first : [first, ...furtherTypes] };
}

function typesBesideNullOf({ types }: RulesPlan): readonly string[] {
  return types.filter((type) => type !== "null");
}

/** Tells whether a value is a text with a time, or `null`. */
export function isDateTimePlan(plan: RulesPlan): boolean {
  const [type, ...furtherTypes] = typesBesideNullOf(plan);
  return plan.limits.format === "date-time" && type === "string" && furtherTypes.length === 0;
}
