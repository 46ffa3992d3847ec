import { itemsOf, type JsonMap } from "../../model/json.js";
import type { OperationName } from "../model/context.js";
import { toKebabCase, toOperation, toPascalCase } from "../../model/names.js";
import { listOperations, type ListedOperation } from "../model/operations.js";

/**
 * Names the operations of a description, by route.
 * @param present The names in `routes.yaml`. They stay the same.
 */
export function nameOperations(
  root: JsonMap,
  present: ReadonlyMap<string, string>,
): ReadonlyMap<string, OperationName> {
  const taken = new Set([...present.values()].map(toPascalCase));
  const names = new Map<string, OperationName>();
  for (const [key, operation] of present) names.set(key, { operation });
  let waiting = listOperations(root).flatMap((listed) => {
    if (present.has(listed.key)) return [];
    const [best = "", ...others] = listCandidates(listed);
    return [{ key: listed.key, best, candidates: [best, ...others] }];
  });
  // A short name must be unique. A whole name goes to the first of several routes that want it.
  for (const isShort of [true, true, false, false]) {
    const counts = new Map<string, number>();
    for (const { candidates } of waiting) {
      const name = toPascalCase(candidates[0] ?? "");
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    waiting = waiting.flatMap(({ key, best, candidates: [first = "", ...others] }) => {
      const name = toPascalCase(first);
      const isShared = isShort && (counts.get(name) ?? 0) > 1;
      if (isShared || taken.has(name)) return [{ key, best, candidates: others }];
      taken.add(name);
      names.set(key, { operation: first, ...(first !== best && { clash: best }) });
      return [];
    });
  }
  for (const { key, best } of waiting) {
    let number = 2;
    while (taken.has(toPascalCase(`${best}-${number}`))) number += 1;
    taken.add(toPascalCase(`${best}-${number}`));
    names.set(key, { operation: `${best}-${number}`, clash: best });
  }
  return names;
}

/** Lists names: short; without redundant words; whole; made of the method and the URL. */
function listCandidates({ key, url, operation }: ListedOperation): readonly string[] {
  const { operationId, tags } = operation;
  const parts = url.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  const [tag] = itemsOf(tags);
  const group = toKebabCase(typeof tag === "string" ? tag : (parts[0] ?? "")) || "root";
  const byUrl = toOperation(toKebabCase(key), group);
  if (typeof operationId !== "string" || operationId === "") {
    return [shortenOperation(byUrl), byUrl, byUrl, byUrl];
  }
  const whole = toOperation(operationId, group);
  // The author of a name with a slash chose both parts.
  if (operationId.includes("/")) {
    const [own = group] = whole.split("/");
    return [whole, whole, whole, toOperation(toKebabCase(key), own)];
  }
  const words = toKebabCase(operationId).split("-");
  const cut = RULES.reduce<readonly string[]>((rest, rule) => rule(rest, { group, key }), words);
  const name = toOperation(cut.join("-"), group);
  return [shortenOperation(name), name, whole, byUrl];
}

interface NameFacts {
  readonly group: string;
  /** `<METHOD> <url>` */
  readonly key: string;
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
  const end = [...url, method].join("-");
  const text = words.join("-");
  return text.endsWith(`-${end}`) ? text.slice(0, -end.length - 1).split("-") : words;
}

/** Shortens `beta-models-beta-models-predict` to `beta-models-predict`. */
function dropRepetition(words: readonly string[]): readonly string[] {
  for (let size = Math.floor(words.length / 2); size > 0; size -= 1) {
    for (let start = 0; start + 2 * size <= words.length; start += 1) {
      const [one, two] = [start, start + size].map((at) => words.slice(at, at + size).join("-"));
      if (one === two) return dropRepetition(withoutWords(words, start, start + size));
    }
  }
  return words;
}

/**
 * Removes the group from the first two words: `orders/orders-invoice` and `orders/list-orders` repeat
 * it. Later words can be the object of the verb: `assets/delete-site-asset` deletes no site.
 */
function dropGroup(words: readonly string[], { group, key }: NameFacts): readonly string[] {
  const wanted = foldGroup(group.split("-"));
  for (const start of [0, 1]) {
    for (let end = words.length; end > start; end -= 1) {
      if (foldGroup(words.slice(start, end)) !== wanted) continue;
      const rest = withoutWords(words, start, end);
      return rest.length > 0 ? rest : [key.slice(0, key.indexOf(" ")).toLowerCase()];
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

/** Removes small words from a name that is too long, then words after the first, then words of the group. */
function shortenOperation(operation: string): string {
  const fits = (text: string): boolean => toPascalCase(text).length <= MAX_NAME_LENGTH;
  if (fits(operation)) return operation;
  const [group = "", name = ""] = operation.split("/");
  const [first = "", ...others] = name.split("-");
  let groups = group.split("-");
  let rest = others.filter((word) => !FILLERS.has(word));
  const print = (): string => toOperation([first, ...rest].join("-"), groups.join("-"));
  while (!fits(print()) && rest.length > 1) rest = rest.slice(1);
  while (!fits(print()) && groups.length > 1) groups = groups.slice(1);
  return print();
}
