/** Judges whether a description is the next version of one that a schema folder was made from. */
import { entriesOf, itemsOf, mapOf, textOf } from "../../model/json.js";
import type { SchemaFile } from "../../read/documents/yaml-document.js";
import { type Description, type LoadedDescription, onlyOf } from "../model/description.js";
import { toDescription } from "../read/read-description.js";
import type { PresentFile } from "./divided-file.js";
import { type DescriptionOrigin, readOrigins } from "./origins.js";
import { identify, isAtAddress } from "./labels.js";
import { parseFolder } from "./present-folder.js";
import { readRecord, RECORD_FILE } from "./record.js";

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
  const similar = listSimilar(description, parseFacts(files), candidates);
  // A title tells more than an address, which several descriptions of a service can share.
  const likely =
    similar.length > 1 ? similar.filter((each) => hasSameTitle(each, identity)) : similar;
  const only = onlyOf(likely);
  if (only !== undefined) return { kind: "next", label: only.label };
  return { kind: "other", reason: explainOther(identity, similar.length > 0, candidates) };
}

/** The candidates that have the title of a description, or all if it has the address of the folder. */
function listSimilar(
  description: Description,
  folder: ReadonlyMap<string, PresentFile>,
  candidates: readonly KnownDescription[],
): readonly KnownDescription[] {
  const servers = itemsOf(description.root["servers"]);
  const isSameAddress = servers.length > 0 && hasAddress(folder) && isAtAddress(servers, folder);
  if (isSameAddress) return candidates;
  const identity = identify(description);
  return candidates.filter((each) => hasSameTitle(each, identity));
}

/** The end of a sentence: why a description follows none of the candidates. */
function explainOther(
  { title }: Titled,
  isSimilar: boolean,
  candidates: readonly KnownDescription[],
): string {
  const ownTitle = JSON.stringify(title);
  const known = candidates.map((each) => JSON.stringify(each.title)).join(" and ");
  return isSimilar
    ? `its title ${ownTitle} does not tell which of ${known} it follows`
    : `its title is ${ownTitle}, and it has none of the addresses of ${known}`;
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

// ---- Types

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
