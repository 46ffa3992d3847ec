import { isDeepStrictEqual } from "node:util";
import { isMap, type Json } from "./description.js";
import { type Keep, mergeOrder } from "./keep-hand-made.js";
import { printEntry } from "./print-yaml.js";
import { divideEntries } from "./yaml-entries.js";

/** A file before an import. */
export interface PresentFile {
  readonly text: string;
  readonly value: Json;
}

/** The imported entries of one file. */
export interface FileImport {
  /** The first line of a new file. */
  readonly modeline: string;
  readonly entries: ReadonlyMap<string, Json>;
  readonly keep: Keep;
  /** The top-level key that contains the entries, if they are not at the top level. */
  readonly under?: string;
  /** Entries at the top level of a new file, before that key. */
  readonly top?: ReadonlyMap<string, Json>;
}

/** Called with the key of each entry whose new text loses comments. */
export type OnLostComments = (key: string) => void;

/**
 * Merges entries into a file. An entry with an unchanged value keeps its text with all comments;
 * other imported entries are printed again. Entries that the import does not contain stay, and so
 * do comments above an entry and at the top of the file.
 */
export function mergeFile(
  present: PresentFile | undefined,
  file: FileImport,
  onLostComments: OnLostComments,
): string {
  const values = entriesOfFile(present?.value, file.under);
  const texts = textsOf(present, [...values.keys()], file.under);
  const order = mergeOrder([...values.keys()], [...file.entries.keys()]);
  const indent = file.under === undefined ? 0 : 2;
  const [formerFirst] = texts.entries.keys();
  if (present && texts.entries.size < values.size && hasComment(belowTop(present.text))) {
    onLostComments("the whole file");
  }
  const parts = order.map((key, index) => {
    const value = values.get(key);
    const imported = file.entries.get(key);
    const merged = imported === undefined ? value : file.keep(imported, value);
    const text = texts.entries.get(key);
    // A new entry and the former first one have no empty line above them yet.
    const needsGap = index > 0 && (text === undefined || key === formerFirst);
    const above = (needsGap ? "\n" : "") + (text?.above ?? "");
    if (text !== undefined && isSameValue(merged, value)) return above + endLine(text.text);
    if (text !== undefined && hasComment(text.text)) onLostComments(key);
    return above + printEntry(key, merged, indent);
  });
  return (texts.head ?? newHead(file)) + (parts.length === 0 ? "{}\n" : parts.join(""));
}

function entriesOfFile(value: Json, under: string | undefined): ReadonlyMap<string, Json> {
  const map = under === undefined ? value : isMap(value) ? value[under] : undefined;
  return new Map(Object.entries(isMap(map) ? map : {}));
}

interface EntryTexts {
  readonly head: string | undefined;
  readonly entries: ReadonlyMap<string, { readonly above: string; readonly text: string }>;
}

/** The texts of the entries. None if the text cannot be divided into the entries that were parsed. */
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

/** The comments at the top of a file and the key that contains the entries. */
function topOf(text: string, under: string | undefined): string {
  return text.slice(0, -belowTop(text).length) + (under === undefined ? "" : `${under}:\n`);
}

/** A text without the comments at its top. */
function belowTop(text: string): string {
  return text.replace(/^(?:#[^\n]*\n|\s*\n)*/, "");
}

function newHead({ modeline, under, top = new Map() }: FileImport): string {
  const entries = [...top].map(([key, value]) => printEntry(key, value)).join("");
  return `${modeline}\n\n${entries}${under === undefined ? "" : `${under}:\n`}`;
}

function hasComment(text: string): boolean {
  return /(?:^|\s)#(?:\s|$)/m.test(text);
}

function endLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Maps that came from YAML have no prototype. */
function isSameValue(a: Json, b: Json): boolean {
  return isDeepStrictEqual(plain(a), plain(b));
}

function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plain(child)]));
}
