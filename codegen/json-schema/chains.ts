/**
 * Finds components that lead from one to the next in too many steps, such as a list of 300 components in which
 * each requires a property of the next one. Types, validators and samples follow chains by recursion, which a
 * very long one would end by a stack overflow.
 */
import type { Component, JsonSchema } from "../model/model.js";
import { groupByCycle } from "./group-by-cycle.js";
import { COMPOSITIONS, isSchema, membersOf, propertiesOf, refOf, requiredOf } from "./keywords.js";

/** Limit of steps in a chain. Real schemas have fewer than 50; the stack allows many more. */
export const MAX_STEPS = 200;

/**
 * Finds components that begin a chain of more than {@link MAX_STEPS} steps. After each component that is found,
 * counting begins again, so that one long chain is reported in as few places as possible. The components of a
 * cycle count as one, since no step inside it leads further.
 */
export function findLongChains(components: readonly Component[]): readonly Component[] {
  const links = new Map(components.map(({ ref, schema }) => [ref, linksOf(schema)]));
  const targets = new Map([...links].map(([ref, list]) => [ref, list.map((link) => link.ref)]));
  const tooLong = new Set<string>();
  /** The steps of the longest chain that each component begins, other than those that are too long. */
  const chains = new Map<string, number>();
  // A cycle comes after all that it leads to, whose chains are known by then.
  for (const cycle of groupByCycle(targets)) {
    const members = new Set(cycle);
    const onward = cycle.flatMap((ref) => links.get(ref) ?? []);
    const longest = longestOf(
      onward.filter(({ ref }) => !members.has(ref)),
      chains,
    );
    for (const ref of cycle) {
      if (longest > MAX_STEPS) tooLong.add(ref);
      else chains.set(ref, longest);
    }
  }
  return components.filter(({ ref }) => tooLong.has(ref));
}

/** The steps of the longest chain that begins with one of the links. It ends at a component whose chain is not known. */
function longestOf(links: readonly Link[], chains: ReadonlyMap<string, number>): number {
  return links.reduce((most, { ref, steps }) => Math.max(most, steps + (chains.get(ref) ?? 0)), 0);
}

/** Lists references through compositions, required properties and items. */
function linksOf(schema: JsonSchema, steps = 1): readonly Link[] {
  if (typeof schema === "boolean") return [];
  const ref = refOf(schema);
  if (ref !== undefined) return [{ ref, steps }];
  const required = new Set(requiredOf(schema));
  const children = [
    ...COMPOSITIONS.flatMap((keyword) => membersOf(schema, keyword)),
    ...membersOf(schema, "prefixItems"),
    ...Object.entries(propertiesOf(schema)).flatMap(([name, child]) =>
      required.has(name) ? [child] : [],
    ),
    ...(isSchema(schema["items"]) ? [schema["items"]] : []),
  ];
  return children.flatMap((child) => linksOf(child, steps + 1));
}

/** A component that a schema needs, and how deep it is inside the schema. */
interface Link {
  readonly ref: string;
  readonly steps: number;
}
