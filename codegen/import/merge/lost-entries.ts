/**
 * Judges an import by what it lost: a description that lacks most of the routes of the one before is not its next
 * version, and one that refers to a shared schema that only the one before had is not complete.
 */
import { count } from "../../model/messages.js";
import type { SchemaFile } from "../../read/documents/yaml-document.js";
import type { LoadedDescription } from "../model/description.js";
import { parseFolder } from "./present-folder.js";
import { type Digests, readRecord, RECORD_FILE } from "./record.js";

/**
 * Tells why a description is not the next version of one, though it has its title or its address: it has hardly
 * any of its routes and events. `undefined` if nothing speaks against it.
 * @param before The schema folder before the import, which removes what is gone.
 * @param after The schema folder after it.
 */
export function findLossOfService(
  label: string,
  before: readonly SchemaFile[],
  after: readonly SchemaFile[],
): string | undefined {
  const had = listService(label, before);
  const present = new Set(listService(label, after));
  const kept = had.filter((entry) => present.has(entry)).length;
  if (had.length === 0 || kept >= had.length * LEAST_KEPT) return undefined;
  const has = kept === 0 ? "none" : String(kept);
  return `of ${count(had.length, "route")} and events of the one before, it has ${has}`;
}

/** Share of its routes and events that a description has to keep, to count as the same service. */
const LEAST_KEPT = 1 / 4;

function listService(label: string, files: readonly SchemaFile[]): readonly string[] {
  return listRecorded(label, files).filter((name) => /^(?:routes|events)\.yaml /.test(name));
}

/**
 * Finds a shared schema that a description refers to and has no more, although the one before it had it: a
 * download that ended early leaves such a file, which can be valid YAML. Returns the reference.
 * @param before The schema folder before the import.
 * @param after The schema folder after it.
 */
export function findLostReference(
  label: string,
  { root }: LoadedDescription,
  before: readonly SchemaFile[],
  after: readonly SchemaFile[],
): string | undefined {
  const present = new Set(listRecorded(label, after));
  const gone = listRecorded(label, before).filter((name) => !present.has(name));
  const names = gone.flatMap((name) => /^components\/\S+ (.+)$/.exec(name)?.slice(1) ?? []);
  if (names.length === 0) return undefined;
  const text = JSON.stringify(root);
  return names
    .map((name) => `#/components/schemas/${name}`)
    .find((reference) => text.includes(`"$ref":${JSON.stringify(reference)}`));
}

/** Entries that an import of a description has written, such as `routes.yaml GET /x`. */
function listRecorded(label: string, files: readonly SchemaFile[]): readonly string[] {
  const recordFiles = files.filter(({ path }) => path === RECORD_FILE);
  const record = readRecord(parseFolder(recordFiles).get(RECORD_FILE)?.value);
  const digests: Digests = record.get(label) ?? new Map<string, string>();
  return [...digests.keys()];
}
