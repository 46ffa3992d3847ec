/**
 * Finds components that lead from one to the next in too many steps, such as a list of 300 components in which
 * each requires a property of the next one. Types, validators and samples follow chains by recursion, which a
 * very long one would end by a stack overflow.
 */
import type { Component, JsonSchema } from "../model/model.js";
import { COMPOSITIONS, isSchema, membersOf, propertiesOf, refOf, requiredOf } from "./keywords.js";

/** Limit of steps in a chain. Real schemas have fewer than 50; the stack allows many more. */
export const MAX_STEPS = 200;

/**
 * Finds components that begin a chain of more than {@link MAX_STEPS} steps. After each component that is found,
 * counting begins again, so that one long chain is reported in as few places as possible.
 */
export function findLongChains(components: readonly Component[]): readonly Component[] {
  const links = new Map(components.map(({ ref, schema }) => [ref, linksOf(schema)]));
  const tooLong = new Set<string>();
  /** The steps of the longest chain that each component begins; 0 for one that is too long. */
  const chains = new Map<string, number>();
  // A group comes after the groups that it leads to, whose chains are known by then.
  for (const group of findGroups(links)) {
    const members = new Set(group);
    const longest = group
      .flatMap((ref) => links.get(ref) ?? [])
      .filter(({ ref }) => !members.has(ref))
      .reduce((most, { ref, steps }) => Math.max(most, steps + (chains.get(ref) ?? 0)), 0);
    const isTooLong = longest > MAX_STEPS;
    for (const ref of group) {
      chains.set(ref, isTooLong ? 0 : longest);
      if (isTooLong) tooLong.add(ref);
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
  const search = new GroupSearch(links);
  for (const ref of links.keys()) search.visitFrom(ref);
  return search.groups;
}

class GroupSearch {
  readonly groups: (readonly string[])[] = [];
  readonly #links: Links;
  readonly #visits = new Map<string, Visit>();
  readonly #ungrouped: Visit[] = [];

  constructor(links: Links) {
    this.#links = links;
  }

  /** Visits a component and all that it leads to, unless it was visited before. */
  visitFrom(start: string): void {
    const path = this.#visits.has(start) ? [] : [this.#enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const link = visit.links[visit.nextLink];
      visit.nextLink += 1;
      if (link === undefined) {
        path.pop();
        this.#leave(visit, path.at(-1));
        continue;
      }
      const target = this.#visits.get(link.ref);
      if (target === undefined) path.push(this.#enter(link.ref));
      else if (!target.isGrouped) visit.lowest = Math.min(visit.lowest, target.index);
    }
  }

  #enter(ref: string): Visit {
    const index = this.#visits.size;
    const links = this.#links.get(ref) ?? [];
    const visit: Visit = { ref, links, index, lowest: index, nextLink: 0, isGrouped: false };
    this.#visits.set(ref, visit);
    this.#ungrouped.push(visit);
    return visit;
  }

  /** Makes a group of a visit and those after it, unless it belongs to the group of an earlier one. */
  #leave(visit: Visit, outer: Visit | undefined): void {
    if (outer) outer.lowest = Math.min(outer.lowest, visit.lowest);
    if (visit.lowest < visit.index) return;
    const group = this.#ungrouped.splice(this.#ungrouped.lastIndexOf(visit));
    for (const member of group) member.isGrouped = true;
    this.groups.push(group.map(({ ref }) => ref));
  }
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
  /** Its position in the order of visits. */
  readonly index: number;
  /** The lowest index that it leads to, among visits that are in no group yet. */
  lowest: number;
  /** The index of the link that is followed next. */
  nextLink: number;
  isGrouped: boolean;
}
