/** Renews texts: an entry that is as it was imported takes its texts from the description again. */
import { isMap, type Json } from "../../model/json.js";
import type { FileImport } from "./file-import.js";
import { digestEntry } from "./record.js";

/**
 * The import of a file that replaces the texts of unchanged entries.
 * @param unchanged The digests that the last import recorded. An entry with one of them has not been changed by hand.
 */
export function withRenewedTexts(file: FileImport, unchanged: ReadonlySet<string>): FileImport {
  return {
    ...file,
    keep: (imported, present, key) => {
      const merged = file.keep(imported, present, key);
      const isUnchanged = present !== undefined && unchanged.has(digestEntry(present));
      return isUnchanged ? renewTexts(merged, imported) : merged;
    },
  };
}

/** Takes the texts of a merged value from the imported one. A text that this one lacks goes. */
function renewTexts(merged: Json, imported: Json): Json {
  if (Array.isArray(merged) && Array.isArray(imported))
    return merged.map((item: Json, index) => renewTexts(item, imported[index] as Json));
  if (!isMap(merged) || !isMap(imported)) return merged;
  const entries = Object.entries(merged)
    .filter(([key]) => !TEXT_KEYS.has(key) || Object.hasOwn(imported, key))
    .map(([key, value]) => {
      const importedValue = imported[key];
      return [key, TEXT_KEYS.has(key) ? importedValue : renewTexts(value, importedValue)] as const;
    });
  return Object.fromEntries(entries);
}

/** Keys of texts that a description gives. */
const TEXT_KEYS: ReadonlySet<string> = new Set(["summary", "description", "docs", "examples"]);
