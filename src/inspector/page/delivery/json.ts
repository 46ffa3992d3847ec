/** JSON with everything that `JSON.parse` loses: repeated keys, and the spelling of numbers. */
import { escapeKey, unescapeKey } from "../../../base/values.js";

/** Nesting beyond this is shown as raw text alone. */
const MAX_NESTING = 200;

/** Parses JSON; `undefined` for anything else, and for JSON that is nested too deeply. */
export function parseTree(text: string): JsonNode | undefined {
  try {
    JSON.parse(text); // the parser below relies on correct JSON
    return new Parser(text).parse();
  } catch {
    return undefined;
  }
}

/** Parses correct JSON from left to right. */
class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonNode {
    const first = this.#skipSpace();
    if (first === "{") return { kind: "object", entries: this.#entries("object") };
    if (first === "[") return { kind: "array", entries: this.#entries("array") };
    if (first === '"') return { kind: "string", value: this.#string() };
    const token = this.#take(/[^\s,\]}]+/y);
    const kind = token === "null" ? "null" : /^[tf]/.test(token) ? "boolean" : "number";
    return { kind, text: token };
  }

  #entries(kind: "object" | "array"): readonly JsonEntry[] {
    const end = kind === "object" ? "}" : "]";
    if (++this.#depth > MAX_NESTING) throw new RangeError("The JSON is nested too deeply.");
    this.#at++;
    const entries: { key: string; node: JsonNode }[] = [];
    while (this.#skipSpace() !== end) {
      const key = kind === "object" ? this.#string() : String(entries.length);
      if (kind === "object" && this.#skipSpace() === ":") this.#at++;
      entries.push({ key, node: this.parse() });
      if (this.#skipSpace() === ",") this.#at++;
    }
    this.#at++;
    this.#depth--;
    const lastOfKey = new Map(entries.map(({ key }, index) => [key, index]));
    return entries.map((entry, index) => {
      return { ...entry, isRepeated: lastOfKey.get(entry.key) !== index };
    });
  }

  #string(): string {
    return JSON.parse(this.#take(/"(?:[^"\\]|\\.)*"/y)) as string; // it is a string of JSON
  }

  /** Skips white space, and returns the character after it. */
  #skipSpace(): string {
    this.#take(/\s*/y);
    return this.#text.charAt(this.#at);
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [token = ""] = pattern.exec(this.#text) ?? [];
    this.#at += token.length;
    return token;
  }
}

/** Prints a single value as JSON, and the number of entries for an object or an array. */
export function formatLeaf(node: JsonNode): string {
  if (node.kind === "string") return JSON.stringify(node.value);
  if (node.kind === "object")
    return node.entries.length === 0 ? "{}" : `{ ${node.entries.length} }`;
  if (node.kind === "array") return node.entries.length === 0 ? "[]" : `[ ${node.entries.length} ]`;
  return node.text;
}

/** Matches a string of JSON, which is kept, or white space between tokens. */
const STRING_OR_SPACE = /("(?:[^"\\]|\\.)*")|\s+/g;

/** Indents JSON, unless parsing it would change numbers or drop repeated keys. */
export function indentJson(json: string): string {
  const value: unknown = JSON.parse(json);
  const isKept = JSON.stringify(value) === json.replace(STRING_OR_SPACE, "$1");
  return isKept ? JSON.stringify(value, null, 2) : json;
}

/** Adds a key to a JSON Pointer (RFC 6901). */
export function pointTo(place: string, key: string): string {
  return `${place}/${escapeKey(key)}`;
}

/** Shows a JSON Pointer as readers write a path: `issue.labels[0]`. */
export function formatPlace(place: string): string {
  const keys = place.split("/").slice(1);
  const path = keys
    .map(unescapeKey)
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join("");
  return path.replace(/^\./, "") || "the payload";
}

// ---- Differences

/** Lists the places where two values differ, in the order of the second. */
export function compare(before: JsonNode, after: JsonNode, at = ""): readonly Difference[] {
  if (before.kind !== after.kind) return [{ at, before, after }];
  if ("entries" in before && "entries" in after) return compareEntries(before, after, at);
  return formatLeaf(before) === formatLeaf(after) ? [] : [{ at, before, after }];
}

/** Of repeated keys, the last one counts, as it does for a program. */
function compareEntries(before: JsonParent, after: JsonParent, at: string): readonly Difference[] {
  const membersBefore = new Map(before.entries.map(({ key, node }) => [key, node]));
  const membersAfter = new Map(after.entries.map(({ key, node }) => [key, node]));
  const differences: Difference[] = [];
  for (const [key, node] of membersAfter) {
    const place = pointTo(at, key);
    const nodeBefore = membersBefore.get(key);
    if (nodeBefore === undefined) differences.push({ at: place, before: undefined, after: node });
    else for (const each of compare(nodeBefore, node, place)) differences.push(each);
  }
  for (const [key, node] of membersBefore) {
    if (!membersAfter.has(key))
      differences.push({ at: pointTo(at, key), before: node, after: undefined });
  }
  return differences;
}

// ---- Types

export type JsonNode =
  | JsonParent
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "number" | "boolean" | "null"; readonly text: string };

type JsonParent =
  | { readonly kind: "object"; readonly entries: readonly JsonEntry[] }
  | { readonly kind: "array"; readonly entries: readonly JsonEntry[] };

export interface JsonEntry {
  /** Key of an object, or index of an array. */
  readonly key: string;
  readonly node: JsonNode;
  /** True for all but the last of repeated keys, which a program does not see. */
  readonly isRepeated: boolean;
}

/** Place where two values differ. A value that one of them does not have is `undefined`. */
interface Difference {
  readonly at: string;
  readonly before: JsonNode | undefined;
  readonly after: JsonNode | undefined;
}
