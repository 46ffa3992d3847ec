/**
 * Plans for values that have one of several schemas. The runtime must find out which one a value has: by its type of
 * JSON, by a property whose values differ (a tag), or by the properties that are there. For `{ kind: "card", at: … }`
 * or `{ kind: "cash" }`, of which only the first has a time:
 *
 *     ["union", [[{ is: { kind: ["card"] } }, { at: "date-time" }]]]
 *
 * The plan 0 leaves a value as it is.
 */
import type {
  JsonType,
  PropertyPlans,
  ValuePlan,
  ValueShape,
} from "../../../src/catalog/values.js";
import { readObjectProperties } from "../../json-schema/objects.js";
import {
  followPlan,
  type ObjectRule,
  readMap,
  readPlan,
  ruleOf,
  schemaOf,
  type SchemaPlan,
} from "../../json-schema/plan.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import { groupBy } from "../../model/group-by.js";
import { isEqual } from "../../model/json.js";
import { isOnly, listJsonTypes } from "./json-types.js";

/** Plans unions: scalars by their types, lists by their items, objects by what tells them apart. */
export class UnionPlanner {
  readonly #planner: Planner;
  readonly #resolve: ResolveComponent;

  constructor(planner: Planner, resolve: ResolveComponent) {
    this.#planner = planner;
    this.#resolve = resolve;
  }

  /** Plans the members of a union, of which none is `null` alone. */
  plan(members: readonly SchemaPlan[]): ValuePlan {
    const alternatives = members.map((schema) => ({
      schema,
      types: listJsonTypes(schema, this.#resolve),
      plan: this.#planner.plan(schema),
    }));
    const [firstPlan = 0, ...furtherPlans] = alternatives.map(({ plan }) => plan);
    if (furtherPlans.every((plan) => isEqual(plan, firstPlan))) return firstPlan;
    const objects = alternatives.filter(({ types }) => isOnly(types, "object"));
    const lists = alternatives.filter(({ types }) => isOnly(types, "array"));
    const scalars = alternatives.filter(
      (alternative) => !objects.includes(alternative) && !lists.includes(alternative),
    );
    const cases = [
      ...scalars.map((scalar): Case => [toScalarShape(scalar, alternatives), scalar.plan]),
      ...this.#planLists(lists),
      ...this.#planObjects(objects),
    ].filter(([shape, plan]) => plan !== 0 || "has" in shape || "is" in shape);
    const [single] = cases;
    // Plans of objects and lists leave everything else as it is.
    if (cases.length === 1 && single && isPlainType(single)) return single[1];
    return ["union", cases];
  }

  /** Lists cannot be told apart, so their items have any of the plans. */
  #planLists(lists: readonly Alternative[]): readonly Case[] {
    if (lists.length < 2) return lists.map(({ plan }): Case => [{ type: ["array"] }, plan]);
    const items = lists.map(({ schema }) => {
      const target = followPlan(schema, this.#resolve);
      return (
        ruleOf(target, "list")?.items ?? ruleOf(target, "tuple")?.furtherItems ?? readPlan(true)
      );
    });
    const plan = this.#planner.planUnion(items);
    return plan === 0 ? [] : [[{ type: ["array"] }, ["list", plan]]];
  }

  /** Tells objects apart by a discriminator if there is one, else by their properties. */
  #planObjects(objects: readonly Alternative[]): readonly Case[] {
    if (objects.length === 0) return [];
    const tag = objects.length > 1 ? this.#findTag(objects) : undefined;
    if (tag !== undefined) return toTaggedCases(objects, tag);
    const mergedPlan = this.#mergeObjects(objects);
    if (mergedPlan !== undefined) return [[{ type: ["object"] }, mergedPlan]];
    const shaped = objects.map((object) => ({ object, shape: this.#toShape(object, objects) }));
    return [...groupBy(shaped, ({ shape }) => JSON.stringify(shape)).values()]
      .flatMap((alike): readonly Case[] => {
        const plan = this.#planAlike(alike.map(({ object }) => object));
        return alike.slice(0, 1).map(({ shape }) => [shape, plan]);
      })
      .sort(([one], [other]) => (other.has?.length ?? 0) - (one.has?.length ?? 0));
  }

  /** A property whose values differ in all of the objects. */
  #findTag(objects: readonly Alternative[]): Tag | undefined {
    const described = objects.map(({ schema }) => this.#propertiesOf(schema));
    const [first] = described;
    for (const name of first?.keys() ?? []) {
      const values = described.map((properties) => {
        const property = properties.get(name);
        const target = property && followPlan(property, this.#resolve);
        if (target?.kind !== "rules") return [];
        if (ruleOf(target, "excluded") !== undefined) return undefined;
        return ruleOf(target, "literal")?.values ?? [];
      });
      const listed = values.flatMap((ofObject) => ofObject ?? []);
      const isInAll = values.every((ofObject) => ofObject?.length !== 0);
      if (isInAll && new Set(listed).size === listed.length) return { name, values };
    }
    return undefined;
  }

  /** One plan for objects whose properties never contradict each other; `undefined` if they do. */
  #mergeObjects(objects: readonly Alternative[]): ValuePlan | undefined {
    const plans = objects.map(({ schema }) => this.#flatten(schema));
    const byProperty = new Map<string, ValuePlan>();
    for (const properties of plans) {
      if (properties === undefined) return undefined;
      for (const [name, plan] of properties) {
        const earlier = byProperty.get(name);
        if (earlier !== undefined && !isEqual(earlier, plan)) return undefined;
        byProperty.set(name, plan);
      }
    }
    const present = [...byProperty].filter(([, plan]) => plan !== 0);
    return present.length === 0 ? 0 : Object.fromEntries(present);
  }

  /** The plan of each property; `undefined` for an object that is more than its properties. */
  #flatten(schema: SchemaPlan): ReadonlyMap<string, ValuePlan> | undefined {
    const target = followPlan(schema, this.#resolve);
    const object = ruleOf(target, "object");
    if (target.kind !== "rules" || ruleOf(target, "union") !== undefined) return undefined;
    if (object !== undefined && this.#planner.planOthers(object) !== 0) return undefined;
    const properties = [...(object?.properties ?? [])];
    const flat = new Map(
      properties.map(([name, property]) => [name, this.#planner.plan(property)]),
    );
    for (const member of ruleOf(target, "intersection")?.members ?? []) {
      const inner = this.#flatten(member);
      if (inner === undefined) return undefined;
      for (const [name, plan] of inner) flat.set(name, combine([flat.get(name) ?? 0, plan]));
    }
    return flat;
  }

  /** One plan for objects that no shape tells apart: each property has any of its plans. */
  #planAlike(objects: readonly Alternative[]): ValuePlan {
    const [first] = objects;
    if (objects.length < 2) return first?.plan ?? 0;
    const schemas = objects.flatMap(({ schema }) => [...this.#propertiesOf(schema)]);
    const plans = [...groupBy(schemas, ([name]) => name)]
      .map(([name, entries]) => {
        const plan = this.#planner.planUnion(entries.map(([, schema]) => schema));
        return [name, plan] as const;
      })
      .filter(([, plan]) => plan !== 0);
    return plans.length === 0 ? 0 : Object.fromEntries(plans);
  }

  /** Required properties, and the types of those properties whose plans differ. */
  #toShape({ schema }: Alternative, objects: readonly Alternative[]): ValueShape {
    const has = readObjectProperties(schemaOf(schema), this.#resolve)?.required ?? [];
    const described = objects.map((object) => this.#propertiesOf(object.schema));
    const types = [...this.#propertiesOf(schema)].flatMap(([name, property]) => {
      const plan = this.#planner.plan(property);
      const differs = described.some(
        (each) =>
          each.has(name) && !isEqual(this.#planner.plan(each.get(name) ?? readPlan(true)), plan),
      );
      return differs ? [[name, listJsonTypes(property, this.#resolve)] as const] : [];
    });
    return {
      type: ["object"],
      has: [...has].sort(),
      ...(types.length > 0 && { types: Object.fromEntries(types) }),
    };
  }

  #propertiesOf(schema: SchemaPlan): ReadonlyMap<string, SchemaPlan> {
    const object = readObjectProperties(schemaOf(schema), this.#resolve);
    return readMap(object?.properties ?? {});
  }
}

/**
 * The object with any other value comes last. The known ones are needed before it even if their plan is 0, so that
 * they are not taken for it.
 */
function toTaggedCases(objects: readonly Alternative[], { name, values }: Tag): readonly Case[] {
  const unlisted = objects.find((_, index) => values[index] === undefined);
  const known = objects.flatMap(({ plan }, index): readonly Case[] => {
    const listed = values[index];
    const isNeeded = plan !== 0 || (unlisted !== undefined && unlisted.plan !== 0);
    return listed && isNeeded ? [[{ is: { [name]: listed } }, plan]] : [];
  });
  return unlisted ? [...known, [{ type: ["object"] }, unlisted.plan]] : known;
}

/** A value is found by its format if another alternative allows other values of its type. */
function toScalarShape(
  { plan, types }: Alternative,
  alternatives: readonly Alternative[],
): ValueShape {
  if (typeof plan !== "string") return { type: types };
  const sharing = alternatives.filter((alternative) =>
    alternative.types.some((type) => types.includes(type)),
  );
  return sharing.length > 1 ? { format: plan } : { type: types };
}

/** Tells whether a case is for all values of a type, and its plan is no format. */
function isPlainType([shape, plan]: Case): boolean {
  return "type" in shape && !("has" in shape) && typeof plan !== "string";
}

/** Joins plans for the same JSON. */
export function combine(plans: readonly ValuePlan[]): ValuePlan {
  const present = plans.filter((plan) => plan !== 0);
  const isProperties = (plan: ValuePlan): plan is PropertyPlans =>
    typeof plan === "object" && !Array.isArray(plan);
  const propertyPlans = present.filter(isProperties);
  const properties = groupBy(
    propertyPlans.flatMap((plan) => Object.entries(plan)),
    ([name]) => name,
  );
  const byProperty = Object.fromEntries(
    [...properties].map(([name, entries]) => [name, combine(entries.map(([, plan]) => plan))]),
  );
  const joined = [
    ...(propertyPlans.length > 0 ? [byProperty] : []),
    ...present.filter((plan) => !isProperties(plan)),
  ];
  const distinct = joined.filter(
    (plan, index) => joined.findIndex((each) => isEqual(each, plan)) === index,
  );
  return distinct.length > 1 ? ["all", distinct] : (distinct[0] ?? 0);
}

// ---- Types

/** Plans the schemas inside a union. */
export interface Planner {
  plan(schema: SchemaPlan): ValuePlan;
  planUnion(members: readonly SchemaPlan[]): ValuePlan;
  /** Plans the properties that a schema does not name. */
  planOthers(object: ObjectRule): ValuePlan;
}

/** An alternative of a union, with the types of JSON that it allows. */
interface Alternative {
  readonly schema: SchemaPlan;
  readonly types: readonly JsonType[];
  readonly plan: ValuePlan;
}

/** A shape that values can have, and their plan. */
type Case = readonly [shape: ValueShape, plan: ValuePlan];

/** A property that tells objects apart, with its values in each object; `undefined` for any other value. */
interface Tag {
  readonly name: string;
  readonly values: readonly (readonly unknown[] | undefined)[];
}
