/**
 * Names the methods of routes that nobody has named. `GET /chats` and `GET /teams/{id}/chats` may both have the
 * candidates `chats.list` and `chats.listForTeam`: the shorter URL gets the first. A name depends on the set of routes,
 * not on their order.
 */
import {
  type CallNames,
  findReserved,
  isNameOfObjects,
  OF_THE_CLASS,
  resourcesOf,
} from "./calls.js";
import { groupBy } from "./group-by.js";

/**
 * Names the methods of routes that have no name yet. If several routes have the same candidate, the one with the
 * shortest URL gets it, or none of them if several URLs are that short; those without try their next candidate.
 * @param names The names that are taken. The new ones are added.
 * @returns The names by the keys of the routes.
 */
export function settleCalls(
  routes: readonly UnnamedRoute[],
  names: CallNames,
): ReadonlyMap<string, string> {
  const settled = new Map<string, string>();
  const settle = (call: string, key: string): void => {
    names.add(call, key);
    settled.set(key, call);
  };
  const spell = chooseSpelling(routes, names);
  const entries = routes.map(({ key, candidates }) => ({
    key,
    length: lengthOf(key),
    candidates: [...new Set(candidates.map((candidate) => spell(avoidTaken(candidate, names))))],
  }));
  let pending = entries
    .map((call) => ({ ...call, candidates: call.candidates.filter(isFree) }))
    .filter(({ candidates }) => candidates.length > 0);
  while (pending.length > 0) {
    const groups = groupBy(pending, ({ candidates: [first = ""] }) => first);
    const resources = new Set([...groups.keys()].flatMap(resourcesOf));
    const next: typeof pending = [];
    for (const [call, group] of groups) {
      const owner = names.findClash(call) || resources.has(call) ? undefined : findShortest(group);
      if (owner) settle(call, owner.key);
      for (const entry of group.filter((other) => other !== owner)) {
        const candidates = entry.candidates.slice(1);
        if (candidates.length > 0) next.push({ ...entry, candidates });
      }
    }
    pending = next;
  }
  const unsettled = entries.filter(({ key }) => !settled.has(key));
  for (const { key, candidates } of unsettled.sort((one, other) =>
    one.key < other.key ? -1 : 1,
  )) {
    const base = candidates[0] ?? "call";
    let number = 2;
    while (names.findClash(`${base}${number}`)) number += 1;
    settle(`${base}${number}`, key);
  }
  return settled;
}

/** The length of a URL in half segments. A query or a fragment counts as one half. */
function lengthOf(key: string): number {
  const [path = ""] = key.split(/[?#]/);
  return 2 * path.split("/").length + (path === key ? 0 : 1);
}

function isFree(call: string): boolean {
  return findReserved(call) === undefined;
}

/** Renames resources that clash with the class or with a method: `client` becomes `clientApi`. */
function avoidTaken(call: string, names: CallNames): string {
  const parts = call.split(".");
  const last = parts.pop() ?? "";
  const resources = parts.reduce<string[]>((above, part, index) => {
    const isReserved = isNameOfObjects(part) || (index === 0 && OF_THE_CLASS.has(part));
    let name = isReserved ? `${part}Api` : part;
    while (names.hasMethod([...above, name].join("."))) name = `${name}Api`;
    return [...above, name];
  }, []);
  return [...resources, last].join(".");
}

/** The route with the shortest URL, if there is one. */
function findShortest<Entry extends { readonly length: number }>(
  group: readonly Entry[],
): Entry | undefined {
  const least = Math.min(...group.map(({ length }) => length));
  const shortest = group.filter(({ length }) => length === least);
  return shortest.length === 1 ? shortest[0] : undefined;
}

/**
 * Chooses one spelling for each resource, because two that differ only in case would share a file. A
 * spelling that is taken wins, then the most frequent one.
 */
function chooseSpelling(
  routes: readonly UnnamedRoute[],
  names: CallNames,
): (call: string) => string {
  const chosen = new Map<string, string>();
  const best = routes.flatMap(({ candidates }) => candidates.slice(0, 1));
  const any = routes.flatMap(({ candidates }) => candidates);
  // The spelling in best candidates counts before that in others.
  for (const calls of [best, any]) {
    const counts = new Map<string, number>();
    for (const resource of calls.flatMap((call) => resourcesOf(avoidTaken(call, names))))
      counts.set(resource, (counts.get(resource) ?? 0) + 1);
    const byCount = [...counts].sort(
      ([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1),
    );
    for (const [resource] of byCount) {
      const folded = resource.toLowerCase();
      if (!chosen.has(folded)) chosen.set(folded, names.findSpelling(resource) ?? resource);
    }
  }
  return (call) => {
    const parts = call.split(".");
    return parts
      .reduce<string[]>((spelt, part, index) => {
        const resource = [...spelt, part].join(".");
        const isResource = index < parts.length - 1;
        const known = isResource ? chosen.get(resource.toLowerCase()) : undefined;
        return [...spelt, (known ?? resource).split(".").at(-1) ?? part];
      }, [])
      .join(".");
  };
}

/** A route whose method has no name yet. */
export interface UnnamedRoute {
  readonly key: string;
  /** Names of identifiers, the best first. */
  readonly candidates: readonly string[];
}
