/** The alternatives of a value, and which of them are the same in two versions. */
import { followPlan, readPlan, schemaOf, type SchemaPlan } from "../json-schema/plan.js";
import type { ResolveComponent } from "../json-schema/references.js";
import { readShape, type Shape } from "./shape.js";
import type { Sides } from "./types.js";

/** Lists the members of a union. Each type of a value of several types is an alternative, too. */
export function listAlternatives(
  shape: Shape,
  plan: SchemaPlan,
  resolve: ResolveComponent,
): readonly SchemaPlan[] {
  if (shape.alternatives.length > 0) return shape.alternatives;
  const target = followPlan(plan, resolve);
  const types = target.kind === "rules" ? target.types.filter((type) => type !== "null") : [];
  if (target.kind !== "rules" || types.length < 2) return [plan];
  return types.map((type) => readPlan({ ...target.schema, type }));
}

/** Matches alternatives that are equal, then those with one discriminator, then those of one type. */
export function matchAlternatives(
  former: readonly SchemaPlan[],
  current: readonly SchemaPlan[],
  resolve: Sides<ResolveComponent>,
): MatchedAlternatives {
  const pairs: Sides<SchemaPlan>[] = [];
  let gone = former;
  let added = current;
  for (const { keyOf, isExcluded } of ROUNDS) {
    const unmatched: SchemaPlan[] = [];
    for (const before of gone) {
      const key = keyOf(before, resolve.before);
      const after = added.find(
        (plan) =>
          key !== undefined &&
          keyOf(plan, resolve.after) === key &&
          isExcluded?.({ before, after: plan }, resolve) !== true,
      );
      if (after === undefined) {
        unmatched.push(before);
        continue;
      }
      pairs.push({ before, after });
      added = added.filter((plan) => plan !== after);
    }
    gone = unmatched;
  }
  return { pairs, gone, added };
}

/** The keys by which alternatives are matched, the most exact one first. */
const ROUNDS: readonly MatchRound[] = [
  { keyOf: (plan) => (plan.kind === "reference" ? plan.ref : JSON.stringify(schemaOf(plan))) },
  { keyOf: readTag },
  {
    keyOf: (plan, resolve) => readShape(plan, resolve).types.join(),
    isExcluded: haveTags,
  },
];

/**
 * Tests whether both alternatives have a discriminator. Its values differ, because the round before has
 * matched equal ones; so they are different alternatives, even if both are objects.
 */
function haveTags({ before, after }: Sides<SchemaPlan>, resolve: Sides<ResolveComponent>): boolean {
  return (
    readTag(before, resolve.before) !== undefined && readTag(after, resolve.after) !== undefined
  );
}

/** The tag of the alternative for discriminators that a service adds later. */
export const UNLISTED = "unlisted";

/** The first property that has one value, such as `type=circle`; `undefined` if there is none. */
export function readTag(plan: SchemaPlan, resolve: ResolveComponent): string | undefined {
  const { object } = readShape(plan, resolve);
  for (const [name, plans] of object?.properties ?? []) {
    const shapes = plans.map((each) => readShape(followPlan(each, resolve), resolve));
    if (shapes.some(({ isUnlisted }) => isUnlisted)) return UNLISTED;
    const listed = shapes.flatMap(({ values }) => values?.listed ?? []);
    if (listed.length === 1) return `${name}=${String(listed[0])}`;
  }
  return undefined;
}

// ---- Types

export interface MatchedAlternatives {
  readonly pairs: readonly Sides<SchemaPlan>[];
  readonly gone: readonly SchemaPlan[];
  readonly added: readonly SchemaPlan[];
}

interface MatchRound {
  /** Alternatives with one key match; one without a key matches none. */
  readonly keyOf: (plan: SchemaPlan, resolve: ResolveComponent) => string | undefined;
  /** Tests whether two alternatives do not match in spite of their key. */
  readonly isExcluded?: (pair: Sides<SchemaPlan>, resolve: Sides<ResolveComponent>) => boolean;
}
