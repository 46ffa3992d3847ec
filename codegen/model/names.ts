/**
 * Makes identifiers and names of files from the names in the YAML. Those are free text, while an
 * identifier must be legal, readable and unique.
 */
import { createHash } from "node:crypto";
import { groupBy } from "./group-by.js";

/**
 * Words that are not used as identifiers: reserved ones (ECMAScript 2024, section 12.7.2), and others
 * that have a meaning in JavaScript or TypeScript.
 */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    "arguments any as async await boolean break case catch class const continue debugger declare " +
    "default delete do else enum eval export extends false finally for from function get if " +
    "implements import in infer instanceof interface is keyof let module namespace never new null " +
    "number object of package private protected public readonly require return satisfies set " +
    "static string super switch symbol this throw true try type typeof undefined unique unknown " +
    "using var void while with yield"
  ).split(" "),
);

/**
 * Names of global types. Another type of such a name would break generated code that refers to the
 * global one, or mislead readers.
 */
const GLOBAL_TYPES: readonly string[] = (
  "Array ArrayBuffer Blob Boolean Date Error Exclude Extract Function Headers Iterable Map Number " +
  "Object Omit Partial Pick Promise ReadableStream Readonly ReadonlyArray Record RegExp Request " +
  "Required Response Set String Symbol Uint8Array URL"
).split(" ");

/** `pull_request_review` becomes `PullRequestReview`; inner capitals are kept. */
export function toPascalCase(text: string): string {
  const joined = wordsOf(text).map(capitalize).join("");
  return toIdentifier(joined);
}

/** `issues/list-for-repo` becomes `issuesListForRepo`; a reserved word gets a `_` at its end. */
export function toCamelCase(text: string): string {
  const [first = "", ...furtherWords] = wordsOf(text);
  const joined = toIdentifier(uncapitalize(first) + furtherWords.map(capitalize).join(""));
  return RESERVED_WORDS.has(joined) ? `${joined}_` : joined;
}

/** Removes characters that no identifier has, and puts `_` before a text such as `1password`. */
function toIdentifier(joined: string): string {
  const legal = joined.replace(/[^\p{ID_Continue}]/gu, "");
  return isIdentifier(legal) ? legal : `_${legal}`;
}

/** The runs of letters and digits in a text. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Writes the first letter as a capital. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function uncapitalize(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}

// ---- Keys and names in generated code

/** Tests whether a text can be a key without quotes. Reserved words can. */
export function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text);
}

/** Prints a key inside a type. */
export function toTypeKey(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

/** Prints a key inside an object literal, in which a plain `__proto__` would set the prototype. */
export function toValueKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : toTypeKey(name);
}

/** Matches a placeholder in an event name. A service sends any segment of text in its place. */
const PLACEHOLDER = /\{[A-Za-z_]\w*\}/g;

/** Lists the placeholders of an event name: `{dataType}` in `{dataType}.write.successful`. */
export function placeholdersOfEvent(eventName: string): readonly string[] {
  return eventName.match(PLACEHOLDER) ?? [];
}

/** Prints the type of the names that a service sends for an event. */
export function toNameType(eventName: string): string {
  if (placeholdersOfEvent(eventName).length === 0) return JSON.stringify(eventName);
  const parts = eventName.split(PLACEHOLDER).map((text) => text.replace(/[`\\]|\$(?=\{)/g, "\\$&"));
  return `\`${parts.join("${string}")}\``;
}

// ---- Scopes, in which each name is given once

/** A scope for types, in which global types and `fixed` are taken. */
export function createTypeScope(fixed: Iterable<string>): NameScope {
  return createScope([...GLOBAL_TYPES, ...fixed]);
}

/** A scope for values, in which reserved words and `fixed` are taken. */
export function createValueScope(fixed: Iterable<string> = []): NameScope {
  return createScope([...RESERVED_WORDS, ...fixed]);
}

function createScope(fixed: Iterable<string>): NameScope {
  const taken = new Set(fixed);
  return {
    take(preferred, ...qualified) {
      let name = [preferred, ...qualified].find((candidate) => !taken.has(candidate)) ?? preferred;
      for (let number = 2; taken.has(name); number += 1) name = `${preferred}${number}`;
      taken.add(name);
      return name;
    },
  };
}

/** Looks up a name that must exist. */
export function nameOf<Name>(names: ReadonlyMap<string, Name>, key: string): Name {
  const name = names.get(key);
  if (name === undefined) throw new Error(`No name was allocated for ${key}.`);
  return name;
}

/**
 * Makes the name of a shared part from the first of its hints, such as names of properties, and a
 * digest of its content, so that few edits elsewhere rename it. It is ASCII.
 */
export function toPartName(hints: Iterable<string>, content: string): string {
  const [hint = ""] = [...hints].sort();
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 8);
  return `${toCamelCase(hint.replace(/[^\w-]/g, ""))}_${digest}`;
}

// ---- Files

/** Makes names of modules, without extension. They have no dots, because `a.d.ts` is a declaration. */
export function toModuleNames(names: readonly string[]): readonly string[] {
  return toSafeNames(names, /[^\w-]/g);
}

/**
 * Makes paths of modules, without extension, of lists of names: `["chats", "participants"]` becomes
 * `chats/participants`, with the key `chats.participants`.
 * @param paths A folder's path comes before those of the modules in it.
 */
export function toPathNames(paths: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [folder, inside] of groupBy(paths, (path) => path.slice(0, -1).join("."))) {
    const names = inside.map((path) => path.at(-1) ?? "");
    const parent = folder === "" ? "" : `${files.get(folder) ?? ""}/`;
    for (const [index, file] of toModuleNames(names).entries()) {
      files.set(joinDotted(folder, names[index] ?? ""), parent + file);
    }
  }
  return files;
}

/** Joins names with a dot. The first may be empty. */
export function joinDotted(folder: string, name: string): string {
  return folder === "" ? name : `${folder}.${name}`;
}

function toSafeNames(names: readonly string[], unsafe: RegExp): readonly string[] {
  return names.map(createSafeNamer(unsafe));
}

/**
 * Creates a function that makes names that every file system accepts: ASCII, not too long, not that of a device,
 * and different by more than case from those that it made before and from `taken`.
 */
function createSafeNamer(unsafe: RegExp, taken: readonly string[] = []): (name: string) => string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return (name) => {
    const text = name.replace(unsafe, "_").replace(/^\./, "_").slice(0, MAX_FILE_NAME_LENGTH);
    const base = DEVICE_NAME.test(text) ? `${text}_` : text;
    let free = base;
    for (let number = 2; used.has(free.toLowerCase()); number += 1) free = `${base}-${number}`;
    used.add(free.toLowerCase());
    return free;
  };
}

/** Less than half of what file systems allow, which leaves room for a number and an extension. */
const MAX_FILE_NAME_LENGTH = 120;

/** Names that Windows reserves, with any extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

// ---- Names for the YAML that an import writes

/** Makes the names of the files in `payloads/`, without extension: those of the events, if safe. */
export function toPayloadFileNames(events: readonly string[]): readonly string[] {
  return events.map(createPayloadFileNamer([]));
}

/** Creates a function that names the files of new payloads as `toPayloadFileNames` does, beside files that are there. */
export function createPayloadFileNamer(taken: readonly string[]): (event: string) => string {
  return createSafeNamer(/[^\w.-]/g, taken);
}

/** Makes the name of a component: letters, digits, `_` and `-`, with a letter first. */
export function toComponentName(name: string): string {
  const legal = name.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "");
  return /^[A-Za-z]/.test(legal) ? legal : `schema-${legal}`;
}

/** `listPets`, `List pets` and `list_pets` become `list-pets`. */
export function toKebabCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
}

/** Makes the name of a vendor: one lowercase word, with a letter first. */
export function toVendorName(title: string): string {
  const word = toKebabCase(title).replaceAll("-", "");
  return /^[a-z]/.test(word) ? word : `api${word}`;
}

/** Makes the name of an event or action, with underscores between its words. */
export function toSnakeCase(text: string): string {
  return toKebabCase(text).replaceAll("-", "_");
}

/** Makes the name of an operation, `<group>/<name>`. Both parts begin with a letter. */
export function toOperation(operationId: string, group: string): string {
  const [first = "", ...furtherParts] = operationId.split("/");
  const parts = furtherParts.length > 0 ? [first, furtherParts.join("-")] : [group, first];
  return parts.map((part) => startWithLetter(toKebabCase(part))).join("/");
}

function startWithLetter(word: string): string {
  return /^[a-z]/.test(word) ? word : `x-${word}`.replace(/-$/, "");
}

// ---- Types

/** Allocates the names of one scope. No name is allocated twice. */
export interface NameScope {
  /** Returns the first free name among the given ones, or the preferred one with a number. */
  take(preferred: string, ...qualified: readonly string[]): string;
}
