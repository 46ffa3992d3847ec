/** Merges imported entries into a file, and keeps the text of entries that stay the same. */
import { isDeepStrictEqual } from "node:util";
import { type Json, mapOf } from "../../model/json.js";
import { type DividedFile, divideFile, type PresentFile } from "./divided-file.js";
import { type FileImport, indentOf, printLater, printNewFile, valueOfFile } from "./file-import.js";
import { mergeOrder } from "./merge-order.js";
import { printEntry } from "./print-yaml.js";
import { hasComment, type YamlEntry } from "./yaml-entries.js";

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
  if (present === undefined) {
    const entries = mergeEntries(new Map(), file);
    return printLater({ value: valueOfFile(entries, file) }, () => printNewFile(entries, file));
  }
  const divided = divideFile(present, file.under);
  const merged = mergeEntries(divided.values, file);
  if (divided.losesComments) onLostComments("the whole file");
  const text = printMerged(merged, divided, file, onLostComments);
  return { text, value: valueOfFile(merged, file, mapOf(present.value)) };
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
      return [key, imported === undefined ? value : file.keep(imported, value, key)];
    }),
  );
}

/** The text of a file: its head, and each entry as it was or printed again. */
function printMerged(
  merged: ReadonlyMap<string, Json>,
  { head, values, texts }: DividedFile,
  { under }: FileImport,
  onLostComments: OnLostComments,
): string {
  const [formerFirst] = texts.keys();
  const parts = [...merged].map(([key, entry], index) => {
    const text = texts.get(key);
    const above = printAbove(text, { isFirst: index === 0, wasFirst: key === formerFirst });
    if (text !== undefined && isDeepStrictEqual(entry, values.get(key)))
      return above + endLine(text.text);
    if (text !== undefined && hasComment(text.text)) onLostComments(key);
    return above + printEntry(key, entry, indentOf(under));
  });
  return head + (parts.join("") || "{}\n");
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

function endLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Called with the key of each entry whose new text loses comments. */
export type OnLostComments = (key: string) => void;
