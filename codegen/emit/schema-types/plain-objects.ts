/** The keywords of objects and of tuples. */
import { COMPOSITIONS } from "../../json-schema/keywords.js";
import {
  type ObjectRule,
  ruleOf,
  type SchemaPlan,
  type TupleRule,
} from "../../json-schema/plan.js";
import type { Keywords, Nested } from "./types.js";

/**
 * The keywords of an object, without its `type`. Names that `propertyNames` lists are properties, too, of the type of
 * all that have no schema of their own: the names `id` and `size` with numbers make `{ id?: number; size?: number }`.
 */
export function objectKeywords(rule: ObjectRule, nested: Nested): Keywords {
  const { required, additional } = rule;
  const described = [...rule.properties].map(
    ([name, property]) => [name, nested(property)] as const,
  );
  const names = additional?.kind === "never" ? undefined : listedNames(rule.names);
  if (names === undefined)
    return {
      ...(rule.isDescribed && { properties: Object.fromEntries(described) }),
      ...(required.length > 0 && { required }),
      ...indexKeyword(rule, nested),
    };
  const other = additional ? nested(additional) : true;
  const listed = names.values.map((name) => [name, other] as const);
  return {
    properties: Object.fromEntries([...listed, ...described]),
    ...(required.length > 0 && { required }),
    additionalProperties: names.isOpen && other,
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

/** Tells whether a type describes no property of its object, which may then hold anything. */
export function isBareObject(keywords: Keywords): boolean {
  const described = ["properties", "additionalProperties", ...COMPOSITIONS];
  return keywords["type"] === "object" && !described.some((keyword) => keyword in keywords);
}

// ---- Tuples

/**
 * The type and the items of a tuple. With fewer items than first ones, a list is one of several tuples, which name
 * their types themselves: a text and perhaps a number are `anyOf` with `[string]` and `[string, number]`. Without a
 * plan for further items, these may be anything.
 */
export function tupleKeywords({ first, least, furtherItems }: TupleRule, nested: Nested): Keywords {
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

// ---- Types

/** The names that properties can have, if the schema lists them. */
interface ListedNames {
  readonly values: readonly string[];
  /** There may be others. */
  readonly isOpen: boolean;
}
