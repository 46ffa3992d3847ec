/** The types of JSON that a schema allows, by which the alternatives of a union are told apart. */
import type { JsonType } from "../../../src/catalog/values.js";
import { typeOfValue } from "../../json-schema/keywords.js";
import { followPlan, type Rule, ruleOf, type SchemaPlan } from "../../json-schema/plan.js";
import type { ResolveComponent } from "../../json-schema/references.js";

/** Lists the types; all of them for a schema that does not limit them. */
export function listJsonTypes(schema: SchemaPlan, resolve: ResolveComponent): readonly JsonType[] {
  return listTypes(schema, { resolve, depth: 0 });
}

function listTypes(schema: SchemaPlan, place: Place): readonly JsonType[] {
  const target = followPlan(schema, place.resolve);
  if (target.kind !== "rules" || place.depth > MAX_DEPTH) return ANY_TYPE;
  const values = ruleOf(target, "literal")?.values;
  if (values !== undefined) return toJsonTypes(values.map(typeOfValue));
  if (target.types.length > 0) return toJsonTypes(target.types);
  return intersect(target.rules.map((rule) => listTypesOfRule(rule, place)));
}

function listTypesOfRule(rule: Rule, { resolve, depth }: Place): readonly JsonType[] {
  const inside = { resolve, depth: depth + 1 };
  switch (rule.kind) {
    case "object":
      return rule.required.length + rule.properties.size > 0 ? ["object"] : ANY_TYPE;
    case "list":
    case "tuple":
      return ["array"];
    case "intersection":
      return intersect(rule.members.map((member) => listTypes(member, inside)));
    case "union":
      return rule.members.flatMap((member) => listTypes(member, inside));
    case "literal": // known by the values
    case "file":
    case "value":
    case "excluded":
    case "open":
      return ANY_TYPE;
  }
}

/** Deeper compositions are taken for any type. */
const MAX_DEPTH = 10;

const ANY_TYPE: readonly JsonType[] = ["string", "number", "boolean", "object", "array", "null"];

/** The types that are in all lists; without lists, any type. */
function intersect(lists: readonly (readonly JsonType[])[]): readonly JsonType[] {
  return ANY_TYPE.filter((type) => lists.every((types) => types.includes(type)));
}

/** Types of JSON Schema as types of JSON, which does not know integers. */
function toJsonTypes(types: readonly string[]): readonly JsonType[] {
  const jsonTypes = types.map(
    (type) => (type === "integer" ? "number" : (type as JsonType)), // JSON Schema has no others
  );
  return [...new Set(jsonTypes)];
}

/** Tells whether a type is the only one but `null`. */
export function isOnly(types: readonly JsonType[], type: JsonType): boolean {
  const besideNull = types.filter((each) => each !== "null");
  return besideNull.length === 1 && besideNull[0] === type;
}

// ---- Types

/** The place of a schema: how its references are followed, and the number of compositions around it. */
interface Place {
  readonly resolve: ResolveComponent;
  readonly depth: number;
}
