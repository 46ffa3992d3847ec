/** Proposes the resources that a route can belong to, from its own words and those of the other routes. */
import { isMap, type JsonMap, textOf } from "../../model/json.js";
import { toKebabCase } from "../../model/yaml-names.js";
import { isSameGroup } from "./method-words.js";
import type { ParsedWords, RouteWords } from "./route-words.js";

/** Leaves out a tag of all routes that the title of the description repeats: it tells no routes apart. */
export function withoutNameOfService(
  root: JsonMap,
  words: readonly ParsedWords[],
): readonly ParsedWords[] {
  const { info } = root;
  const tag = words[0]?.tag ?? "";
  const title = toKebabCase((isMap(info) && textOf(info["title"])) || "").split("-");
  const isName = title.includes(tag.toLowerCase()) && words.every((each) => each.tag === tag);
  if (!isName) return words;
  return words.map((each) => (each.literals.length === 0 ? each : { ...each, tag: "", above: [] }));
}

/** Adds the resources that a route can belong to. */
export function addResources(words: readonly ParsedWords[]): readonly RouteWords[] {
  /** The last words of routes by their tag; the empty text for a route that repeats the tag. */
  const lastWords = new Map<string, Set<string>>();
  const nameOf = ({ tag, above }: ParsedWords): string => [...above, tag].join(".");
  for (const each of words) {
    const { tag, literals } = each;
    const known = lastWords.get(nameOf(each)) ?? new Set();
    const lastWord = findTag(tag, literals) < 0 ? (literals.at(-1) ?? "") : "";
    lastWords.set(nameOf(each), known.add(lastWord));
  }
  return words.map((each) => ({
    ...each,
    resources: proposeResources(each, lastWords.get(nameOf(each))?.size === 1),
  }));
}

/**
 * Lists the resources of a route. The tag replaces the segment that it repeats. A tag that repeats none
 * is the resource if all its routes end in one word; otherwise it contains a resource for each word.
 * @param endsInOneWord Set if all routes of the tag end in the same word.
 */
function proposeResources(
  { tag, above, literals, allLiterals }: ParsedWords,
  endsInOneWord: boolean,
): readonly (readonly string[])[] {
  if (tag === "") return [literals, allLiterals];
  const at = findTag(tag, literals);
  if (at >= 0) {
    const below = [tag, ...literals.slice(at + 1)];
    return [
      [...above, ...below],
      [...above, ...literals.slice(0, at), ...below],
    ];
  }
  const group = [...above, tag];
  const ends = [1, 2].map((count) => [...group, ...literals.slice(-count)]);
  return [
    ...(endsInOneWord ? [group] : []),
    ...ends,
    [...group, ...literals],
    [...group, ...allLiterals],
  ];
}

/** The index of the segment that repeats a tag; -1 if there is none. */
export function findTag(tag: string, literals: readonly string[]): number {
  return literals.findLastIndex((word) => isSameGroup(word, tag));
}
