import { isDeepStrictEqual } from "node:util";
import { isMap, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { type Keep, mergeOrder } from "./keep.js";
import { printEntry } from "./print-yaml.js";

/** A file with its parsed value. */
export interface PresentFile {
  readonly text: string;
  readonly value: Json;
}

/** The imported entries of one file. */
export interface FileImport {
  readonly modeline: string;
  readonly entries: ReadonlyMap<string, Json>;
  readonly keep: Keep;
  /** The top-level key that contains the entries, if they are not at the top level. */
  readonly under?: string;
  /** Entries at the top level of a new file, before that key. */
  readonly top?: ReadonlyMap<string, Json>;
  /** Present entries that are removed. */
  readonly omit?: ReadonlySet<string>;
}

/** Called with the key of each entry whose new text loses comments. */
export type OnLostComments = (key: string) => void;

/**
 * Merges entries into a file. An entry with an unchanged value keeps its text and its comments; a
 * changed one is printed again. Entries that are not imported stay, and so do comments above an entry
 * and at the top of the file.
 */
export function mergeFile(
  present: PresentFile | undefined,
  file: FileImport,
  onLostComments: OnLostComments,
): PresentFile {
  const values = entriesOfFile(present?.value, file.under);
  const texts = textsOf(present, [...values.keys()], file.under);
  const merged = mergeEntries(values, file);
  const indent = indentOf(file);
  const [formerFirst] = texts.entries.keys();
  if (present && texts.entries.size < values.size && hasComment(belowTop(present.text))) {
    onLostComments("the whole file");
  }
  const value = valueOfFile(merged, file, present && mapOf(present.value));
  if (present === undefined) return printLater({ value }, () => printNewFile(merged, file));
  const parts = [...merged].map(([key, value], index) => {
    const text = texts.entries.get(key);
    // A new entry and the former first one have no empty line above them yet.
    const needsGap = index > 0 && (text === undefined || key === formerFirst);
    // The first entry follows the head, which has its own empty line.
    const keptAbove = index > 0 ? text?.above : text?.above.replace(/^\n+/, "");
    const above = (needsGap ? "\n" : "") + (keptAbove ?? "");
    if (text !== undefined && isDeepStrictEqual(value, values.get(key)))
      return above + endLine(text.text);
    if (text !== undefined && hasComment(text.text)) onLostComments(key);
    return above + printEntry(key, value, indent);
  });
  return { text: (texts.head ?? newHead(file)) + (parts.join("") || "{}\n"), value };
}

/** A file that is printed when its text is first read. Nobody reads it if two descriptions are only compared. */
export function printLater<File extends object>(
  file: File,
  print: () => string,
): File & { readonly text: string } {
  let printed: string | undefined;
  return {
    ...file,
    get text() {
      return (printed ??= print());
    },
  };
}

function printNewFile(entries: ReadonlyMap<string, Json>, file: FileImport): string {
  const indent = indentOf(file);
  const printed = [...entries].map(([key, value]) => printEntry(key, value, indent));
  return newHead(file) + (printed.join("\n") || "{}\n");
}

function indentOf({ under }: FileImport): number {
  return under === undefined ? 0 : 2;
}

/** The value of a file that contains these entries. */
export function valueOfFile(
  entries: ReadonlyMap<string, Json>,
  { under, top = new Map() }: FileImport,
  topKeys: JsonMap = Object.fromEntries<Json>(top),
): Json {
  const value = Object.fromEntries(entries);
  return under === undefined ? value : { ...topKeys, [under]: value };
}

/** The entries of a file after an import, in the order of the file. */
function mergeEntries(
  values: ReadonlyMap<string, Json>,
  file: FileImport,
): ReadonlyMap<string, Json> {
  const order = mergeOrder([...values.keys()], [...file.entries.keys()]);
  const kept = order.filter((key) => file.omit?.has(key) !== true);
  return new Map(
    kept.map((key) => {
      const [value, imported] = [values.get(key), file.entries.get(key)];
      return [key, imported === undefined ? value : file.keep(imported, value)];
    }),
  );
}

/** Tests whether an entry has a comment above it or in it. If the text cannot be divided, any comment counts. */
export function hasCommentAt(present: PresentFile, key: string, under?: string): boolean {
  const values = entriesOfFile(present.value, under);
  if (!values.has(key)) return false;
  const text = textsOf(present, [...values.keys()], under).entries.get(key);
  return text === undefined
    ? hasComment(belowTop(present.text))
    : hasComment(text.above + text.text);
}

function entriesOfFile(value: Json, under: string | undefined): ReadonlyMap<string, Json> {
  const map = under === undefined ? value : mapOf(value)[under];
  return new Map(Object.entries(isMap(map) ? map : {}));
}

interface EntryTexts {
  readonly head: string | undefined;
  readonly entries: ReadonlyMap<string, { readonly above: string; readonly text: string }>;
}

/** The texts of the entries; none if the text cannot be divided into the parsed entries. */
function textsOf(
  present: PresentFile | undefined,
  keys: readonly string[],
  under: string | undefined,
): EntryTexts {
  if (!present) return { head: undefined, entries: new Map() };
  const { head, entries } = divideEntries(present.text, under === undefined ? 0 : 2);
  const isUnder = under === undefined || head.endsWith(`\n${under}:\n`) || head === `${under}:\n`;
  if (entries.length === keys.length && isUnder) {
    return { head, entries: new Map(entries.map((entry, index) => [keys[index] ?? "", entry])) };
  }
  return { head: topOf(present.text, under), entries: new Map() };
}

function topOf(text: string, under: string | undefined): string {
  return text.slice(0, -belowTop(text).length) + (under === undefined ? "" : `${under}:\n`);
}

function belowTop(text: string): string {
  return text.replace(/^(?:#[^\n]*\n|\s*\n)*/, "");
}

function newHead({ modeline, under, top = new Map() }: FileImport): string {
  const entries = [...top].map(([key, value]) => printEntry(key, value)).join("");
  return `${modeline}\n\n${entries}${under === undefined ? "" : `${under}:\n`}`;
}

export function hasComment(text: string): boolean {
  return /(?:^|\s)#(?:\s|$)/m.test(text);
}

function endLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** The text of a YAML file, divided into its head and its entries. */
export interface YamlEntries {
  /** Comments and keys before the first entry. */
  readonly head: string;
  readonly entries: readonly YamlEntry[];
}

export interface YamlEntry {
  /** Comments and empty lines above the entry. */
  readonly above: string;
  /** From its key to the end of its value. */
  readonly text: string;
}

/**
 * Divides a text at each line that is indented by exactly `indent` spaces and opens an entry. The
 * joined parts equal the text.
 */
export function divideEntries(text: string, indent: number): YamlEntries {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const starts = lines.flatMap((line, index) => (opensEntry(line, indent) ? [index] : []));
  const first = starts[0] ?? lines.length;
  const head = indent === 0 ? headEnd(lines, first) : parentEnd(lines, first);
  const entries = starts.map((start, index) => {
    const above = index === 0 ? head : entryEnd(lines, starts[index - 1] ?? 0, start);
    const next = starts[index + 1];
    const end = next === undefined ? lines.length : entryEnd(lines, start, next);
    return { above: lines.slice(above, start).join(""), text: lines.slice(start, end).join("") };
  });
  return { head: lines.slice(0, head).join(""), entries };
}

function opensEntry(line: string, indent: number): boolean {
  return line.length > indent && line.search(/\S/) === indent && !/^\s*[#\]}-]/.test(line);
}

/** The end of the head. Comments below its last empty line belong to the first entry. */
function headEnd(lines: readonly string[], first: number): number {
  let end = first;
  while (end > 0 && isComment(lines[end - 1])) end -= 1;
  const hasGap = end > 0 && lines[end - 1]?.trim() === "";
  return hasGap ? end : first;
}

/** The end of the parent key. Comments below it belong to the first entry. */
function parentEnd(lines: readonly string[], first: number): number {
  const parent = lines.slice(0, first).findLastIndex((line) => opensEntry(line, 0));
  return parent + 1;
}

/** The end of an entry. Comments and empty lines before the next entry belong to that one. */
function entryEnd(lines: readonly string[], start: number, next: number): number {
  let end = next;
  while (end > start + 1 && (isComment(lines[end - 1]) || lines[end - 1]?.trim() === "")) end -= 1;
  return end;
}

function isComment(line: string | undefined): boolean {
  return line !== undefined && /^\s*#/.test(line);
}

export function fileOf(
  format: string,
  entries: ReadonlyMap<string, Json>,
  keep: FileImport["keep"],
): FileImport {
  const up = format === "payload" || format === "components" ? "../.." : "..";
  const modeline = `# yaml-language-server: $schema=${up}/codegen/meta/${format}.schema.json`;
  return { modeline, entries, keep };
}
