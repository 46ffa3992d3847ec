/** Reduces schemas to the part that is checked at run time. */
import {
  type ObjectRule,
  readPlan,
  type Rule,
  ruleOf,
  type RulesPlan,
  type SchemaPlan,
} from "../../json-schema/plan.js";
import type { JsonSchema } from "../../model/model.js";

/**
 * The part of a schema that is checked: what the types promise. Formats, lengths, ranges
 * and patterns are left out, because real deliveries break them. Unknown properties are allowed, so
 * `oneOf` cannot exclude anything and becomes `anyOf`.
 */
export type CheckedSchema = {
  readonly $ref?: string;
  readonly type?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, CheckedSchema>>;
  readonly patternProperties?: Readonly<Record<string, CheckedSchema>>;
  readonly additionalProperties?: CheckedSchema;
  readonly propertyNames?: CheckedSchema;
  readonly prefixItems?: readonly CheckedSchema[];
  /** The fewest items of a tuple. */
  readonly minItems?: number;
  readonly items?: CheckedSchema;
  readonly allOf?: readonly CheckedSchema[];
  readonly anyOf?: readonly CheckedSchema[];
  /** Values that are excluded; everything, if it lists none. */
  readonly not?: { readonly enum?: readonly unknown[] };
};

/** Reduces a schema to the part that is checked. */
export function toCheckedSchema(schema: JsonSchema): CheckedSchema {
  return reducePlan(readPlan(schema));
}

function reducePlan(plan: SchemaPlan): CheckedSchema {
  switch (plan.kind) {
    case "any":
      return {};
    case "never":
      return { not: {} };
    case "reference":
      return { $ref: plan.ref };
    case "rules": {
      const unlisted = findUnlisted(plan);
      return unlisted === undefined ? reduceRules(plan) : reduceUnknownMember(...unlisted);
    }
  }
}

/** Finds the discriminator in the member of a union that stands for unknown ones; `undefined` in any other schema. */
function findUnlisted(plan: RulesPlan): readonly [name: string, plan: SchemaPlan] | undefined {
  const properties = ruleOf(plan, "object")?.properties ?? [];
  return [...properties].find(([, property]) => ruleOf(property, "excluded") !== undefined);
}

/** Keeps only the discriminator: an unknown member may lack properties that all known ones have. */
function reduceUnknownMember(discriminator: string, plan: SchemaPlan): CheckedSchema {
  return {
    type: ["object"],
    required: [discriminator],
    properties: { [discriminator]: reducePlan(plan) },
  };
}

/** An `enum` is stricter than the types, so these are dropped. */
function reduceRules(plan: RulesPlan): CheckedSchema {
  const isListed = ruleOf(plan, "literal") !== undefined;
  const types = plan.types.length === 0 || isListed ? {} : { type: plan.types };
  return plan.rules.reduce<CheckedSchema>(
    (checked, rule) => ({ ...checked, ...reduceRule(rule, plan) }),
    types,
  );
}

function reduceRule(rule: Rule, { types }: RulesPlan): CheckedSchema {
  switch (rule.kind) {
    case "literal":
      return { enum: addNull(rule.values, types) };
    case "excluded":
      return { not: { enum: rule.values } };
    case "object":
      return reduceObject(rule);
    case "list":
      return unlessEmpty("items", reducePlan(rule.items));
    case "tuple":
      return {
        prefixItems: rule.first.map(reducePlan),
        minItems: rule.least,
        ...(rule.furtherItems && unlessEmpty("items", reducePlan(rule.furtherItems))),
      };
    case "intersection":
      return { allOf: rule.members.map(reducePlan) };
    case "union":
      return { anyOf: rule.members.map(reducePlan) };
    case "file":
    case "value":
    case "open":
      return {}; // the types are checked
  }
}

/** A nullable `enum` need not list `null`. */
function addNull(values: readonly unknown[], types: readonly string[]): readonly unknown[] {
  return types.includes("null") && !values.includes(null) ? [...values, null] : values;
}

function reduceObject({
  required,
  properties,
  patterns,
  additional,
  names,
}: ObjectRule): CheckedSchema {
  return {
    ...(required.length > 0 ? { required } : {}),
    ...(properties.size > 0 ? { properties: reduceMap(properties) } : {}),
    ...(patterns.size > 0 ? { patternProperties: reduceMap(patterns) } : {}),
    // Other properties are allowed even where the schema forbids them.
    ...(additional && additional.kind !== "never"
      ? unlessEmpty("additionalProperties", reducePlan(additional))
      : {}),
    ...(names ? unlessEmpty("propertyNames", reduceNames(names)) : {}),
  };
}

function reduceMap(
  plans: ReadonlyMap<string, SchemaPlan>,
): Readonly<Record<string, CheckedSchema>> {
  return Object.fromEntries([...plans].map(([name, plan]) => [name, reducePlan(plan)]));
}

/** A name is always text, so the type of names needs no check. */
function reduceNames(names: SchemaPlan): CheckedSchema {
  const { type: _type, ...checked } = reducePlan(names);
  return checked;
}

/** Leaves out a schema that every value satisfies. */
function unlessEmpty(
  keyword: "items" | "additionalProperties" | "propertyNames",
  schema: CheckedSchema,
): CheckedSchema {
  return isEmptySchema(schema) ? {} : { [keyword]: schema };
}

// ---- Parts of a checked schema, as plans print them

/** Tells whether every value satisfies a schema. */
function isEmptySchema(schema: CheckedSchema): boolean {
  return Object.keys(schema).length === 0;
}

/** Tells whether only `null` satisfies a schema. */
export function isNullOnly({ type, enum: values }: CheckedSchema): boolean {
  const [only, ...furtherTypes] = values ?? type ?? [];
  return furtherTypes.length === 0 && only === (values ? null : "null");
}

/** Lists properties that are required or described, the required ones first. */
export function propertiesIn({
  properties = {},
  required = [],
}: CheckedSchema): readonly Property[] {
  return [...new Set([...required, ...Object.keys(properties)])].map((name) => ({
    name,
    isRequired: required.includes(name),
    schema: (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? {},
  }));
}

/** Lists the alternatives; none if any value satisfies one of them. */
export function alternativesIn({ anyOf = [] }: CheckedSchema): readonly CheckedSchema[] {
  return anyOf.some(isEmptySchema) ? [] : anyOf;
}

// ---- Types

/** A property that is required or described. */
interface Property {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: CheckedSchema;
}
