/** JSON with everything that `JSON.parse` loses: repeated keys, and the spelling of numbers. */
import { escapeKey, unescapeKey } from "../../base/values.js";

export type JsonNode =
  | { readonly kind: "object"; readonly entries: readonly JsonEntry[] }
  | { readonly kind: "array"; readonly entries: readonly JsonEntry[] }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "number" | "boolean" | "null"; readonly text: string };

export interface JsonEntry {
  /** Key of an object, or index of an array. */
  readonly key: string;
  readonly node: JsonNode;
  /** True for all but the last of repeated keys, which a program does not see. */
  readonly isRepeated: boolean;
}

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

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonNode {
    const first = this.#skip();
    if (first === "{") return { kind: "object", entries: this.#entries("}", true) };
    if (first === "[") return { kind: "array", entries: this.#entries("]", false) };
    if (first === '"') return { kind: "string", value: this.#string() };
    const token = this.#take(/[^\s,\]}]+/y);
    const kind = token === "null" ? "null" : /^[tf]/.test(token) ? "boolean" : "number";
    return { kind, text: token };
  }

  #entries(end: string, hasKeys: boolean): readonly JsonEntry[] {
    if (++this.#depth > MAX_NESTING) throw new RangeError("The JSON is nested too deeply.");
    this.#at++;
    const found: { key: string; node: JsonNode }[] = [];
    while (this.#skip() !== end) {
      const key = hasKeys ? this.#string() : String(found.length);
      if (hasKeys && this.#skip() === ":") this.#at++;
      found.push({ key, node: this.parse() });
      if (this.#skip() === ",") this.#at++;
    }
    this.#at++;
    this.#depth--;
    const last = new Map(found.map(({ key }, index) => [key, index]));
    return found.map((entry, index) => ({ ...entry, isRepeated: last.get(entry.key) !== index }));
  }

  #string(): string {
    return JSON.parse(this.#take(/"(?:[^"\\]|\\.)*"/y)) as string; // it is a string of JSON
  }

  #skip(): string {
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

interface Difference {
  readonly at: string;
  readonly before: JsonNode | undefined;
  readonly after: JsonNode | undefined;
}

/** Lists the places where two values differ, in the order of the second. */
export function compare(before: JsonNode, after: JsonNode): readonly Difference[] {
  const found: Difference[] = [];
  const visit = (at: string, left: JsonNode | undefined, right: JsonNode | undefined): void => {
    if (left !== undefined && right !== undefined && "entries" in left && "entries" in right) {
      if (left.kind === right.kind) {
        const membersBefore = new Map(left.entries.map((entry) => [entry.key, entry.node]));
        const membersAfter = new Map(right.entries.map((entry) => [entry.key, entry.node]));
        for (const [key, node] of membersAfter)
          visit(pointTo(at, key), membersBefore.get(key), node);
        for (const [key, node] of membersBefore)
          if (!membersAfter.has(key))
            found.push({ at: pointTo(at, key), before: node, after: undefined });
        return;
      }
    }
    const isSame =
      left !== undefined &&
      right !== undefined &&
      left.kind === right.kind &&
      !("entries" in left) &&
      formatLeaf(left) === formatLeaf(right);
    if (!isSame) found.push({ at, before: left, after: right });
  };
  visit("", before, after);
  return found;
}
