/**
 * Makes the identifiers of generated code from the names in the YAML. Those are free text, while an identifier must
 * be legal, readable and unique.
 */
import { createHash } from "node:crypto";

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

/**
 * Makes the name of a shared part from the first of its hints, such as names of properties, and a
 * digest of its content, so that few edits elsewhere rename it. It is ASCII.
 */
export function toPartName(hints: Iterable<string>, content: string): string {
  const [hint = ""] = [...hints].sort();
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 8);
  return `${toCamelCase(hint.replace(/[^\w-]/g, ""))}_${digest}`;
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

/** Adds `_` to a name until it is free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? freeName(`${name}_`, taken) : name;
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

// ---- Types

/** Allocates the names of one scope. No name is allocated twice. */
export interface NameScope {
  /** Returns the first free name among the given ones, or the preferred one with a number. */
  take(preferred: string, ...qualified: readonly string[]): string;
}
