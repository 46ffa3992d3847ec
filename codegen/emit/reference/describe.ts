/** Types of values as short texts, for tables. */
import {
  isNullable,
  readPlan,
  type Rule,
  type RulesPlan,
  type SchemaPlan,
} from "../../json-schema/plan.js";
import type { JsonSchema } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";

/** A longer type is cut: the reference gives an overview, and editors show the whole. */
const MAX_TYPE_LENGTH = 80;

/** A short text for the type of a value: component names, values of an enum, `string[]`. */
export function describeType(schema: JsonSchema, context: NamedComponents): string {
  const text = describePlan(readPlan(schema), context, 0);
  return text.length <= MAX_TYPE_LENGTH ? text : `${text.slice(0, MAX_TYPE_LENGTH).trimEnd()}…`;
}

/** A type in more types than that is described as `any`. */
const MAX_TYPE_DEPTH = 3;

function describePlan(plan: SchemaPlan, context: NamedComponents, depth: number): string {
  if (depth > MAX_TYPE_DEPTH) return ANY;
  switch (plan.kind) {
    case "any":
    case "never":
      return ANY;
    case "reference":
      return nameOf(context.names.components, plan.ref);
    case "rules":
      return describeRules(plan, context, depth);
  }
}

const ANY = "any";
const NULL = "null";

/** The order in which rules are asked: the first one that has a text describes the value. */
const ORDER: Readonly<Record<Rule["kind"], number>> = {
  literal: 1,
  open: 2,
  intersection: 3,
  union: 4,
  value: 5,
  list: 6,
  tuple: 7,
  object: 8,
  file: 9,
  excluded: 10,
};

function describeRules(plan: RulesPlan, context: NamedComponents, depth: number): string {
  const rules = [...plan.rules].sort((one, other) => ORDER[one.kind] - ORDER[other.kind]);
  const texts = rules.flatMap((rule) => describeRule(rule, plan, context, depth) ?? []);
  const text = texts[0] ?? describeTypes(plan);
  const isListed = rules[0]?.kind === "literal" || rules[0]?.kind === "open";
  return isNullable(plan) && !isListed ? `${text} | ${NULL}` : text;
}

/** The text of a rule; `undefined` for one that says less than the types. */
function describeRule(
  rule: Rule,
  { types }: RulesPlan,
  context: NamedComponents,
  depth: number,
): string | undefined {
  const describe = (plan: SchemaPlan): string => describePlan(plan, context, depth + 1);
  switch (rule.kind) {
    case "literal":
      return rule.values.map((value) => JSON.stringify(value)).join(" | ");
    case "open":
      return [...rule.values.map((value) => JSON.stringify(value)), "…"].join(" | ");
    case "intersection":
      return joinIntersection(rule.members.map(describe));
    case "union":
      return joinUnion(rule.members.map(describe));
    case "value":
      return rule.type;
    case "list":
      return types.includes("array") ? toListText(describe(rule.items)) : undefined;
    case "tuple": {
      const furtherItems = rule.furtherItems
        ? [`...${toListText(describe(rule.furtherItems))}`]
        : [];
      return `[${[...rule.first.map(describe), ...furtherItems].join(", ")}]`;
    }
    case "object":
      return types.length === 0 && rule.properties.size > 0 ? "object" : undefined;
    case "file":
    case "excluded":
      return undefined;
    default:
      return rule satisfies never;
  }
}

/** A member that says nothing about the type is left out. */
function joinIntersection(members: readonly string[]): string {
  const distinct = [...new Set(members)].filter((member) => member !== ANY);
  if (distinct.length < 2) return distinct[0] ?? ANY;
  return distinct.map((member) => (member.includes(" | ") ? `(${member})` : member)).join(" & ");
}

/** Each member once, with `null` at the end. */
function joinUnion(members: readonly string[]): string {
  const distinct = [...new Set(members)];
  const withoutNull = distinct.filter((member) => member !== NULL);
  return [...withoutNull, ...(withoutNull.length < distinct.length ? [NULL] : [])].join(" | ");
}

function describeTypes({ types }: RulesPlan): string {
  if (types.includes("array")) return toListText(ANY);
  const withoutNull = types.filter((type) => type !== NULL);
  return withoutNull.join(" | ") || (types.includes(NULL) ? NULL : ANY);
}

function toListText(item: string): string {
  return /[ |&]/.test(item) ? `(${item})[]` : `${item}[]`;
}

/** The names of components, which a text has in place of their types. */
interface NamedComponents {
  readonly names: Pick<EmitContext["names"], "components">;
}
