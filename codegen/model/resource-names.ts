/**
 * The names of resources, before any method is named. `client.list` becomes `clientApi.list`, because the class has a
 * member `client`; `Chats.list` becomes `chats.list` if most names have `chats`.
 */
import { type CallNames, CLASS_MEMBERS, isObjectMember, resourcesOf } from "./calls.js";

/** Renames resources that clash with the class or with a method: `client` becomes `clientApi`. */
export function avoidTaken(call: string, names: CallNames): string {
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

/**
 * Chooses one spelling for each resource, because two that differ only in case would share a file. A
 * spelling that is taken wins, then the most frequent one.
 * @param candidates The names that each route can get, the best first.
 * @returns A function that spells the resources of a name.
 */
export function chooseSpelling(
  candidates: readonly (readonly string[])[],
  names: CallNames,
): (call: string) => string {
  const firstCandidates = candidates.flatMap((list) => list.slice(0, 1));
  const allCandidates = candidates.flat();
  const spellings = new Map<string, string>();
  // The spelling in first candidates counts before that in others.
  for (const calls of [firstCandidates, allCandidates]) {
    const resources = calls.flatMap(resourcesOf);
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
