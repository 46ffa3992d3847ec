/** Judges whether a description is the next version of one that a schema folder was made from. */
import { entriesOf, itemsOf, mapOf, textOf } from "../../model/json.js";
import { count } from "../../model/messages.js";
import type { SchemaFile } from "../../read/documents/yaml-document.js";
import type { LoadedDescription } from "../model/description.js";
import { toDescription } from "../read/read-description.js";
import type { PresentFile } from "./merge-file.js";
import { type DescriptionOrigin, readOrigins } from "./origins.js";
import { identify, isAtAddress } from "./labels.js";
import { parseFolder } from "./present-folder.js";
import { type Digests, readRecord, RECORD_FILE } from "./record.js";

/** Lists the descriptions of a schema folder, in the order of their import. */
export function listKnownDescriptions(files: readonly SchemaFile[]): readonly KnownDescription[] {
  const folder = parseFacts(files);
  const mapping = folder.get("import.yaml")?.value;
  const origins = readOrigins(mapping);
  const registered = entriesOf(mapOf(mapping)["descriptions"]).map(([label, entry]) => {
    const { file, title } = mapOf(entry);
    const origin = origins.get(label) ?? {};
    return { label, file: textOf(file) ?? "", title: textOf(title) ?? "", origin };
  });
  const record = readRecord(folder.get(RECORD_FILE)?.value);
  const title = textOf(mapOf(folder.get("vendor.yaml")?.value)["title"]) ?? "";
  // Earlier versions did not name a description without shared schemas; its record has a label.
  const recorded = [...record.keys()].filter((label) =>
    registered.every((each) => each.label !== label),
  );
  return [...registered, ...recorded.map((label) => ({ label, file: "", title, origin: {} }))];
}

/**
 * Finds the description that a new one is the next version of: one with the same file and title, or else the
 * only one with the same title or address.
 * @param candidates Some of {@link listKnownDescriptions}.
 */
export function findPredecessorOf(
  file: LoadedDescription,
  files: readonly SchemaFile[],
  candidates: readonly KnownDescription[],
): Succession {
  const description = toDescription(file);
  const identity = identify(description);
  const exact = candidates.find(
    (each) => each.file === identity.file && hasSameTitle(each, identity),
  );
  if (exact !== undefined) return { kind: "next", label: exact.label };
  const folder = parseFacts(files);
  const servers = itemsOf(description.root["servers"]);
  const isSameAddress = servers.length > 0 && hasAddress(folder) && isAtAddress(servers, folder);
  const similar = candidates.filter((each) => hasSameTitle(each, identity) || isSameAddress);
  const [first, ...others] =
    similar.length > 1 ? similar.filter((each) => hasSameTitle(each, identity)) : similar;
  if (first !== undefined && others.length === 0) return { kind: "next", label: first.label };
  const known = candidates.map(({ title }) => JSON.stringify(title)).join(" and ");
  const reason =
    similar.length > 0
      ? `its title ${JSON.stringify(identity.title)} does not tell which of ${known} it follows`
      : `its title is ${JSON.stringify(identity.title)}, and it has none of the addresses of ${known}`;
  return { kind: "other", reason };
}

function hasAddress(folder: ReadonlyMap<string, PresentFile>): boolean {
  return textOf(mapOf(folder.get("vendor.yaml")?.value)["baseUrl"]) !== undefined;
}

/** Compares titles without what changes with a version: `Acme API v2` and `Acme 3.1`. */
function hasSameTitle(one: Titled, other: Titled): boolean {
  return withoutVersion(one.title) === withoutVersion(other.title);
}

function withoutVersion(title: string): string {
  return title
    .toLowerCase()
    .replace(/\b(?:api|rest|http|web|v?\d+(?:\.\d+)*|beta|alpha|openapi|specification)\b/g, " ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Reads the files that tell what a folder was made from. The others take most of the time. */
function parseFacts(files: readonly SchemaFile[]): ReadonlyMap<string, PresentFile> {
  return parseFolder(
    files.filter(({ path }) => ["import.yaml", "vendor.yaml", RECORD_FILE].includes(path)),
  );
}

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
  const record = readRecord(parseFacts(files).get(RECORD_FILE)?.value);
  const digests: Digests = record.get(label) ?? new Map<string, string>();
  return [...digests.keys()];
}

interface Titled {
  readonly title: string;
}

/** A description that earlier imports have brought. */
export interface KnownDescription extends Titled {
  readonly label: string;
  /** Empty where `import.yaml` does not have it. */
  readonly file: string;
  readonly origin: DescriptionOrigin;
}

/** The label of the description that a new one follows, or the reason why there is none. */
export type Succession =
  | { readonly kind: "next"; readonly label: string }
  | { readonly kind: "other"; readonly reason: string };
