/**
 * `imported.yaml` records a digest of each entry that imports wrote. An entry that differs from its
 * digest was changed by hand; one without a digest was written by hand.
 */
import { createHash } from "node:crypto";
import { entriesOf, isMap, type Json } from "../../model/json.js";
import { RECORD_FILE } from "../../read/documents/documents.js";
import type { YamlDocument } from "../../read/documents/yaml-document.js";
import { printEntry } from "./print-yaml.js";

export { RECORD_FILE };

/** The digest of a value, which does not depend on the order of keys. */
export function digestEntry(value: Json): string {
  const text = JSON.stringify(value ?? null, (_key, child: Json) =>
    isMap(child) ? Object.fromEntries(sortByKey(Object.entries(child))) : child,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Sorts entries by their keys, which are unique. */
export function sortByKey<Value>(
  entries: Iterable<readonly [string, Value]>,
): readonly (readonly [string, Value])[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Complains about a record in another format, such as one with conflict markers. */
export function checkRecord(document: YamlDocument): void {
  const value = document.value;
  const isDigests = (digests: Json): boolean =>
    isMap(digests) && Object.values(digests).every((each) => typeof each === "string");
  if (value === undefined || (isMap(value) && Object.values(value).every(isDigests))) return;
  const message =
    "The file is not a record of imports; expected digests by description and entry. Restore it from version control, or delete it: then imports remove no entries that they wrote before.";
  document.complain([], { message });
}

/** The digests of `imported.yaml`, by label. */
export function readRecord(record: Json): ReadonlyMap<string, Digests> {
  return new Map(
    entriesOf(record).map(([label, digests]) => [
      label,
      new Map(entriesOf(digests).map(([name, value]) => [name, String(value)])),
    ]),
  );
}

/** Prints `imported.yaml`, without labels that have no entries. */
export function printRecord(record: ReadonlyMap<string, Digests>): string {
  const entries = [...record]
    .filter(([, digests]) => digests.size > 0)
    .map(([label, digests]) => printEntry(label, Object.fromEntries(sortByKey(digests))));
  return `${RECORD_HEAD}\n${entries.length === 0 ? "{}\n" : entries.join("\n")}`;
}

const RECORD_HEAD = `# Written by imports; do not edit. A digest of each imported entry tells \`import --prune\` which
# entries that were not changed by hand.
`;

/** Digests by the name of their entry. */
export type Digests = ReadonlyMap<string, string>;
