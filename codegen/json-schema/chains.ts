/**
 * Finds components that lead from one to the next in too many steps, such as a list of 300 components in which
 * each requires a property of the next one. What follows such a chain by recursion could end with a full stack.
 */
import type { Component, JsonSchema } from "../model/model.js";
import { COMPOSITIONS, isSchema, membersOf, propertiesOf, refOf, requiredOf } from "./keywords.js";

/** Limit of steps in a chain. Real schemas have fewer than 50; the stack allows many more. */
export const MAX_STEPS = 200;

/**
 * Finds components that begin a chain of more than {@link MAX_STEPS} steps. Types, validators and samples
 * follow chains by recursion. After each component that is found, counting begins again, so that one
 * long chain is reported in as few places as possible.
 */
export function findLongChains(components: readonly Component[]): readonly Component[] {
  const links = new Map(components.map(({ ref, schema }) => [ref, linksOf(schema)]));
  const steps = new Map<string, number>();
  const tooLong = new Set<string>();
  for (const group of findGroups(links)) {
    const members = new Set(group);
    const lengths = group
      .flatMap((ref) => links.get(ref) ?? [])
      .filter((link) => !members.has(link.ref))
      .map((link) => link.steps + (tooLong.has(link.ref) ? 0 : (steps.get(link.ref) ?? 0)));
    const length = lengths.reduce((most, length) => Math.max(most, length), 0);
    for (const ref of group) {
      steps.set(ref, length);
      if (length > MAX_STEPS) tooLong.add(ref);
    }
  }
  return components.filter(({ ref }) => tooLong.has(ref));
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

// ---- Cycles count as one component

/**
 * Groups components: those of a cycle together, any other alone. A group follows the groups that it
 * leads to. This is Tarjan's algorithm for strongly connected components (1972), without recursion.
 */
function findGroups(links: Links): readonly (readonly string[])[] {
  const visits = new Map<string, Visit>();
  const ungrouped: Visit[] = [];
  const groups: (readonly string[])[] = [];
  const enter = (ref: string): Visit => {
    const index = visits.size;
    const visit: Visit = {
      ref,
      links: links.get(ref) ?? [],
      index,
      lowest: index,
      nextLink: 0,
      state: "ungrouped",
    };
    visits.set(ref, visit);
    ungrouped.push(visit);
    return visit;
  };
  const leave = (visit: Visit): void => {
    if (visit.lowest < visit.index) return; // it belongs to the group of an earlier one
    const group = ungrouped.splice(ungrouped.lastIndexOf(visit));
    for (const member of group) member.state = "grouped";
    groups.push(group.map(({ ref }) => ref));
  };
  for (const start of links.keys()) {
    const path = visits.has(start) ? [] : [enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const link = visit.links[visit.nextLink++];
      const target = link && visits.get(link.ref);
      if (link === undefined) {
        leave(visit);
        path.pop();
        const outer = path.at(-1);
        if (outer) outer.lowest = Math.min(outer.lowest, visit.lowest);
      } else if (target === undefined) path.push(enter(link.ref));
      else if (target.state === "ungrouped") visit.lowest = Math.min(visit.lowest, target.index);
    }
  }
  return groups;
}

// ---- Types

/** A component that a schema needs, and how deep it is inside the schema. */
interface Link {
  readonly ref: string;
  readonly steps: number;
}

type Links = ReadonlyMap<string, readonly Link[]>;

/** A component that was visited. */
interface Visit {
  readonly ref: string;
  readonly links: readonly Link[];
  /** Its place in the order of visits. */
  readonly index: number;
  /** The lowest index that it leads to, among components that are in no group yet. */
  lowest: number;
  /** The index of the link that is followed next. */
  nextLink: number;
  state: "ungrouped" | "grouped";
}
