/**
 * Makes every identifier and file name of the generator: names in the YAML are free text, and an
 * identifier must be legal, readable and unique.
 */
import { createHash } from "node:crypto";

/** Words that cannot name a binding in a module (ECMAScript 2024, section 12.7.2; TypeScript). */
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

/** Global types that generated code refers to, or whose shadowing would mislead a reader. */
const GLOBAL_TYPES: readonly string[] = (
  "Array ArrayBuffer Blob Boolean Date Error Exclude Extract Function Headers Iterable Map Number " +
  "Object Omit Partial Pick Promise ReadableStream Readonly ReadonlyArray Record RegExp Request " +
  "Required Response Set String Symbol Uint8Array URL"
).split(" ");

/** Tests whether a text can name a header (RFC 9110, section 5.6.2). */
export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** `pull_request_review` becomes `PullRequestReview`; inner capitals are kept. */
export function toPascalCase(text: string): string {
  const joined = wordsOf(text).map(capitalize).join("");
  return startLegally(joined);
}

/** `issues/list-for-repo` becomes `issuesListForRepo`; a reserved word gets a `_` at its end. */
export function toCamelCase(text: string): string {
  const [first = "", ...rest] = wordsOf(text);
  const joined = startLegally(uncapitalize(first) + rest.map(capitalize).join(""));
  return RESERVED_WORDS.has(joined) ? `${joined}_` : joined;
}

/** Tests whether a property can be written without quotes. */
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

/** A placeholder in an event name, which stands for one segment of the names that are sent. */
const PLACEHOLDER = /\{[A-Za-z_]\w*\}/g;

/** The placeholders of an event name: `{dataType}` in `{dataType}.write.successful`. */
export function placeholdersOf(eventName: string): readonly string[] {
  return eventName.match(PLACEHOLDER) ?? [];
}

/** The type of the names that are sent for an event. */
export function toNameType(eventName: string): string {
  if (placeholdersOf(eventName).length === 0) return JSON.stringify(eventName);
  const parts = eventName.split(PLACEHOLDER).map((text) => text.replace(/[`\\]|\$(?=\{)/g, "\\$&"));
  return `\`${parts.join("${string}")}\``;
}

/** Allocates the names of one scope. No name is allocated twice. */
export interface NameScope {
  /** The first free name among the given ones, or the preferred one with a number. */
  take(preferred: string, ...qualified: readonly string[]): string;
}

/** A scope for types. Global types and `fixed` are taken from the start. */
export function createTypeScope(fixed: Iterable<string>): NameScope {
  return createScope([...GLOBAL_TYPES, ...fixed]);
}

export function createValueScope(fixed: Iterable<string> = []): NameScope {
  return createScope([...RESERVED_WORDS, ...fixed]);
}

function createScope(fixed: Iterable<string>): NameScope {
  const taken = new Set(fixed);
  return {
    take(preferred, ...qualified) {
      let name = [preferred, ...qualified].find((each) => !taken.has(each)) ?? preferred;
      for (let number = 2; taken.has(name); number += 1) name = `${preferred}${number}`;
      taken.add(name);
      return name;
    },
  };
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Prefixes a text that cannot begin an identifier, such as one with a digit. */
function startLegally(joined: string): string {
  const legal = joined.replace(/[^\p{ID_Continue}]/gu, "");
  return isIdentifier(legal) ? legal : `_${legal}`;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function uncapitalize(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}

/**
 * The name of a shared part: a property name and a digest of its content, so that an edit elsewhere
 * does not rename it. ASCII only, as ajv requires.
 */
export function toPartName(hints: Iterable<string>, text: string): string {
  const [hint = ""] = [...hints].sort();
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return `${toCamelCase(hint.replace(/[^\w-]/g, ""))}_${digest}`;
}

/** Names of event modules, without extension, and without dots: `a.d` is a declaration file. */
export function toModuleNames(events: readonly string[]): readonly string[] {
  return toSafeNames(events, /[^\w-]/g);
}

/**
 * Names that every file system takes: ASCII, not too long, no name of a device, and different by
 * more than case.
 */
function toSafeNames(names: readonly string[], unsafe: RegExp): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const text = name.replace(unsafe, "_").replace(/^\./, "_").slice(0, MAX_FILE_NAME_LENGTH);
    const base = DEVICE_NAME.test(text) ? `${text}_` : text;
    let file = base;
    for (let number = 2; taken.has(file.toLowerCase()); number += 1) file = `${base}-${number}`;
    taken.add(file.toLowerCase());
    return file;
  });
}

/** Half the length that file systems allow, which leaves room for an extension. */
const MAX_FILE_NAME_LENGTH = 120;

/** Names that Windows reserves, with any extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/*
 * Names for the YAML that an import writes.
 */

/** Names of the files in `payloads/`, without extension: the name of the event, where that is safe. */
export function toPayloadFileNames(events: readonly string[]): readonly string[] {
  return toSafeNames(events, /[^\w.-]/g);
}

/** Makes the name of a component: letters, digits, `_` and `-`, with a letter first. */
export function toComponentName(name: string): string {
  const legal = name.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "");
  return /^[A-Za-z]/.test(legal) ? legal : `schema-${legal}`;
}

/** `listPets`, `List pets` and `list_pets` are `list-pets`. */
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

/** Makes an operation: a group and a name, each with a letter first. */
export function toOperation(operationId: string, group: string): string {
  const [first = "", ...rest] = operationId.split("/");
  const words = rest.length > 0 ? [first, rest.join("-")] : [group, first];
  return words.map((word) => startWithLetter(toKebabCase(word))).join("/");
}

function startWithLetter(word: string): string {
  return /^[a-z]/.test(word) ? word : `x-${word}`.replace(/-$/, "");
}
