/** Changes keys of the `vendor.yaml` of a package. All other lines stay as they are. */
import { isMap, type Node, type Pair, parseDocument, type Scalar } from "yaml";
import { printEntry } from "../../codegen/import/merge/print-yaml.js";

/**
 * Sets a key of `vendor.yaml`, at the top level or in `webhooks`. The new entry replaces the `TODO` or
 * the present value of the key, or else is added at the end.
 * @throws Error if the parent of the key is missing.
 */
export function setKey(text: string, path: KeyPath, value: unknown): string {
  const key = path.at(-1) ?? "";
  const indent = 2 * (path.length - 1);
  const entry = printLines(key, value, indent);
  const former = findTodo(text, key) ?? findEntry(text, path);
  if (former !== undefined) return text.slice(0, former.start) + entry + text.slice(former.end);
  const end = findEnd(text, path);
  const before = text.slice(0, end);
  return before + printGap(before, path) + entry + text.slice(end);
}

/** The place of a new entry: behind all others of its map. */
function findEnd(text: string, path: KeyPath): number {
  if (path.length === 1) return text.length;
  const [parent] = path;
  const end = findEntry(text, [parent])?.end;
  if (end === undefined) throw new Error(`There is no \`${parent}\` in vendor.yaml.`);
  return end;
}

/** Ends the line before a new entry. At the top level, a blank line follows where others are set apart so. */
function printGap(before: string, path: KeyPath): string {
  const lineEnd = before.endsWith("\n") ? "" : "\n";
  const isSpaced = path.length === 1 && /\n\n\w/.test(before);
  return isSpaced ? `${lineEnd}\n` : lineEnd;
}

/** Removes a key at the top level of `vendor.yaml`. */
export function removeKey(text: string, key: string): string {
  const present = findEntry(text, [key]);
  return present === undefined ? text : text.slice(0, present.start) + text.slice(present.end);
}

/**
 * Prints an entry, on one line if it fits. `printEntry` prints a map on one line only inside another entry: the
 * line of that one and the two blanks before the lines inside are cut off.
 */
function printLines(key: string, value: unknown, indent: number): string {
  const [, ...inner] = printEntry("outer", { [key]: value })
    .trimEnd()
    .split("\n");
  return inner.map((line) => `${" ".repeat(indent)}${line.slice(2)}\n`).join("");
}

/** Finds the line of a fact that is missing: `# TODO baseUrl: where the API is`. */
function findTodo(text: string, key: string): Span | undefined {
  const match = new RegExp(`^[ \\t]*#[ \\t]*TODO[ \\t]+${key}:.*(?:\\n|$)`, "m").exec(text);
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
}

/** Finds the lines of an entry, without comments above and below it. */
function findEntry(text: string, path: readonly string[]): Span | undefined {
  const entry = findPair(text, path);
  const keyRange = entry?.key.range;
  if (entry === undefined || !keyRange) return undefined;
  const [start, keyEnd] = keyRange;
  const end = entry.value?.range?.[1] ?? keyEnd;
  // A value of several lines ends behind its last line break.
  const lineEnd = text.indexOf("\n", Math.max(start, end - 1));
  return {
    start: text.lastIndexOf("\n", start - 1) + 1,
    end: lineEnd === -1 ? text.length : lineEnd + 1,
  };
}

/** Finds an entry of a map, or of a map inside of it. */
function findPair(text: string, path: readonly string[]): YamlEntry | undefined {
  let node: unknown = parseDocument(text).contents;
  let entry: YamlEntry | undefined;
  for (const key of path) {
    if (!isMap<Scalar, Node | null>(node)) return undefined;
    entry = node.items.find((pair) => pair.key.value === key);
    node = entry?.value;
  }
  return entry;
}

/** A key at the top level, or below one of these. */
type KeyPath = readonly [string] | readonly [string, string];

/** An entry as the parser gives it, with the places of its key and its value in the text. */
type YamlEntry = Pair<Scalar, Node | null>;

/** Start and end of whole lines in a text. */
interface Span {
  readonly start: number;
  readonly end: number;
}
