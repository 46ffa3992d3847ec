/** The entries that an import has for a file, and the file that they make where there is none yet. */
import type { Json, JsonMap } from "../../model/json.js";
import { printEntry } from "./print-yaml.js";

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

/** The value of a file that contains these entries. */
export function valueOfFile(
  entries: ReadonlyMap<string, Json>,
  { under, top = new Map() }: FileImport,
  topKeys: JsonMap = Object.fromEntries<Json>(top),
): Json {
  const value = Object.fromEntries(entries);
  return under === undefined ? value : { ...topKeys, [under]: value };
}

/** A file that is printed when its text is first read, which does not happen if two descriptions are only compared. */
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

/** Prints a new file, with an empty line between its entries. */
export function printNewFile(entries: ReadonlyMap<string, Json>, file: FileImport): string {
  const indent = indentOf(file.under);
  const printed = [...entries].map(([key, value]) => printEntry(key, value, indent));
  return printHead(file) + (printed.join("\n") || "{}\n");
}

/**
 * The text before the entries of a new file:
 *
 *     # yaml-language-server: $schema=../../codegen/meta/payload.schema.json
 *
 *     event: pet
 *     actions:
 */
function printHead({ modeline, under, top = new Map() }: FileImport): string {
  const entries = [...top].map(([key, value]) => printEntry(key, value)).join("");
  return `${modeline}\n\n${entries}${printParent(under)}`;
}

/** The line of the key that contains the entries; empty for entries at the top level. */
export function printParent(under: string | undefined): string {
  return under === undefined ? "" : `${under}:\n`;
}

/** The spaces before the key of an entry. */
export function indentOf(under: string | undefined): number {
  return under === undefined ? 0 : 2;
}

/** The imported entries of one file. */
export interface FileImport {
  readonly modeline: string;
  readonly entries: ReadonlyMap<string, Json>;
  /** Merges an imported entry with the present one; `undefined` in its place if the entry is new. */
  readonly keep: (imported: Json, present: Json, key: string) => Json;
  /** The top-level key that contains the entries, if they are not at the top level. */
  readonly under?: string;
  /** Entries at the top level of a new file, before that key. */
  readonly top?: ReadonlyMap<string, Json>;
  /** Present entries that are removed. */
  readonly omit?: ReadonlySet<string>;
}
