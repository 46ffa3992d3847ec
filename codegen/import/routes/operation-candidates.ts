/**
 * The names that an operation could have: of its operation id without redundant words, of the whole id, and of its
 * route. `readItemsItemsGet` of `GET /items` with the tag `Items` has `items/read`, `items/read-items-items-get` and
 * `items/get-items`.
 */
import { isEqual, itemsOf } from "../../model/json.js";
import { toPascalCase } from "../../model/names.js";
import { toKebabCase, toOperation } from "../../model/yaml-names.js";
import type { ListedOperation } from "../model/operations.js";

export function listCandidates({ key, url, operation }: ListedOperation): Candidates {
  const { operationId, tags } = operation;
  const parts = url.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  const [tag] = itemsOf(tags);
  const group = toKebabCase(typeof tag === "string" ? tag : (parts[0] ?? "")) || "root";
  const byUrl = toOperation(toKebabCase(key), group);
  if (typeof operationId !== "string" || operationId === "") {
    return { short: shortenOperation(byUrl), trimmed: byUrl, full: byUrl, byUrl };
  }
  const full = toOperation(operationId, group);
  // The author of a name with a slash chose both parts.
  if (operationId.includes("/")) {
    const [chosenGroup = group] = full.split("/");
    const byChosenGroup = toOperation(toKebabCase(key), chosenGroup);
    return { short: full, trimmed: full, full, byUrl: byChosenGroup };
  }
  const words = toKebabCase(operationId).split("-");
  const kept = RULES.reduce<readonly string[]>((left, rule) => rule(left, { group, key }), words);
  const trimmed = toOperation(kept.join("-"), group);
  return { short: shortenOperation(trimmed), trimmed, full, byUrl };
}

/** Rules that remove redundant words and leave at least one. */
const RULES: readonly ((words: readonly string[], facts: NameFacts) => readonly string[])[] = [
  dropRoute,
  dropRepetition,
  dropGroup,
];

/** Shortens `read-items-items-get` of `GET /items` to `read-items`. Some frameworks add the route to the name. */
function dropRoute(words: readonly string[], { key }: NameFacts): readonly string[] {
  const [method = "", ...url] = toKebabCase(key).split("-");
  const end = [...url, method];
  const start = words.length - end.length;
  return start > 0 && isEqual(words.slice(start), end) ? words.slice(0, start) : words;
}

/** Shortens `beta-models-beta-models-predict` to `beta-models-predict`. */
function dropRepetition(words: readonly string[]): readonly string[] {
  for (let size = Math.floor(words.length / 2); size > 0; size -= 1) {
    for (let start = 0; start + 2 * size <= words.length; start += 1) {
      const middle = start + size;
      if (isEqual(words.slice(start, middle), words.slice(middle, middle + size)))
        return dropRepetition(withoutWords(words, start, middle));
    }
  }
  return words;
}

/**
 * Removes the group from the first two words: `orders/orders-invoice` and `orders/list-orders` repeat
 * it. Later words can be the object of the verb: `assets/delete-site-asset` deletes no site.
 */
function dropGroup(words: readonly string[], { group, key }: NameFacts): readonly string[] {
  const foldedGroup = foldGroup(group.split("-"));
  for (const start of [0, 1]) {
    for (let end = words.length; end > start; end -= 1) {
      if (foldGroup(words.slice(start, end)) !== foldedGroup) continue;
      const remaining = withoutWords(words, start, end);
      return remaining.length > 0 ? remaining : [key.slice(0, key.indexOf(" ")).toLowerCase()];
    }
  }
  return words;
}

function withoutWords(words: readonly string[], start: number, end: number): readonly string[] {
  return [...words.slice(0, start), ...words.slice(end)];
}

/** Folds the spelling of a group: `API keys`, `apikey` and `ApiKeys` are the same one. */
export function foldGroup(words: readonly string[]): string {
  return words
    .join("")
    .replace(/ies$/, "y")
    .replace(/(s|x|ch|sh)es$/, "$1")
    .replace(/([^s])s$/, "$1");
}

/** Limit of an identifier in characters, without a suffix such as `Parameters`. */
const MAX_NAME_LENGTH = 50;

const FILLERS: ReadonlySet<string> = new Set(
  "a all an and by for from in of on or the to using via with".split(" "),
);

/**
 * Shortens a name that is too long: first it loses small words, then words after its first one (the verb), then
 * words of the group.
 */
function shortenOperation(operation: string): string {
  const fits = (text: string): boolean => toPascalCase(text).length <= MAX_NAME_LENGTH;
  if (fits(operation)) return operation;
  const [group = "", name = ""] = operation.split("/");
  const [verb = "", ...objects] = name.split("-");
  let groupWords = group.split("-");
  let objectWords = objects.filter((word) => !FILLERS.has(word));
  const print = (): string => toOperation([verb, ...objectWords].join("-"), groupWords.join("-"));
  while (!fits(print()) && objectWords.length > 1) objectWords = objectWords.slice(1);
  while (!fits(print()) && groupWords.length > 1) groupWords = groupWords.slice(1);
  return print();
}

// ---- Types

/** The names that an operation could have, such as `items/read`. */
export interface Candidates {
  /** Without redundant words, and within the limit of length. */
  readonly short: string;
  /** Without redundant words. */
  readonly trimmed: string;
  /** All words of the description's own name. */
  readonly full: string;
  /** Made of the method and the URL. */
  readonly byUrl: string;
}

interface NameFacts {
  readonly group: string;
  /** `<METHOD> <url>` */
  readonly key: string;
}
