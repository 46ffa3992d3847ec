/** A plan with its references followed and its intersections joined, so that two can be compared. */
import { typeOfValue } from "../json-schema/keywords.js";
import {
  followPlan,
  isNullPlan,
  type Limits,
  type ObjectRule,
  readPlan,
  type Rule,
  ruleOf,
  type RulesPlan,
  schemaOf,
  type SchemaPlan,
  type TupleRule,
} from "../json-schema/plan.js";
import type { ResolveComponent } from "../json-schema/references.js";

/** Reads the shape of a value. */
export function readShape(plan: SchemaPlan, resolve: ResolveComponent): Shape {
  const parts = listParts(plan, resolve);
  if (parts.includes("never")) return { ...ANYTHING, isNever: true };
  const [first = ANYTHING, ...further] = parts
    .filter((part) => typeof part === "object")
    .map((part) => shapeOf(part, resolve));
  return withImpliedTypes(further.reduce(joinTwo, first));
}

/** The shape of any value. */
const ANYTHING: Shape = {
  isNever: false,
  types: [],
  isNullable: false,
  isDeprecated: false,
  alternatives: [],
  limits: {},
};

/** The plan itself and, in place of an intersection, the parts of its members. */
function listParts(
  plan: SchemaPlan,
  resolve: ResolveComponent,
): readonly ("any" | "never" | RulesPlan)[] {
  const target = followPlan(plan, resolve);
  if (target.kind === "any" || target.kind === "never") return [target.kind];
  if (target.kind === "reference") return [];
  const members = ruleOf(target, "intersection")?.members ?? [];
  return [target, ...members.flatMap((member) => listParts(member, resolve))];
}

// ---- One plan

/** The shape of a plan without its intersections. A union of one schema, beside `null` or not, is that schema. */
function shapeOf(plan: RulesPlan, resolve: ResolveComponent): Shape {
  const ofRules = plan.rules.reduce<Shape>((shape, rule) => withRule(shape, rule, resolve), {
    ...ANYTHING,
    types: plan.types.filter((type) => type !== "null"),
    isNullable: plan.types.includes("null"),
    isDeprecated: plan.notes.isDeprecated,
    limits: plan.limits,
  });
  const [only, ...others] = ofRules.alternatives;
  if (only === undefined || others.length > 0 || ofRules.object !== undefined) return ofRules;
  const inside = readShape(only, resolve);
  return {
    ...joinTwo({ ...ofRules, alternatives: [] }, inside),
    isNullable: ofRules.isNullable || inside.isNullable,
  };
}

/** Adds what a rule says to a shape. */
function withRule(shape: Shape, rule: Rule, resolve: ResolveComponent): Shape {
  switch (rule.kind) {
    case "literal":
    case "open": {
      const isNullable = shape.isNullable || rule.values.includes(null);
      const listed = rule.values.filter((value) => value !== null);
      return { ...shape, isNullable, values: { listed, isOpen: rule.kind === "open" } };
    }
    case "file":
      return { ...shape, special: "a file" };
    case "value":
      return { ...shape, special: rule.type };
    case "excluded":
      return { ...shape, isUnlisted: true };
    case "object":
      return { ...shape, object: { ...rule, properties: toLists(rule.properties) } };
    case "list":
      return { ...shape, items: rule.items };
    case "tuple":
      return { ...shape, tuple: rule };
    case "union": {
      const members = flattenUnion(rule.members, resolve);
      const isNullable = shape.isNullable || members.some(isNullPlan);
      return {
        ...shape,
        isNullable,
        alternatives: members.filter((member) => !isNullPlan(member)),
      };
    }
    case "intersection":
      return shape;
  }
}

/** A union among the members of a union counts as its own members. */
function flattenUnion(
  members: readonly SchemaPlan[],
  resolve: ResolveComponent,
): readonly SchemaPlan[] {
  return members.flatMap((member) => {
    const target = member.kind === "reference" ? member : followPlan(member, resolve);
    const union = ruleOf(target, "union");
    const isOnlyUnion = target.kind === "rules" && target.rules.length === 1;
    return union && isOnlyUnion ? flattenUnion(union.members, resolve) : [member];
  });
}

function toLists(
  properties: ReadonlyMap<string, SchemaPlan>,
): ReadonlyMap<string, readonly SchemaPlan[]> {
  return new Map([...properties].map(([name, plan]) => [name, [plan]]));
}

/** Types that a schema leaves out, although its other keywords concern only one type. */
function withImpliedTypes(shape: Shape): Shape {
  if (shape.types.length > 0 || shape.alternatives.length > 0) return shape;
  if (shape.values) {
    return { ...shape, types: [...new Set(shape.values.listed.map(typeOfValue))] };
  }
  if (shape.object) return { ...shape, types: ["object"] };
  return shape.items || shape.tuple ? { ...shape, types: ["array"] } : shape;
}

// ---- Parts of an intersection

/** The shape of a value that has both shapes. Where only one of them can be kept, it is the other one's. */
function joinTwo(one: Shape, other: Shape): Shape {
  const object = one.object && other.object ? joinObjects(one.object, other.object) : undefined;
  return {
    ...one,
    ...other,
    isNever: one.isNever || other.isNever,
    types: other.types.length > 0 ? other.types : one.types,
    isNullable: allowNull(one, other),
    isDeprecated: one.isDeprecated || other.isDeprecated,
    alternatives: [...one.alternatives, ...other.alternatives],
    ...(object && { object }),
    limits: { ...one.limits, ...other.limits },
  };
}

/**
 * Tells whether a value that has both shapes can be `null`. A part without types, values and alternatives, such as a
 * list of required properties, does not forbid it.
 */
function allowNull(one: Shape, other: Shape): boolean {
  const parts = [one, other];
  const limiting = parts.filter(
    ({ types, values, alternatives }) =>
      types.length > 0 || values !== undefined || alternatives.length > 0,
  );
  if (limiting.length === 0) return parts.some(({ isNullable }) => isNullable);
  return limiting.every(({ isNullable }) => isNullable);
}

function joinObjects(one: ShapeObject, other: ShapeObject): ShapeObject {
  const names = new Set([...one.properties.keys(), ...other.properties.keys()]);
  const properties = [...names].map((name) => {
    const plans = [...(one.properties.get(name) ?? []), ...(other.properties.get(name) ?? [])];
    return [name, [...new Set(plans)]] as const;
  });
  return {
    ...one,
    ...other,
    isDescribed: one.isDescribed || other.isDescribed,
    properties: new Map(properties),
    required: [...new Set([...one.required, ...other.required])],
  };
}

/**
 * One plan for a property that several parts of an intersection describe. Equal lists give the same plan, so that
 * a comparison notices where a property leads to itself.
 */
export function joinPlans(plans: readonly SchemaPlan[]): SchemaPlan {
  const distinct = [...new Set(plans)];
  const [first, ...others] = distinct;
  if (first === undefined) return readPlan({ allOf: [] });
  if (others.length === 0) return first;
  const known = JOINED.get(first) ?? [];
  JOINED.set(first, known);
  const earlier = known.find((each) => isSameList(each.plans, distinct));
  if (earlier !== undefined) return earlier.joined;
  const joined = readPlan({ allOf: distinct.map(schemaOf) });
  known.push({ plans: distinct, joined });
  return joined;
}

/** Joined plans by the first one of their list. */
const JOINED = new WeakMap<
  SchemaPlan,
  { readonly plans: readonly SchemaPlan[]; readonly joined: SchemaPlan }[]
>();

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

// ---- Shapes in a comparison

/** True for a shape that allows any value. */
export function isAnything(shape: Shape): boolean {
  const { isNever, types, values, special, object, items, tuple, alternatives, isUnlisted } = shape;
  if (isNever || types.length > 0 || alternatives.length > 0 || isUnlisted === true) return false;
  return [values, special, object, items, tuple].every((part) => part === undefined);
}

/** True for a union, and for a shape of several types. */
export function isChoice({ alternatives, types }: Shape): boolean {
  return alternatives.length > 0 || types.length > 1;
}

/** An object that may have any properties, for the side whose schema describes none. */
export function withoutProperties(object: ShapeObject): ShapeObject {
  return { ...object, properties: new Map(), required: [], isDescribed: false, additional: ANY };
}

/** The plan of any value. */
export const ANY = readPlan(true);

/** The plan of properties that are not described; `undefined` if there are no such properties. */
export function additionalOf({
  additional,
  patterns,
  isDescribed,
}: ShapeObject): SchemaPlan | undefined {
  const [first, ...further] = patterns.values();
  if (first !== undefined && additional?.kind !== "any") {
    const possible =
      additional === undefined || additional.kind === "never" ? further : [...further, additional];
    return possible.length === 0 ? first : readPlan({ anyOf: [first, ...possible].map(schemaOf) });
  }
  if (additional?.kind === "never") return undefined;
  return additional ?? (isDescribed ? undefined : ANY);
}

// ---- Types

export interface Shape {
  readonly isNever: boolean;
  /** Without `null`; empty for all types. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  readonly isDeprecated: boolean;
  /** Without `null`. */
  readonly values?: { readonly listed: readonly unknown[]; readonly isOpen: boolean };
  /** The type of a value that JSON does not have. */
  readonly special?: string;
  /** A discriminator that stands for unknown values. */
  readonly isUnlisted?: true;
  readonly object?: ShapeObject;
  readonly items?: SchemaPlan;
  readonly tuple?: TupleRule;
  /** The members of a union without `null`; empty if there is no choice. */
  readonly alternatives: readonly SchemaPlan[];
  readonly limits: Limits;
}

export interface ShapeObject extends Omit<ObjectRule, "properties"> {
  readonly properties: ReadonlyMap<string, readonly SchemaPlan[]>;
}
