import type { Component, JsonSchema } from "../model/model.js";
import { COMPOSITIONS, isSchema, membersOf, propertiesOf, refOf, requiredOf } from "./walk.js";

/** Real schemas have fewer than 50. The stack is enough for several times this. */
export const MAX_STEPS = 200;

/** A component that a schema needs, and how deep it is inside the schema. */
interface Link {
  readonly ref: string;
  readonly steps: number;
}

/**
 * Finds the components from which a chain of references leads on in more than {@link MAX_STEPS}
 * steps: those at which a longer chain falls into pieces that are short enough. Types, validators and
 * samples follow such chains by recursion.
 */
export function findLongChains(components: readonly Component[]): readonly Component[] {
  const links = new Map(components.map(({ ref, schema }) => [ref, listLinks(schema)]));
  const steps = new Map<string, number>();
  const long = new Set<string>();
  for (const group of findGroups(links)) {
    const own = new Set(group);
    const lengths = group
      .flatMap((ref) => links.get(ref) ?? [])
      .filter((link) => !own.has(link.ref))
      .map((link) => link.steps + (long.has(link.ref) ? 0 : (steps.get(link.ref) ?? 0)));
    const length = lengths.reduce((most, each) => Math.max(most, each), 0);
    for (const ref of group) {
      steps.set(ref, length);
      if (length > MAX_STEPS) long.add(ref);
    }
  }
  return components.filter(({ ref }) => long.has(ref));
}

/** Through compositions, and through what each value has: required properties and items. */
function listLinks(schema: JsonSchema, steps = 1): readonly Link[] {
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
  return children.flatMap((child) => listLinks(child, steps + 1));
}

type Links = ReadonlyMap<string, readonly Link[]>;

/** A component on the way, and what is known of the group that it is in. */
interface Visit {
  readonly ref: string;
  readonly links: readonly Link[];
  readonly index: number;
  /** The earliest visit that it leads back to. */
  first: number;
  next: number;
  state: "open" | "grouped";
}

/**
 * The components in groups: those of a cycle together, any other alone. A group comes after those
 * that it leads to. Tarjan's algorithm, without recursion.
 */
function findGroups(links: Links): readonly (readonly string[])[] {
  const visits = new Map<string, Visit>();
  const open: Visit[] = [];
  const groups: (readonly string[])[] = [];
  const enter = (ref: string): Visit => {
    const index = visits.size;
    const own = links.get(ref) ?? [];
    const visit: Visit = { ref, links: own, index, first: index, next: 0, state: "open" };
    visits.set(ref, visit);
    open.push(visit);
    return visit;
  };
  const leave = (visit: Visit): void => {
    if (visit.first < visit.index) return;
    const group = open.splice(open.lastIndexOf(visit));
    for (const each of group) each.state = "grouped";
    groups.push(group.map(({ ref }) => ref));
  };
  for (const start of links.keys()) {
    const path = visits.has(start) ? [] : [enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const link = visit.links[visit.next++];
      const target = link && visits.get(link.ref);
      if (link === undefined) {
        leave(visit);
        path.pop();
        const outer = path.at(-1);
        if (outer) outer.first = Math.min(outer.first, visit.first);
      } else if (target === undefined) path.push(enter(link.ref));
      else if (target.state === "open") visit.first = Math.min(visit.first, target.index);
    }
  }
  return groups;
}
