/**
 * Tells the objects of a union apart by a tag: a property that has other values in each of them. Of
 *
 *     { kind: "card", at: … } or { kind: "cash" }
 *
 * only the first has a time, so that there is one case: `{ is: { kind: ["card"] } }` with `{ at: "date-time" }`.
 * An object may also have the values that no other one lists (`kind: { not: { enum: ["card"] } }`); it comes last.
 */
import { followPlan, ruleOf, type SchemaPlan } from "../../json-schema/plan.js";
import { type Alternative, type Case, type Planner, propertiesOf } from "./alternatives.js";

/** The cases of several objects; `undefined` if they have no tag. */
export function planByTag(
  objects: readonly Alternative[],
  planner: Planner,
): readonly Case[] | undefined {
  const tag = objects.length > 1 ? findTag(objects, planner) : undefined;
  return tag && toCases(tag);
}

/** The first property whose values differ in all of the objects. */
function findTag(objects: readonly Alternative[], planner: Planner): Tag | undefined {
  const described = objects.map((object) => ({
    object,
    properties: propertiesOf(object.schema, planner),
  }));
  for (const name of described[0]?.properties.keys() ?? []) {
    const tagged = described.map(({ object, properties }) => ({
      plan: object.plan,
      found: readTagValues(properties.get(name), planner),
    }));
    const listed = tagged.flatMap(({ plan, found }) =>
      found.kind === "listed" ? [{ plan, values: found.values }] : [],
    );
    const all = listed.flatMap(({ values }) => values);
    const isInAll = tagged.every(({ found }) => found.kind !== "any");
    const isUnique = new Set(all).size === all.length;
    const rest = tagged.find(({ found }) => found.kind === "rest");
    if (isInAll && isUnique) return { name, listed, restPlan: rest?.plan ?? 0 };
  }
  return undefined;
}

/** The values that a property of an object has as a tag. */
function readTagValues(property: SchemaPlan | undefined, { resolve }: Planner): TagValues {
  const target = property && followPlan(property, resolve);
  if (target?.kind !== "rules") return { kind: "any" };
  if (ruleOf(target, "excluded") !== undefined) return { kind: "rest" };
  const { values = [] } = ruleOf(target, "literal") ?? {};
  return values.length === 0 ? { kind: "any" } : { kind: "listed", values };
}

/**
 * The case of the rest comes last. The listed ones are needed before it even if they have no plan, so that they are
 * not taken for the rest.
 */
function toCases({ name, listed, restPlan }: Tag): readonly Case[] {
  const hasRest = restPlan !== 0;
  const known = listed
    .filter(({ plan }) => plan !== 0 || hasRest)
    .map(({ values, plan }): Case => ({ shape: { is: { [name]: values } }, plan }));
  return hasRest ? [...known, { shape: { type: ["object"] }, plan: restPlan }] : known;
}

// ---- Types

/** A property that tells objects apart. */
interface Tag {
  readonly name: string;
  /** The objects that list values of their own. */
  readonly listed: readonly (Pick<Alternative, "plan"> & { readonly values: readonly unknown[] })[];
  /** The plan of an object with any other value; 0 if there is none. */
  readonly restPlan: Alternative["plan"];
}

/** The values of a property: some, all that are excluded elsewhere, or unknown ones, which make it no tag. */
type TagValues =
  | { readonly kind: "listed"; readonly values: readonly unknown[] }
  | { readonly kind: "rest" }
  | { readonly kind: "any" };
