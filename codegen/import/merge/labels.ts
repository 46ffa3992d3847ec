import type { Label } from "../model/context.js";
import {
  type Description,
  entriesOf,
  isMap,
  type Json,
  keysOf,
  mapOf,
} from "../model/description.js";
import { keepNothing } from "./keep.js";
import { type FileImport, fileOf, type PresentFile } from "./merge-file.js";

/** Properties by which `import.yaml` recognizes a description. */
interface Identity {
  readonly file: string;
  readonly title: string;
}

function identify({ path, root }: Description): Identity {
  const { title } = mapOf(root["info"]);
  const file = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return {
    file: file.replace(/\.gz$/, ""),
    title: typeof title === "string" ? title.replace(/\s+/g, " ").trim() : "",
  };
}

/**
 * Finds the label that `import.yaml` has for the file name and title of a description, or makes a
 * new one.
 * @param given a label that the user gave.
 */
function findLabel(
  identity: Identity,
  descriptions: Json,
  { given, hasPaths }: { readonly given: string | undefined; readonly hasPaths: boolean },
): Label {
  const known = entriesOf(descriptions);
  const found = known.find(([name, entry]) =>
    given === undefined ? isSame(entry, identity) : name === given,
  );
  if (found !== undefined) {
    const [name, entry] = found;
    const leaves = isMap(entry) && Array.isArray(entry["leaves"]) ? entry["leaves"] : [];
    const isFirst = known[0]?.[0] === name;
    return {
      name,
      isFirst,
      isOnly: known.length === 1,
      others: known.map(([other]) => other).filter((other) => other !== name),
      isNew: false,
      foreignKeys: new Set(leaves.map(String)),
    };
  }
  const name = given ?? chooseName(identity, hasPaths, new Set(keysOf(descriptions)));
  const isFirst = known.length === 0;
  const others = keysOf(descriptions);
  return { name, isFirst, isOnly: isFirst, isNew: true, others, foreignKeys: new Set() };
}

function isSame(entry: Json, { file, title }: Identity): boolean {
  return isMap(entry) && entry["file"] === file && entry["title"] === title;
}

function chooseName(
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

/** `data/api.openapi.json` is called `api`. */
function toLabel(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** The label of a description, with the entries of others. */
export function readLabel(
  description: Description,
  mapping: Json,
  folder: ReadonlyMap<string, PresentFile>,
  given: string | undefined,
): Label {
  const hasPaths = keysOf(description.root["paths"]).length > 0;
  const descriptions = mapOf(mapping)["descriptions"];
  const label = findLabel(identify(description), descriptions, { given, hasPaths });
  if (!label.isNew || label.isFirst) return label;
  const entries = ["routes.yaml", "events.yaml"].flatMap((file) =>
    keysOf(folder.get(file)?.value).map((key) => `${file} ${key}`),
  );
  return { ...label, foreignKeys: new Set(entries) };
}

/** The entry of `import.yaml` for a description with components, or one of several in the folder. */
export function registerDescription(
  description: Description,
  { name }: Label,
  skipped: ReadonlySet<string>,
  mapping: Json,
  imports: ReadonlyMap<string, FileImport>,
): FileImport | undefined {
  const known = mapOf(mapping)["descriptions"];
  const hasComponents = [...imports.keys()].some((file) => file.startsWith("components/"));
  if (!hasComponents && keysOf(known).length === 0) return undefined;
  const entry = {
    ...identify(description),
    ...(skipped.size > 0 && { leaves: [...skipped].sort() }),
  };
  const others = entriesOf(known);
  const isKnown = others.some(([key]) => key === name);
  const entries = isKnown
    ? others.map(([key, value]) => [key, key === name ? entry : value] as const)
    : [...others, [name, entry] as const];
  return fileOf("import", new Map([["descriptions", Object.fromEntries(entries)]]), keepNothing);
}
