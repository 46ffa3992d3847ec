import { entriesOf, isMap, type Json, keysOf } from "../model/description.js";

/** What tells the components of one description from those of others in the same folder. */
export interface Label {
  /** The name of the file of its schemas. It stays the same once it is chosen. */
  readonly name: string;
  /** Whether this is the first description that was imported into the folder. */
  readonly isFirst: boolean;
  /** Whether the folder has no other description. */
  readonly isOnly: boolean;
  /** Whether this description is imported for the first time. */
  readonly isNew: boolean;
  /** Labels of other descriptions in the folder. */
  readonly others: readonly string[];
  /** Keys of entries that another description brought. This one does not change them. */
  readonly leaves: ReadonlySet<string>;
}

/** What `import.yaml` recognizes a description by. */
export interface Identity {
  readonly file: string;
  readonly title: string;
}

export function identify(path: string, title: Json): Identity {
  const file = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return {
    file: file.replace(/\.gz$/, ""),
    title: typeof title === "string" ? title.replace(/\s+/g, " ").trim() : "",
  };
}

/**
 * The label of a description: the one that `import.yaml` has for its file name and title, or a new
 * one that no other description has.
 * @param given a label that the user gave.
 */
export function findLabel(
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
      leaves: new Set(leaves.map(String)),
    };
  }
  const name = given ?? chooseName(identity, hasPaths, new Set(keysOf(descriptions)));
  const isFirst = known.length === 0;
  const others = keysOf(descriptions);
  return { name, isFirst, isOnly: isFirst, isNew: true, others, leaves: new Set() };
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
