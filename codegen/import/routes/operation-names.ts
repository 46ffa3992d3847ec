/**
 * Names the operations of a description: `GET /orders/{id}` with the operation id `getOrdersOrderById` and the
 * tag `Orders` becomes `orders/get-order-by-id`. Each operation has several candidates, the best first; a name
 * that another operation has or wants is left, and the next candidate is tried.
 */
import { itemsOf, type JsonMap } from "../../model/json.js";
import { toPascalCase } from "../../model/names.js";
import { toKebabCase, toOperation } from "../../model/yaml-names.js";
import type { OperationName } from "../model/context.js";
import { type ListedOperation, listOperations } from "../model/operations.js";

/**
 * Names the operations of a description, by route.
 * @param present The names in `routes.yaml`. They stay the same.
 */
export function nameOperations(
  root: JsonMap,
  present: ReadonlyMap<string, string>,
): ReadonlyMap<string, OperationName> {
  const names = new Map<string, OperationName>();
  for (const [key, operation] of present) names.set(key, { operation });
  const taken = new Set([...present.values()].map(toPascalCase));
  let unnamed = listOperations(root)
    .filter(({ key }) => !present.has(key))
    .map((listed): Unnamed => ({ key: listed.key, candidates: listCandidates(listed) }));
  for (const round of ROUNDS) {
    const wishes = countNames(unnamed.map(({ candidates }) => candidates[round.candidate]));
    unnamed = unnamed.filter(({ key, candidates }) => {
      const operation = candidates[round.candidate];
      const name = toPascalCase(operation);
      const isShared = round.mustBeUnique && (wishes.get(name) ?? 0) > 1;
      if (isShared || taken.has(name)) return true;
      taken.add(name);
      names.set(key, withClash(operation, candidates.short));
      return false;
    });
  }
  for (const { key, candidates } of unnamed) {
    const operation = addNumber(candidates.short, taken);
    taken.add(toPascalCase(operation));
    names.set(key, withClash(operation, candidates.short));
  }
  return names;
}

/** The candidates in the order in which they are tried. */
const ROUNDS: readonly {
  readonly candidate: keyof Candidates;
  /** No operation gets a name that several want; else the first of them does. */
  readonly mustBeUnique: boolean;
}[] = [
  { candidate: "short", mustBeUnique: true },
  { candidate: "trimmed", mustBeUnique: true },
  { candidate: "full", mustBeUnique: false },
  { candidate: "byUrl", mustBeUnique: false },
];

function countNames(operations: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of operations.map(toPascalCase)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Notes the best name, if the operation does not have it. */
function withClash(operation: string, best: string): OperationName {
  return { operation, ...(operation !== best && { clash: best }) };
}

function addNumber(operation: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(toPascalCase(`${operation}-${number}`))) number += 1;
  return `${operation}-${number}`;
}

// ---- Candidates

function listCandidates({ key, url, operation }: ListedOperation): Candidates {
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

interface Candidates {
  /** Without redundant words, and within the limit of length. */
  readonly short: string;
  /** Without redundant words. */
  readonly trimmed: string;
  /** All words of the description's own name. */
  readonly full: string;
  /** Made of the method and the URL. */
  readonly byUrl: string;
}

interface Unnamed {
  readonly key: string;
  readonly candidates: Candidates;
}

interface NameFacts {
  readonly group: string;
  /** `<METHOD> <url>` */
  readonly key: string;
}
