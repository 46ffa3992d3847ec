/** Merges imported entries into a file, and keeps the text of entries that stay the same. */
import { isDeepStrictEqual } from "node:util";
import { isMap, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { type Keep, mergeOrder } from "./keep.js";
import { printEntry } from "./print-yaml.js";
import { divideEntries, hasComment, type YamlEntry } from "./yaml-entries.js";

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
  if (present && texts.entries.size < values.size && hasComment(belowTop(present.text))) {
    onLostComments("the whole file");
  }
  const value = valueOfFile(merged, file, present && mapOf(present.value));
  if (present === undefined) return printLater({ value }, () => printNewFile(merged, file));
  const [formerFirst] = texts.entries.keys();
  const parts = [...merged].map(([key, entry], index) => {
    const text = texts.entries.get(key);
    const above = printAbove(text, { isFirst: index === 0, wasFirst: key === formerFirst });
    if (text !== undefined && isDeepStrictEqual(entry, values.get(key)))
      return above + endLine(text.text);
    if (text !== undefined && hasComment(text.text)) onLostComments(key);
    return above + printEntry(key, entry, indentOf(file));
  });
  return { text: (texts.head ?? newHead(file)) + (parts.join("") || "{}\n"), value };
}

/** The comments and empty lines above an entry. */
function printAbove(
  text: YamlEntry | undefined,
  { isFirst, wasFirst }: { readonly isFirst: boolean; readonly wasFirst: boolean },
): string {
  // The head of the file ends with the empty line above the first entry.
  if (isFirst) return text?.above.replace(/^\n+/, "") ?? "";
  // A new entry and the former first one have no empty line above them yet.
  const gap = text === undefined || wasFirst ? "\n" : "";
  return gap + (text?.above ?? "");
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

/** The comments and empty lines at the top of a file, with the key that contains the entries. */
function topOf(text: string, under: string | undefined): string {
  return text.slice(0, -belowTop(text).length) + (under === undefined ? "" : `${under}:\n`);
}

function belowTop(text: string): string {
  return text.replace(/^(?:#[^\n]*\n|\s*\n)*/, "");
}

/** The text before the entries of a new file. */
function newHead({ modeline, under, top = new Map() }: FileImport): string {
  const entries = [...top].map(([key, value]) => printEntry(key, value)).join("");
  return `${modeline}\n\n${entries}${under === undefined ? "" : `${under}:\n`}`;
}

function endLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** The import of a file in one of the formats of the YAML. */
export function fileOf(
  format: string,
  entries: ReadonlyMap<string, Json>,
  keep: FileImport["keep"],
): FileImport {
  const up = format === "payload" || format === "components" ? "../.." : "..";
  const modeline = `# yaml-language-server: $schema=${up}/codegen/meta/${format}.schema.json`;
  return { modeline, entries, keep };
}

// ---- Types

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

/** The texts of a file: its head, and those of its entries by key. */
interface EntryTexts {
  readonly head: string | undefined;
  readonly entries: ReadonlyMap<string, YamlEntry>;
}
