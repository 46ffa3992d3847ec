/** Labels, by which a folder tells its descriptions apart: finds the one of a description, or makes a new one. */
import { entriesOf, itemsOf, type Json, keysOf, mapOf, textOf } from "../../model/json.js";
import { type Label, ROUTE_FILE } from "../model/context.js";
import { type Description, fileNameOf } from "../model/description.js";
import { listOperations } from "../model/operations.js";
import type { PresentFile } from "./merge-file.js";
import { readMapping } from "./present-folder.js";
import { readRecord, RECORD_FILE } from "./record.js";

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
  const predecessor = same || givenLabel ? undefined : findPredecessor(description, known, folder);
  const registered = same ?? predecessor;
  const hasPaths = keysOf(description.root["paths"]).length > 0;
  const name =
    registered?.[0] ?? givenLabel ?? chooseLabelName(identity, hasPaths, new Set(labels));
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
    isNew: registered === undefined,
    others: otherLabels,
    files: new Map(known.map((each) => [each[0], fileOfRegistered(each)])),
    ...(predecessor && { predecessor: fileOfRegistered(predecessor) }),
    foreignKeys: new Set(registered === undefined ? ofOthers : leavesOf(registered[1])),
  };
}

/** The name of the file, or else the label. */
function fileOfRegistered([label, entry]: RegisteredDescription): string {
  return textOf(mapOf(entry)["file"]) ?? label;
}

function isSameDescription(entry: Json, identity: Identity): boolean {
  const { file, title } = mapOf(entry);
  return file === identity.file && title === identity.title;
}

/** The only description with the same title and address that brought most of the routes. */
function findPredecessor(
  description: Description,
  known: readonly RegisteredDescription[],
  folder: ReadonlyMap<string, PresentFile>,
): RegisteredDescription | undefined {
  const { root } = description;
  const { title } = identify(description);
  if (title === "" || !isAtAddress(root["servers"], folder)) return undefined;
  const record = readRecord(folder.get(RECORD_FILE)?.value);
  const routes = listOperations(root).map(({ key }) => `${ROUTE_FILE} ${key}`);
  const broughtMost = (label: string): boolean => {
    const brought = record.get(label);
    if (routes.length === 0)
      return ![...(brought?.keys() ?? [])].some((entry) => entry.startsWith(`${ROUTE_FILE} `));
    return 2 * routes.filter((route) => brought?.has(route)).length > routes.length;
  };
  const candidates = known.filter(
    ([label, entry]) => mapOf(entry)["title"] === title && broughtMost(label),
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Tests whether one of the servers is the base URL of the folder. A list without servers names none. */
export function isAtAddress(servers: Json, folder: ReadonlyMap<string, PresentFile>): boolean {
  const baseUrl = textOf(mapOf(folder.get("vendor.yaml")?.value)["baseUrl"]);
  const mapping = readMapping(folder.get("import.yaml")?.value, "servers");
  const urls = itemsOf(servers).flatMap((server) => textOf(mapOf(server)["url"]) ?? []);
  const toBaseUrl = (url: string): string => mapping.get(url) ?? url.replace(/\/+$/, "");
  return baseUrl === undefined || urls.length === 0 || urls.map(toBaseUrl).includes(baseUrl);
}

/** The first free name: the start of the file's name, all of it, the title, or a number. */
function chooseLabelName(
  { file, title }: Identity,
  hasPaths: boolean,
  taken: ReadonlySet<string>,
): string {
  const [first = ""] = file.split(".");
  const withoutExtension = file.replace(/\.(?:ya?ml|json)$/, "");
  const names = [first, ...(hasPaths ? [] : ["webhooks"]), withoutExtension, title].map(toLabel);
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

/** The properties by which a description is found again in `import.yaml`. */
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

interface Identity {
  readonly file: string;
  readonly title: string;
}

/** A description as `import.yaml` has it. */
type RegisteredDescription = readonly [label: string, entry: Json];
