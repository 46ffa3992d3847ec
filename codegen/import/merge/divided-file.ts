/** Divides a present file into its entries, each with its value and its text. */
import { isMap, type Json, mapOf } from "../../model/json.js";
import { indentOf, printParent } from "./file-import.js";
import { divideEntries, hasComment, type YamlEntry } from "./yaml-entries.js";

/**
 * Divides a file. The values come from its parser and the texts from its lines. Where the two do not give equally many
 * entries, as in `{ a: 1, b: 2 }` on one line, no entry has a text.
 * @param under The top-level key that contains the entries, if they are not at the top level.
 */
export function divideFile(present: PresentFile, under: string | undefined): DividedFile {
  const values = valuesOfEntries(present.value, under);
  const keys = [...values.keys()];
  const { head, entries } = divideEntries(present.text, indentOf(under));
  if (entries.length === keys.length && endsWithParent(head, under)) {
    const texts = new Map(entries.map((entry, index) => [keys[index] ?? "", entry]));
    return { head, values, texts, losesComments: false };
  }
  const rest = belowTop(present.text);
  return {
    head: present.text.slice(0, present.text.length - rest.length) + printParent(under),
    values,
    texts: new Map(),
    losesComments: keys.length > 0 && hasComment(rest),
  };
}

/** Tests whether an entry has a comment above it or in it. If the text cannot be divided, any comment counts. */
export function hasCommentAt(present: PresentFile, key: string, under?: string): boolean {
  const { values, texts } = divideFile(present, under);
  if (!values.has(key)) return false;
  const text = texts.get(key);
  return text === undefined
    ? hasComment(belowTop(present.text))
    : hasComment(text.above + text.text);
}

function valuesOfEntries(value: Json, under: string | undefined): ReadonlyMap<string, Json> {
  const map = under === undefined ? value : mapOf(value)[under];
  return new Map(Object.entries(isMap(map) ? map : {}));
}

/** Tests whether a head leads to the entries: its last line is the key that contains them, if there is one. */
function endsWithParent(head: string, under: string | undefined): boolean {
  const parent = printParent(under);
  return parent === "" || head === parent || head.endsWith(`\n${parent}`);
}

/** A text without the comments and empty lines at its top. */
function belowTop(text: string): string {
  return text.replace(/^(?:#[^\n]*\n|\s*\n)*/, "");
}

/** A file with its parsed value. */
export interface PresentFile {
  readonly text: string;
  readonly value: Json;
}

/** A file, divided into its entries. */
export interface DividedFile {
  /** The text before the entries. Of a file that cannot be divided, the comments at its top. */
  readonly head: string;
  readonly values: ReadonlyMap<string, Json>;
  /** The texts of the entries by key; none if the file cannot be divided. */
  readonly texts: ReadonlyMap<string, YamlEntry>;
  /** The file cannot be divided, and has comments between or in its entries. */
  readonly losesComments: boolean;
}
