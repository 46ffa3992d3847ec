/**
 * Names the methods of routes that nobody has named. `GET /chats` and `GET /teams/{id}/chats` may both have the
 * candidates `chats.list` and `chats.listForTeam`: the shorter URL gets the first. A name depends on the set of routes,
 * not on their order.
 */
import {
  type CallNames,
  CLASS_MEMBERS,
  explainReserved,
  isObjectMember,
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
  const settle: Settle = (call, key) => {
    names.add(call, key);
    settled.set(key, call);
  };
  const spell = chooseSpelling(routes, names);
  const entries = routes.map(({ key, candidates }) => ({
    key,
    length: lengthOf(key),
    candidates: [...new Set(candidates.map((candidate) => spell(avoidTaken(candidate, names))))],
  }));
  settleByCandidates(entries, names, settle);
  const unsettled = entries.filter(({ key }) => !settled.has(key));
  settleByNumbers(unsettled, names, settle);
  return settled;
}

/**
 * Settles first candidates, then second ones of the routes that are left, and so on. A candidate goes to the route
 * with the shortest URL, unless another name rules it out.
 */
function settleByCandidates(
  entries: readonly SpeltRoute[],
  names: CallNames,
  settle: Settle,
): void {
  let pending = entries
    .map((entry) => ({ ...entry, candidates: entry.candidates.filter(isAllowed) }))
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
}

/** Adds a number to the first candidate of each route, in the order of their keys. */
function settleByNumbers(entries: readonly SpeltRoute[], names: CallNames, settle: Settle): void {
  const sorted = [...entries].sort((one, other) => (one.key < other.key ? -1 : 1));
  for (const { key, candidates } of sorted) {
    const base = candidates[0] ?? "call";
    let number = 2;
    while (names.findClash(`${base}${number}`)) number += 1;
    settle(`${base}${number}`, key);
  }
}

/** The length of a URL, in which a segment counts 2 and a query or a fragment 1. */
function lengthOf(key: string): number {
  const [path = ""] = key.split(/[?#]/);
  return 2 * path.split("/").length + (path === key ? 0 : 1);
}

function isAllowed(call: string): boolean {
  return explainReserved(call) === undefined;
}

/** Renames resources that clash with the class or with a method: `client` becomes `clientApi`. */
function avoidTaken(call: string, names: CallNames): string {
  const parts = call.split(".");
  const last = parts.pop() ?? "";
  const resources = parts.reduce<string[]>((above, part, index) => {
    const isReserved = isObjectMember(part) || (index === 0 && CLASS_MEMBERS.has(part));
    let name = isReserved ? `${part}Api` : part;
    while (names.hasMethod([...above, name].join("."))) name = `${name}Api`;
    return [...above, name];
  }, []);
  return [...resources, last].join(".");
}

/** The route with the shortest URL; `undefined` if several are that short. */
function findShortest<Entry extends { readonly length: number }>(
  group: readonly Entry[],
): Entry | undefined {
  const least = Math.min(...group.map(({ length }) => length));
  const shortest = group.filter(({ length }) => length === least);
  return shortest.length === 1 ? shortest[0] : undefined;
}

// ---- Spelling

/**
 * Chooses one spelling for each resource, because two that differ only in case would share a file. A
 * spelling that is taken wins, then the most frequent one.
 */
function chooseSpelling(
  routes: readonly UnnamedRoute[],
  names: CallNames,
): (call: string) => string {
  const firstCandidates = routes.flatMap(({ candidates }) => candidates.slice(0, 1));
  const allCandidates = routes.flatMap(({ candidates }) => candidates);
  const spellings = new Map<string, string>();
  // The spelling in first candidates counts before that in others.
  for (const calls of [firstCandidates, allCandidates]) {
    const resources = calls.flatMap((call) => resourcesOf(avoidTaken(call, names)));
    for (const resource of sortByFrequency(resources)) {
      const folded = resource.toLowerCase();
      if (!spellings.has(folded)) spellings.set(folded, names.findSpelling(resource) ?? resource);
    }
  }
  return (call) => respell(call, spellings);
}

/** Each text once, the most frequent one first, equally frequent ones by alphabet. */
function sortByFrequency(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].sort(
    ([one, countOfOne], [other, countOfOther]) =>
      countOfOther - countOfOne || (one < other ? -1 : 1),
  );
  return sorted.map(([text]) => text);
}

/** Spells the resources of a name as `spellings` has them, which are keyed in lowercase. */
function respell(call: string, spellings: ReadonlyMap<string, string>): string {
  const parts = call.split(".");
  const spelt = parts.reduce<string[]>((above, part, index) => {
    const isResource = index < parts.length - 1;
    const resource = [...above, part].join(".").toLowerCase();
    const spelling = isResource ? spellings.get(resource)?.split(".").at(-1) : undefined;
    return [...above, spelling ?? part];
  }, []);
  return spelt.join(".");
}

// ---- Types

/** A route whose method has no name yet. */
export interface UnnamedRoute {
  readonly key: string;
  /** Dotted names, the best first. */
  readonly candidates: readonly string[];
}

/** Gives a route its name, which is taken from then on. */
type Settle = (call: string, key: string) => void;

/** A route whose candidates are spelt, with the length of its URL. */
interface SpeltRoute extends UnnamedRoute {
  readonly length: number;
}
