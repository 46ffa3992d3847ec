/** Prints entries of YAML in the form that Prettier gives them, without a parser. */
import { isMap, type Json, type JsonMap, keysOf } from "../../model/json.js";

/** Limit of a line. Longer values are split where possible. */
const YAML_WIDTH = 100;

/** Prints an entry, indented by `indent` spaces and ending in a line break. */
export function printEntry(key: string, value: Json, indent = 0): string {
  return printPair(key, value, indent, true).join("\n") + "\n";
}

/** Prints a pair, on one line if it fits. Open entries and `responses` always take several lines. */
function printPair(key: string, value: Json, indent: number, isOpen = false): readonly string[] {
  const start = `${" ".repeat(indent)}${printKey(key)}:`;
  if (value === null && isOpen) return [start];
  if (!isCollection(value)) return [`${start} ${printScalar(value, false)}`];
  const staysOpen = (isOpen && isMap(value)) || key === "responses";
  const flow = printWithin(`${start} `, value);
  if (flow !== undefined && (isEmptyCollection(value) || !staysOpen)) return [flow];
  return [start, ...printBlock(value, indent + 2)];
}

/** Prints a value on one line, if it fits. A value that is too large is not printed for the test. */
function printWithin(start: string, value: Json): string | undefined {
  if (isEmptyCollection(value)) return start + printFlow(value);
  if (roomBeside(value, YAML_WIDTH - start.length) < 0) return undefined;
  const flow = start + printFlow(value);
  return flow.length <= YAML_WIDTH ? flow : undefined;
}

/** An upper limit of the width that remains beside a value. Stops below zero. */
function roomBeside(value: Json, width: number): number {
  if (!isCollection(value)) return width - (typeof value === "string" ? value.length : 1);
  let room = width;
  for (const [key, child] of Object.entries(value as object) as [string, Json][]) {
    if (isMap(value)) room -= key.length + 2;
    if (room < 0) break;
    room = roomBeside(child, room);
  }
  return room;
}

function printBlock(value: Json, indent: number): readonly string[] {
  if (isMap(value)) {
    return Object.entries(value).flatMap(([key, child]) => printPair(key, child, indent));
  }
  const list = value as readonly Json[]; // a collection that is no map
  const isPlain = list.every((item) => !isCollection(item));
  const flow = isPlain ? printWithin(" ".repeat(indent), list) : undefined;
  if (flow !== undefined) return [flow];
  return list.flatMap((item) => printItem(item, indent));
}

/** Prints an item. The text after the dash has the same indentation as the lines below. */
function printItem(item: Json, indent: number): readonly string[] {
  const dash = `${" ".repeat(indent)}- `;
  if (!isCollection(item)) return [dash + printScalar(item, false)];
  const flow = printWithin(dash, item);
  if (flow !== undefined) return [flow];
  const [first = "", ...furtherLines] = printBlock(item, indent + 2);
  return [dash + first.slice(indent + 2), ...furtherLines];
}

function printFlow(value: Json): string {
  if (isMap(value)) return isEmptyCollection(value) ? "{}" : `{ ${printFlowPairs(value)} }`;
  if (Array.isArray(value)) return `[${value.map(printFlow).join(", ")}]`;
  return printScalar(value, true);
}

function printFlowPairs(map: JsonMap): string {
  return Object.entries(map)
    .map(([key, value]) => `${printKey(key)}: ${printFlow(value)}`)
    .join(", ");
}

function isCollection(value: Json): boolean {
  return isMap(value) || Array.isArray(value);
}

function isEmptyCollection(value: Json): boolean {
  return Array.isArray(value) ? value.length === 0 : keysOf(value).length === 0;
}

/** Prints a key. Routes, statuses and `$ref` need no quotes. */
function printKey(key: string): string {
  const isPlain = /^([1-5]\d\d|[1-5]XX|\$ref)$/.test(key) || isPlainRoute(key) || isPlainWord(key);
  return isPlain ? key : quoteScalar(key);
}

function isPlainRoute(key: string): boolean {
  return /^[A-Z]+ \/[\w/{}.$+~-]*$/.test(key);
}

function printScalar(value: Json, isInFlow: boolean): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain = isPlainWord(value) || isPlainPath(value) || (!isInFlow && isPlainText(value));
  return isPlain ? value : quoteScalar(value);
}

/** Words that some YAML parsers do not read as a string. */
const WORDS: ReadonlySet<string> = new Set("true false null yes no on off y n".split(" "));

function isPlainWord(text: string): boolean {
  return /^[A-Za-z_][\w./+-]*( [\w./+-]+)*$/.test(text) && !WORDS.has(text.toLowerCase());
}

function isPlainPath(text: string): boolean {
  return /^(\/|\.\.\/|https?:\/\/|\w[\w-]*\/)[\w./-]*(#\/[\w-]+)?$/.test(text);
}

/** Tests whether a sentence needs no quotes. */
function isPlainText(text: string): boolean {
  return (
    /^[A-Za-z][^\p{Cc}]*\S$/u.test(text) && !/: |:$| #/.test(text) && !WORDS.has(text.toLowerCase())
  );
}

/** Quotes a text, with single quotes if that needs fewer escapes. */
function quoteScalar(text: string): string {
  const singles = text.split("'").length;
  const doubles = text.split('"').length;
  const isSimple = doubles > singles && !/[\p{Cc}\u0085\u2028\u2029\ufeff]/u.test(text);
  return isSimple ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}
