/**
 * Names of methods: `chats.participants.add` is the method `add` of the resource `chats.participants`.
 * A name without dots is a method of the class itself.
 */

import { groupBy } from "./group-by.js";

/** Names that every object has, and names that would make it a promise or change its JSON. */
const OF_OBJECTS: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  "prototype",
  "then",
  "toJSON",
]);

/** Names of the class's own members, which no method can have. */
const OF_THE_CLASS: ReadonlyMap<string, string> = new Map([
  ["client", "the client below the class"],
  ["webhooks.unwrap", "which verifies deliveries"],
]);

/** Tests whether a property of this name would change the meaning of an object. */
export function isNameOfObjects(name: string): boolean {
  return OF_OBJECTS.has(name);
}

/** The reason that a name of identifiers cannot be used; `undefined` if it can. */
export function findReserved(call: string): string | undefined {
  const parts = call.split(".");
  const part = parts.find(isNameOfObjects);
  if (part !== undefined) return `but \`${part}\` has a meaning for every object`;
  const own = [parts[0] ?? "", call].find((name) => OF_THE_CLASS.has(name));
  return own === undefined
    ? undefined
    : `but the class itself has \`${own}\`, ${OF_THE_CLASS.get(own) ?? ""}`;
}

/** Matches the name of a method. `routes.schema.json` has the same pattern, and reports other texts. */
export const DOTTED_NAME = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** The resources that a method is in, the outermost first: `chats` and `chats.participants`. */
export function resourcesOf(call: string): readonly string[] {
  const parts = call.split(".");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("."));
}

// ---- Names that are taken

/** The reason why a name cannot be used beside another one. */
export interface CallClash {
  /** `same`: one name twice. `case`: names of resources that differ only in case. */
  readonly kind: "same" | "method-and-resource" | "case";
  /** The part that both names share: the method or the resource. */
  readonly name: string;
  /** The other name. */
  readonly call: string;
  /** The route with the other name. */
  readonly key: string;
}

/** The names of an SDK, each with its route. */
export interface CallNames {
  /** Finds a name that rules out this one. */
  findClash(call: string): CallClash | undefined;
  hasMethod(call: string): boolean;
  /** Finds a resource of this name, without regard to case. */
  findSpelling(resource: string): string | undefined;
  add(call: string, key: string): void;
}

interface TakenCall {
  readonly call: string;
  readonly key: string;
}

export function createCallNames(): CallNames {
  const methods = new Map<string, TakenCall>();
  const resources = new Map<string, TakenCall>();
  /** Resources in lowercase: their modules are files, whose case some systems ignore. */
  const folded = new Map<string, string>();
  return {
    findClash(call) {
      const same = methods.get(call);
      if (same) return { kind: "same", name: call, ...same };
      const inside = resources.get(call);
      if (inside) return { kind: "method-and-resource", name: call, ...inside };
      for (const name of resourcesOf(call)) {
        const method = methods.get(name);
        if (method) return { kind: "method-and-resource", name, ...method };
        const known = folded.get(name.toLowerCase()) ?? name;
        const other = resources.get(known);
        if (other && known !== name) return { kind: "case", name: known, ...other };
      }
      return undefined;
    },
    hasMethod: (call) => methods.has(call),
    findSpelling: (resource) => folded.get(resource.toLowerCase()),
    add(call, key) {
      if (!methods.has(call)) methods.set(call, { call, key });
      for (const name of resourcesOf(call)) {
        if (!resources.has(name)) resources.set(name, { call, key });
        if (!folded.has(name.toLowerCase())) folded.set(name.toLowerCase(), name);
      }
    },
  };
}

// ---- Names for routes without one

/** A route whose method has no name yet. */
export interface WantedCall {
  readonly key: string;
  /** Names of identifiers, the best first. */
  readonly candidates: readonly string[];
}

/**
 * Names the methods of routes that have no name yet. If several routes want a name, the one with the
 * shortest URL gets it, or none of them if several URLs are that short; the others try their next name.
 * A name therefore depends on the set of routes, not on their order.
 * @param names The names that are taken. The new ones are added.
 * @returns The names by the keys of the routes.
 */
export function settleCalls(
  wanted: readonly WantedCall[],
  names: CallNames,
): ReadonlyMap<string, string> {
  const settled = new Map<string, string>();
  const settle = (call: string, key: string): void => {
    names.add(call, key);
    settled.set(key, call);
  };
  const spell = chooseSpelling(wanted, names);
  const all = wanted.map(({ key, candidates }) => ({
    key,
    length: lengthOf(key),
    candidates: [...new Set(candidates.map((each) => spell(avoidTaken(each, names))))],
  }));
  let pending = all
    .map((each) => ({ ...each, candidates: each.candidates.filter(isFree) }))
    .filter(({ candidates }) => candidates.length > 0);
  while (pending.length > 0) {
    const groups = groupBy(pending, ({ candidates: [first = ""] }) => first);
    const resources = new Set([...groups.keys()].flatMap(resourcesOf));
    const next: typeof pending = [];
    for (const [call, group] of groups) {
      const owner = names.findClash(call) || resources.has(call) ? undefined : findShortest(group);
      if (owner) settle(call, owner.key);
      for (const each of group.filter((other) => other !== owner)) {
        const candidates = each.candidates.slice(1);
        if (candidates.length > 0) next.push({ ...each, candidates });
      }
    }
    pending = next;
  }
  const left = all.filter(({ key }) => !settled.has(key));
  for (const { key, candidates } of left.sort((one, other) => (one.key < other.key ? -1 : 1))) {
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
    let own = isReserved ? `${part}Api` : part;
    while (names.hasMethod([...above, own].join("."))) own = `${own}Api`;
    return [...above, own];
  }, []);
  return [...resources, last].join(".");
}

type Pending = WantedCall & { readonly length: number };

/** The route with the shortest URL, if there is one. */
function findShortest<Entry extends Pending>(group: readonly Entry[]): Entry | undefined {
  const least = Math.min(...group.map(({ length }) => length));
  const shortest = group.filter(({ length }) => length === least);
  return shortest.length === 1 ? shortest[0] : undefined;
}

/**
 * Chooses one spelling for each resource, because two that differ only in case would share a file. A
 * spelling that is taken wins, then the most frequent one.
 */
function chooseSpelling(wanted: readonly WantedCall[], names: CallNames): (call: string) => string {
  const chosen = new Map<string, string>();
  // First choices count before the others.
  for (const isBest of [true, false]) {
    const counts = new Map<string, number>();
    const calls = wanted.flatMap(({ candidates }) =>
      isBest ? candidates.slice(0, 1) : candidates,
    );
    for (const resource of calls.flatMap((each) => resourcesOf(avoidTaken(each, names))))
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
