import { entriesOf, itemsOf, type Json, keysOf, mapOf, textOf } from "../../model/json.js";
import { type Diagnostic, SchemaError } from "../../model/messages.js";
import { validate } from "../../read/documents/validate.js";
import { parseYaml, type SchemaFile } from "../../read/documents/yaml-document.js";
import { type Description, fileNameOf, withoutUndefined } from "../model/description.js";
import { type Label, ROUTE_FILE } from "../model/context.js";
import { listOperations } from "../model/operations.js";
import { checkRecord, readRecord, RECORD_FILE } from "./record.js";
import { type FileImport, fileOf, type PresentFile } from "./merge-file.js";
import type { KnownEvents, KnownWebhooks } from "../webhooks/names.js";
import { keepNothing } from "./keep.js";

/**
 * Reads the files of a schema folder.
 * @throws SchemaError if a file is not valid YAML.
 */
export function parseFolder(files: readonly SchemaFile[]): ReadonlyMap<string, PresentFile> {
  const diagnostics: Diagnostic[] = [];
  const folder = new Map<string, PresentFile>();
  for (const file of files) {
    const document = parseYaml(file, (diagnostic) => diagnostics.push(diagnostic));
    if (file.path === "import.yaml" && document.value !== undefined) {
      validate(document, "import");
    }
    if (file.path === RECORD_FILE) checkRecord(document);
    // A clone has prototypes, without which no value would equal an imported one.
    folder.set(file.path, { text: file.text, value: structuredClone(document.value) });
  }
  if (diagnostics.length > 0) throw new SchemaError(diagnostics);
  return folder;
}

export function readMapping(mapping: Json, key: string): ReadonlyMap<string, string> {
  const entries = entriesOf(mapOf(mapping)[key]);
  return new Map(entries.map(([from, to]) => [from, String(to)]));
}

export function hasRoutes(folder: ReadonlyMap<string, PresentFile>): boolean {
  return keysOf(folder.get("routes.yaml")?.value).length > 0;
}

/** The operations of `routes.yaml`, by route. */
export function readPresentOperations(
  folder: ReadonlyMap<string, PresentFile>,
): ReadonlyMap<string, string> {
  return new Map(
    entriesOf(folder.get("routes.yaml")?.value).flatMap(([key, entry]) => {
      const operation = mapOf(entry)["operation"];
      return typeof operation === "string" ? [[key, operation] as const] : [];
    }),
  );
}

export function readPresentWebhooks(folder: ReadonlyMap<string, PresentFile>): Json {
  const vendor = folder.get("vendor.yaml")?.value;
  return mapOf(vendor)["webhooks"];
}

/** Reads events and mappings of the folder, on which the names of imported webhooks depend. */
export function readKnownWebhooks(folder: ReadonlyMap<string, PresentFile>): KnownWebhooks {
  const present = readPresentWebhooks(folder);
  return {
    events: readKnownEvents(folder.get("events.yaml")?.value),
    mapping: readMapping(folder.get("import.yaml")?.value, "webhooks"),
    event: mapOf(present)["event"],
  };
}

function readKnownEvents(events: Json): KnownEvents {
  return new Map(
    entriesOf(events).map(([name, entry]) => {
      const actions = mapOf(entry)["actions"];
      const names = Array.isArray(actions) ? actions.map(String) : keysOf(actions);
      return [name, names] as const;
    }),
  );
}

// ---- Labels

/** The properties by which `import.yaml` identifies a description. */
interface Identity {
  readonly file: string;
  readonly title: string;
}

export function identify({ path, root }: Description): Identity {
  const { title } = mapOf(root["info"]);
  return {
    file: fileNameOf(path).replace(/\.gz$/, ""),
    title: textOf(title)?.replace(/\s+/g, " ").trim() ?? "",
  };
}

/** The entries that a description of `import.yaml` left to the descriptions that had them first. */
export function leavesOf(entry: Json): readonly string[] {
  return itemsOf(mapOf(entry)["leaves"]).map(String);
}

function isSameDescription(entry: Json, identity: Identity): boolean {
  const { file, title } = mapOf(entry);
  return file === identity.file && title === identity.title;
}

function chooseLabelName(
  { file, title }: Identity,
  hasPaths: boolean,
  taken: ReadonlySet<string>,
): string {
  const [first = ""] = file.split(".");
  const whole = file.replace(/\.(?:ya?ml|json)$/, "");
  const names = [first, ...(hasPaths ? [] : ["webhooks"]), whole, title].map(toLabel);
  const free = names.find(
    (name) => name !== "" && !taken.has(name) && !/(^|-)parameters$/.test(name),
  );
  if (free !== undefined) return free;
  let number = taken.has("api") ? 2 : 1;
  while (taken.has(`api-${number}`)) number += 1;
  return number === 1 ? "api" : `api-${number}`;
}

/** Converts a text to the form of a label. */
function toLabel(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/**
 * Finds the label of a description in `import.yaml`, by its file name and title, or makes a new one. A
 * file of another name is the next version of a description with the same title and address, if that
 * brought most of its routes.
 * @param givenLabel A label that the user gave.
 */
export function readLabel(
  description: Description,
  mapping: Json,
  folder: ReadonlyMap<string, PresentFile>,
  givenLabel: string | undefined,
): Label {
  const identity = identify(description);
  const known = entriesOf(mapOf(mapping)["descriptions"]);
  const labels = known.map(([name]) => name);
  const same = known.find(([name, entry]) =>
    givenLabel === undefined ? isSameDescription(entry, identity) : name === givenLabel,
  );
  const older = same || givenLabel ? undefined : findPredecessor(description, known, folder);
  const found = same ?? older;
  const hasPaths = keysOf(description.root["paths"]).length > 0;
  const name = found?.[0] ?? givenLabel ?? chooseLabelName(identity, hasPaths, new Set(labels));
  const otherLabels = labels.filter((label) => label !== name);
  const present = ["routes.yaml", "events.yaml"].flatMap((file) =>
    keysOf(folder.get(file)?.value).map((key) => `${file} ${key}`),
  );
  // The entries that are there before the first description were written by hand.
  const ofOthers = labels.length === 0 ? [] : present;
  return {
    name,
    isFirst: (labels[0] ?? name) === name,
    isOnly: otherLabels.length === 0,
    isNew: found === undefined,
    others: otherLabels,
    files: new Map(known.map(([label, entry]) => [label, textOf(mapOf(entry)["file"]) ?? label])),
    ...(older && { predecessor: textOf(mapOf(older[1])["file"]) ?? older[0] }),
    foreignKeys: new Set(found === undefined ? ofOthers : leavesOf(found[1])),
  };
}

type Known = readonly [label: string, entry: Json];

function findPredecessor(
  description: Description,
  known: readonly Known[],
  folder: ReadonlyMap<string, PresentFile>,
): Known | undefined {
  const { root } = description;
  const { title } = identify(description);
  if (title === "" || !isAtAddress(root["servers"], folder)) return undefined;
  const record = readRecord(folder.get(RECORD_FILE)?.value);
  const routes = listOperations(root).map(({ key }) => `${ROUTE_FILE} ${key}`);
  const brought = (label: string, entry: string): boolean => record.get(label)?.has(entry) === true;
  const hasRoutes = (label: string): boolean =>
    [...(record.get(label)?.keys() ?? [])].some((entry) => entry.startsWith(`${ROUTE_FILE} `));
  const candidates = known.filter(
    ([label, entry]) =>
      mapOf(entry)["title"] === title &&
      (routes.length === 0
        ? !hasRoutes(label)
        : 2 * routes.filter((route) => brought(label, route)).length > routes.length),
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Tests whether one of the servers is the base URL of the folder. A list without servers names none. */
export function isAtAddress(servers: Json, folder: ReadonlyMap<string, PresentFile>): boolean {
  const baseUrl = textOf(mapOf(folder.get("vendor.yaml")?.value)["baseUrl"]);
  const mapping = readMapping(folder.get("import.yaml")?.value, "servers");
  const urls = itemsOf(servers).flatMap((server) => textOf(mapOf(server)["url"]) ?? []);
  const plain = (url: string): string => mapping.get(url) ?? url.replace(/\/+$/, "");
  return baseUrl === undefined || urls.length === 0 || urls.map(plain).includes(baseUrl);
}

/** Where a description comes from, which `import.yaml` remembers for the next update. */
export interface DescriptionOrigin {
  /** An address, or a path from the schema folder. Absent for standard input. */
  readonly source?: string | undefined;
  /** Paths from the schema folder. */
  readonly overlays?: readonly string[] | undefined;
  /** Path from the schema folder. */
  readonly names?: string | undefined;
  /** Digest of all that was read, set by those who also generate what follows from it. */
  readonly digest?: string | undefined;
}

/** Reads the origins that `import.yaml` remembers, by label. */
export function readOrigins(mapping: Json): ReadonlyMap<string, DescriptionOrigin> {
  const entries = entriesOf(mapOf(mapping)["descriptions"]);
  return new Map(
    entries.map(([label, entry]) => {
      const { source, overlays, names, digest } = mapOf(entry);
      const paths = itemsOf(overlays).map(String);
      return [
        label,
        {
          source: textOf(source),
          overlays: paths.length > 0 ? paths : undefined,
          names: textOf(names),
          digest: textOf(digest),
        },
      ];
    }),
  );
}

/**
 * The entry of `import.yaml` for a description that has components, is one of several, or has an origin. An
 * origin without a source leaves the one that is remembered.
 */
export function registerDescription(
  description: Description,
  { name }: Label,
  {
    skipped,
    origin,
  }: { readonly skipped: ReadonlySet<string>; readonly origin: DescriptionOrigin },
  mapping: Json,
  imports: ReadonlyMap<string, FileImport>,
): FileImport | undefined {
  const known = mapOf(mapping)["descriptions"];
  const hasComponents = [...imports.keys()].some((file) => file.startsWith("components/"));
  const isNamed = origin.source !== undefined || keysOf(known).length > 0;
  if (!hasComponents && !isNamed) return undefined;
  const remembered = readOrigins(mapping).get(name);
  const { source, overlays, names } = origin.source === undefined ? { ...remembered } : origin;
  const entry = withoutUndefined({
    ...identify(description),
    source,
    overlays,
    names,
    digest: origin.digest,
    leaves: skipped.size > 0 ? [...skipped].sort() : undefined,
  });
  const descriptions = { ...mapOf(known), [name]: entry };
  return fileOf("import", new Map([["descriptions", descriptions]]), keepNothing);
}
