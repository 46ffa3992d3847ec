/** Edits the text of a JSON file, and keeps every other character of it. */

/** Strings and comments of JSON with comments. A string may have the marks of a comment in it. */
const STRING_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/**
 * Removes what JSON does not have, for a reader of YAML: comments and a byte order mark. Tabs become blanks, because
 * YAML takes none at the start of a line.
 */
export function removeComments(text: string): string {
  return text
    .replace(/^\ufeff/, "")
    .replace(STRING_OR_COMMENT, (match) => (match.startsWith('"') ? match : " "))
    .replace(/\t/g, "  ");
}

/**
 * Adds an entry to an object at the top level of a JSON file, and the object if there is none. Entries that are
 * sorted stay so; the others keep their order.
 * @param text A JSON object.
 */
export function addEntry(text: string, key: string, name: string, value: string): string {
  const top = readObject(text, text.indexOf("{"));
  const parent = top.entries.find((entry) => entry.key === key);
  const entry = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  if (parent === undefined) {
    const inner = `${JSON.stringify(key)}: ${printObject(text, top, entry)}`;
    return insertEntry(text, top, top.entries.length, inner);
  }
  const object = readObject(text, parent.start);
  if (object.entries.length > 0) return insertEntry(text, object, findIndex(object, name), entry);
  return text.slice(0, object.start) + printObject(text, top, entry) + text.slice(object.end);
}

/** Prints an object with one entry, for the top level: on lines of its own if the others have these. */
function printObject(text: string, top: ObjectSpan, entry: string): string {
  const unit = findIndent(text, top);
  const lineEnd = unit === "" ? "" : lineEndOf(text);
  return `{${lineEnd}${unit}${unit}${entry}${lineEnd}${unit}}`;
}

/** The index at which a name keeps sorted entries sorted; behind the last one of others. */
function findIndex({ entries }: ObjectSpan, name: string): number {
  const keys = entries.map((entry) => entry.key);
  const isSorted = keys.every((key, index) => index === 0 || (keys[index - 1] ?? "") <= key);
  const next = keys.findIndex((key) => key > name);
  return isSorted && next !== -1 ? next : keys.length;
}

/** Inserts an entry at an index, on a line of its own if the others have that. */
function insertEntry(text: string, object: ObjectSpan, index: number, entry: string): string {
  const { entries, start, end } = object;
  const next = entries[index];
  if (next !== undefined) {
    const space = findSpaceBefore(text, object, index);
    return `${text.slice(0, next.keyStart)}${entry},${space}${text.slice(next.keyStart)}`;
  }
  const last = entries.at(-1);
  // Of an empty object, only the braces stay.
  if (last === undefined) return `${text.slice(0, start + 1)}${entry}${text.slice(end - 1)}`;
  const space = findSpaceBefore(text, object, entries.length - 1);
  return `${text.slice(0, last.end)},${space}${entry}${text.slice(last.end)}`;
}

/** The blanks before an entry: behind the comma of the one before it, or behind the brace. */
function findSpaceBefore(text: string, { entries, start }: ObjectSpan, index: number): string {
  const previous = entries[index - 1];
  const from = previous === undefined ? start + 1 : text.indexOf(",", previous.end) + 1;
  return text.slice(from, entries[index]?.keyStart);
}

/** The indentation of the entries of an object; empty if it is on one line. */
function findIndent(text: string, { entries, start }: ObjectSpan): string {
  const [first] = entries;
  if (first === undefined) return "";
  return /\n([ \t]*)$/.exec(text.slice(start + 1, first.keyStart))?.[1] ?? "";
}

function lineEndOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Finds the entries of an object in valid JSON: each is a key, a colon and the tokens of a value. */
function readObject(text: string, start: number): ObjectSpan {
  const tokens = readTokens(text, start);
  const entries = splitAtCommas(tokens.slice(1, -1)).flatMap((part) => toEntry(part) ?? []);
  return { entries, start, end: tokens.at(-1)?.end ?? start };
}

/** Reads a value up to its end: the tokens of an object or a list, from one brace to the other. */
function readTokens(text: string, start: number): readonly Token[] {
  const pattern = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;
  pattern.lastIndex = start;
  const tokens: Token[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(pattern)) {
    tokens.push({ text: token, start: index, end: index + token.length, depth });
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (depth === 0) return tokens;
  }
  throw new Error("The text ends inside of an object; expected JSON.");
}

/** The tokens of each entry of an object. Commas of its values are deeper. */
function splitAtCommas(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const commas = tokens.flatMap((token, index) =>
    token.text === "," && token.depth === 1 ? [index] : [],
  );
  const starts = [0, ...commas.map((index) => index + 1)];
  return starts.map((from, part) => tokens.slice(from, commas[part]));
}

/** Returns `undefined` for what is between the braces of an empty object. */
function toEntry(tokens: readonly Token[]): EntrySpan | undefined {
  const [key, , first] = tokens; // the second one is the colon
  const last = tokens.at(-1);
  if (key === undefined || first === undefined || last === undefined) return undefined;
  return {
    key: String(JSON.parse(key.text)),
    keyStart: key.start,
    start: first.start,
    end: last.end,
  };
}

/** A string, a number or a word of JSON, or one of its marks. */
interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The number of objects and lists around it, from the value that is read. */
  readonly depth: number;
}

/** Positions in a text; `end` is behind the last character. */
interface ObjectSpan {
  readonly entries: readonly EntrySpan[];
  readonly start: number;
  readonly end: number;
}

interface EntrySpan {
  readonly key: string;
  readonly keyStart: number;
  /** Of the value. */
  readonly start: number;
  readonly end: number;
}
