/** A parser of JSON that keeps what `JSON.parse` loses: repeated keys, and the spelling of numbers. */

/** Nesting beyond this is shown as raw text alone. */
const MAX_NESTING = 200;

/** Parses JSON; `undefined` for anything else, and for JSON that is nested too deeply. */
export function parseTree(text: string): JsonNode | undefined {
  try {
    JSON.parse(text); // refuses what is not JSON, so that the parser below need not
    return new Parser(text).parse();
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON from left to right. The text is correct JSON, so a comma, a colon or a bracket that must be at some
 * place is there, and is passed over without a look at it.
 */
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
    this.#at++; // the opening bracket
    const entries: KeyedNode[] = [];
    while (this.#skipSpace() !== end) {
      const key = kind === "object" ? this.#key() : String(entries.length);
      entries.push({ key, node: this.parse() });
      if (this.#skipSpace() === ",") this.#at++; // none is behind the last entry
    }
    this.#at++; // the closing bracket
    this.#depth--;
    return markRepeated(entries);
  }

  /** Reads a key, and passes over the colon behind it. */
  #key(): string {
    const key = this.#string();
    this.#skipSpace();
    this.#at++; // the colon
    return key;
  }

  #string(): string {
    return JSON.parse(this.#take(/"(?:[^"\\]|\\.)*"/y)) as string; // it is a string of JSON
  }

  /** Skips white space, and returns the character after it. */
  #skipSpace(): string {
    this.#take(/\s*/y);
    return this.#text.charAt(this.#at);
  }

  /** Reads what a pattern matches at the current position, and passes over it. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [token = ""] = pattern.exec(this.#text) ?? [];
    this.#at += token.length;
    return token;
  }
}

function markRepeated(entries: readonly KeyedNode[]): readonly JsonEntry[] {
  const lastOfKey = new Map(entries.map(({ key }, index) => [key, index]));
  return entries.map((entry, index) => {
    return { ...entry, isRepeated: lastOfKey.get(entry.key) !== index };
  });
}

// ---- Types

export type JsonNode =
  | JsonParent
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "number" | "boolean" | "null"; readonly text: string };

export type JsonParent =
  | { readonly kind: "object"; readonly entries: readonly JsonEntry[] }
  | { readonly kind: "array"; readonly entries: readonly JsonEntry[] };

interface KeyedNode {
  /** Key of an object, or index of an array. */
  readonly key: string;
  readonly node: JsonNode;
}

export interface JsonEntry extends KeyedNode {
  /** True for all but the last of repeated keys, which a program does not see. */
  readonly isRepeated: boolean;
}
