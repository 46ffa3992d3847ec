/**
 * Reads the YAML that the importer writes, which is nearly all YAML there is: block maps and lists
 * with a scalar or a flow collection on each line. It is many times faster than the parser, which
 * takes most of a run on a large schema. Anything that it does not know for certain is left to the
 * parser, so the result is always the same.
 */

/** A YAML map. It has no prototype, because its keys may be any strings. */
export type YamlMap = Readonly<Record<string, unknown>>;

/** Far deeper than real files; the limits of the parser are higher. */
const MAX_DEPTH = 60;
const MAX_INDENT = 120;

/** Longer ones are an error in YAML. */
const MAX_KEY_LENGTH = 1000;

/** Tabs, other control characters and the line breaks of Unicode have rules of their own. */
const SPECIAL = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/;

/** A key before its colon. In quotes, it is JSON or has only doubled quotes to unescape. */
const KEY = /("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[\w$](?:[\w/{}.$+~ -]*[\w/{}.$+~-])?):(?: |$)/y;
const FLOW_KEY = /("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[\w$](?:[\w/.$+~ -]*[\w/.$+~-])?): /y;
const FLOW_SCALAR =
  /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[\w./-](?:[\w./+$-]|(?<! )#|:(?=\/)| (?=[\w./+$-]))*/y;

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/;

/** Begins as no number, no indicator and no special word does, or is a path. */
const PLAIN = /^(?:[A-Za-z_]|[\w.]*\/)/;
const SPECIAL_WORD = /^(?:true|false|null)$/i;

/** Thrown and caught in this module only. */
class Uncertain extends Error {}

/** The value of a text, with maps without a prototype; `undefined` if the text needs the parser. */
export function readPlainYaml(text: string): YamlMap | undefined {
  if (SPECIAL.test(text)) return undefined;
  try {
    const reader = new LineReader(text);
    return reader.indent === 0 && !reader.startsItem() ? reader.readWhole() : undefined;
  } catch (error) {
    // `JSON.parse` refuses escapes that only YAML has.
    if (error instanceof Uncertain || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class LineReader {
  readonly #lines: readonly string[];
  #next = 0;
  #line = "";
  /** Where the unread rest of the line begins; -1 at the end of the text. */
  indent = -1;

  constructor(text: string) {
    this.#lines = text.split("\n");
    this.#advance();
  }

  readWhole(): YamlMap {
    const value = this.#readMap(0, 0);
    if (this.indent >= 0) throw new Uncertain();
    return value;
  }

  startsItem(): boolean {
    return this.#line.startsWith("- ", this.indent);
  }

  /** To the next line that is neither blank nor a comment. */
  #advance(): void {
    for (; this.#next < this.#lines.length; this.#next += 1) {
      const line = this.#lines[this.#next] ?? "";
      const indent = line.search(/[^ ]/);
      if (indent < 0 || line[indent] === "#") continue;
      this.#line = line;
      this.indent = indent;
      this.#next += 1;
      return;
    }
    this.indent = -1;
  }

  #readMap(indent: number, depth: number): YamlMap {
    const map = createMap();
    while (this.indent === indent) {
      KEY.lastIndex = indent;
      const [matched, key = ""] = KEY.exec(this.#line) ?? [];
      if (matched === undefined) throw new Uncertain();
      const start = indent + matched.length;
      setKey(
        map,
        key,
        start < this.#line.length ? this.#readRest(start) : this.#readBelow(indent, depth),
      );
    }
    if (this.indent > indent) throw new Uncertain();
    return map;
  }

  #readList(indent: number, depth: number): readonly unknown[] {
    const list: unknown[] = [];
    while (this.indent === indent && this.startsItem()) {
      this.indent += 2;
      list.push(this.#readBlock(depth));
    }
    if (this.indent >= indent) throw new Uncertain();
    return list;
  }

  /** The value of a key that stands alone on its line. */
  #readBelow(indent: number, depth: number): unknown {
    this.#advance();
    return this.indent > indent ? this.#readBlock(depth) : null;
  }

  /** A map, a list or one value, beginning where the line is read. */
  #readBlock(depth: number): unknown {
    if (depth > MAX_DEPTH || this.indent > MAX_INDENT) throw new Uncertain();
    if (this.startsItem()) return this.#readList(this.indent, depth + 1);
    KEY.lastIndex = this.indent;
    return KEY.test(this.#line)
      ? this.#readMap(this.indent, depth + 1)
      : this.#readRest(this.indent);
  }

  /** A value that ends with its line. */
  #readRest(start: number): unknown {
    const text = this.#line.slice(start);
    this.#advance();
    return /^[[{"']/.test(text) ? new FlowReader(text).readWhole() : readPlain(text);
  }
}

/** Reads collections in brackets, and scalars in quotes. */
class FlowReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readWhole(): unknown {
    const value = this.#read(0);
    if (this.#at < this.#text.length) throw new Uncertain();
    return value;
  }

  #read(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Uncertain();
    if (this.#skip("{}")) return createMap();
    if (this.#skip("{ ")) return this.#readMap(depth + 1);
    if (this.#skip("[]")) return [];
    if (this.#skip("[")) return this.#readList(depth + 1);
    const text = this.#match(FLOW_SCALAR)[0];
    return /^["']/.test(text) ? unquote(text) : readPlain(text);
  }

  #readMap(depth: number): YamlMap {
    const map = createMap();
    do {
      const [, key = ""] = this.#match(FLOW_KEY);
      setKey(map, key, this.#read(depth));
    } while (this.#skip(", "));
    if (!this.#skip(" }")) throw new Uncertain();
    return map;
  }

  #readList(depth: number): readonly unknown[] {
    const list: unknown[] = [];
    do list.push(this.#read(depth));
    while (this.#skip(", "));
    if (!this.#skip("]")) throw new Uncertain();
    return list;
  }

  #skip(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) throw new Uncertain();
    this.#at += match[0].length;
    return match;
  }
}

function createMap(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>; // typed as `any`
}

function setKey(map: Record<string, unknown>, text: string, value: unknown): void {
  const key = /^["']/.test(text) ? unquote(text) : text;
  const isRefused = key in map || key === "__proto__" || key === "<<";
  if (isRefused || text.length > MAX_KEY_LENGTH) throw new Uncertain();
  map[key] = value;
}

function unquote(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  return JSON.parse(text) as string; // a text in double quotes
}

function readPlain(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  if (NUMBER.test(text)) return Number(text);
  const isCertain = PLAIN.test(text) && !/: |:$| #| $/.test(text) && !SPECIAL_WORD.test(text);
  if (!isCertain) throw new Uncertain();
  return text;
}
