/**
 * Names the methods of routes that nobody has named. `GET /chats` and `GET /teams/{id}/chats` may both have the
 * candidates `chats.list` and `chats.listForTeam`: the shorter URL gets the first. A name depends on the set of routes,
 * not on their order.
 */
import { type CallNames, explainReserved, resourcesOf } from "./calls.js";
import { groupBy } from "./group-by.js";
import { avoidTaken, chooseSpelling } from "./resource-names.js";

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
  const entries = nameResources(routes, names);
  settleByCandidates(entries, names, settle);
  const unsettled = entries.filter(({ key }) => !settled.has(key));
  settleByNumbers(unsettled, names, settle);
  return settled;
}

/** Names the resources of all candidates, before anything is settled. */
function nameResources(
  routes: readonly UnnamedRoute[],
  names: CallNames,
): readonly RouteToSettle[] {
  const avoiding = routes.map(({ key, candidates }) => ({
    key,
    candidates: candidates.map((candidate) => avoidTaken(candidate, names)),
  }));
  const spell = chooseSpelling(
    avoiding.map(({ candidates }) => candidates),
    names,
  );
  return avoiding.map(({ key, candidates }) => ({
    key,
    length: lengthOf(key),
    candidates: [...new Set(candidates.map(spell))],
  }));
}

/**
 * Settles first candidates, then second ones of the routes that are left, and so on. A candidate goes to the route
 * with the shortest URL, unless another name rules it out.
 */
function settleByCandidates(
  entries: readonly RouteToSettle[],
  names: CallNames,
  settle: Settle,
): void {
  let pending = entries.flatMap((entry) =>
    withCandidates(entry, entry.candidates.filter(isAllowed)),
  );
  while (pending.length > 0) pending = settleFirst(pending, names, settle);
}

/** Settles the first candidates of routes; returns the routes that are left, each with its further candidates. */
function settleFirst(
  pending: readonly RouteToSettle[],
  names: CallNames,
  settle: Settle,
): RouteToSettle[] {
  const groups = groupBy(pending, ({ candidates: [first = ""] }) => first);
  const resources = new Set([...groups.keys()].flatMap(resourcesOf));
  return [...groups].flatMap(([call, group]) => {
    const isRuledOut = names.findClash(call) !== undefined || resources.has(call);
    const owner = isRuledOut ? undefined : findShortest(group);
    if (owner) settle(call, owner.key);
    return group
      .filter((entry) => entry !== owner)
      .flatMap((entry) => withCandidates(entry, entry.candidates.slice(1)));
  });
}

/** Gives a route other candidates. One without any is left out. */
function withCandidates(
  entry: RouteToSettle,
  candidates: readonly string[],
): readonly RouteToSettle[] {
  return candidates.length > 0 ? [{ ...entry, candidates }] : [];
}

/** Adds a number to the first candidate of each route, in the order of their keys. */
function settleByNumbers(
  entries: readonly RouteToSettle[],
  names: CallNames,
  settle: Settle,
): void {
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

/** The route with the shortest URL; `undefined` if several are that short. */
function findShortest(group: readonly RouteToSettle[]): RouteToSettle | undefined {
  const least = Math.min(...group.map(({ length }) => length));
  const shortest = group.filter(({ length }) => length === least);
  return shortest.length === 1 ? shortest[0] : undefined;
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

/** A route whose candidates have the final names of their resources, with the length of its URL. */
interface RouteToSettle extends UnnamedRoute {
  readonly length: number;
}
