/** Labels, by which a folder tells its descriptions apart: finds the one of a description, or makes a new one. */
import {
  entriesOf,
  itemsOf,
  type Json,
  type JsonMap,
  keysOf,
  mapOf,
  textOf,
} from "../../model/json.js";
import { type Label, ROUTE_FILE } from "../model/context.js";
import { type Description, fileNameOf, onlyOf } from "../model/description.js";
import { listOperations } from "../model/operations.js";
import { toEntryName } from "./entries.js";
import type { PresentFile } from "./divided-file.js";
import { readMapping } from "./present-folder.js";
import { type Digests, readRecord, RECORD_FILE } from "./record.js";

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
  const known = listRegistered(mapping);
  const same = findSame(identify(description), known, givenLabel);
  const predecessor = same || givenLabel ? undefined : findPredecessor(description, known, folder);
  const registered = same ?? predecessor;
  const labels = known.map(({ label }) => label);
  const name = registered?.label ?? givenLabel ?? chooseLabelName(description, new Set(labels));
  const otherLabels = labels.filter((label) => label !== name);
  return {
    name,
    isFirst: (labels[0] ?? name) === name,
    isOnly: otherLabels.length === 0,
    isNew: registered === undefined,
    others: otherLabels,
    files: new Map(known.map((each) => [each.label, fileOfRegistered(each)])),
    ...(predecessor && { predecessor: fileOfRegistered(predecessor) }),
    foreignKeys: new Set(registered ? leavesOf(registered.entry) : listKeysOfOthers(known, folder)),
  };
}

function listRegistered(mapping: Json): readonly RegisteredDescription[] {
  const descriptions = entriesOf(mapOf(mapping)["descriptions"]);
  return descriptions.map(([label, entry]) => ({ label, entry: mapOf(entry) }));
}

/** The name of the file, or else the label. */
function fileOfRegistered({ label, entry }: RegisteredDescription): string {
  return textOf(entry["file"]) ?? label;
}

/** The routes and events that a new description leaves to others. Without others, they were written by hand. */
function listKeysOfOthers(
  known: readonly RegisteredDescription[],
  folder: ReadonlyMap<string, PresentFile>,
): readonly string[] {
  if (known.length === 0) return [];
  return ["routes.yaml", "events.yaml"].flatMap((file) =>
    keysOf(folder.get(file)?.value).map((key) => toEntryName(file, key)),
  );
}

/** The description with the label that was given, or else with the same file and title. */
function findSame(
  { file, title }: Identity,
  known: readonly RegisteredDescription[],
  givenLabel: string | undefined,
): RegisteredDescription | undefined {
  return known.find(({ label, entry }) =>
    givenLabel === undefined
      ? entry["file"] === file && entry["title"] === title
      : label === givenLabel,
  );
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
  const routes = listOperations(root).map(({ key }) => toEntryName(ROUTE_FILE, key));
  return onlyOf(
    known.filter(
      ({ label, entry }) =>
        entry["title"] === title && hasSimilarRoutes(routes, record.get(label) ?? new Map()),
    ),
  );
}

/** Tests whether a description brought most of some routes; if there are none, whether it brought no routes either. */
function hasSimilarRoutes(routes: readonly string[], brought: Digests): boolean {
  if (routes.length === 0)
    return [...brought.keys()].every((entry) => !entry.startsWith(toEntryName(ROUTE_FILE, "")));
  return 2 * routes.filter((route) => brought.has(route)).length > routes.length;
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
function chooseLabelName(description: Description, taken: ReadonlySet<string>): string {
  const { file, title } = identify(description);
  const hasPaths = keysOf(description.root["paths"]).length > 0;
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
interface RegisteredDescription {
  readonly label: string;
  readonly entry: JsonMap;
}
