/** References of a description, and the types that they name. */
import { escapeKey, readPath, unescapeKey } from "../../../src/base/values.js";
import { type Json, type JsonMap, mapOf } from "../../model/json.js";

/** The sections of components that `components` has. */
export const SECTIONS = [
  "schemas",
  "responses",
  "parameters",
  "requestBodies",
  "headers",
  "pathItems",
] as const;

/** The type of a component, or of a property of a schema; `undefined` for what has no type of its own. */
export function toTypeName(ref: string, root: JsonMap): string | undefined {
  const [start, section = "", name = "", ...rest] = parsePointer(ref);
  const isListed = start === "components" && SECTIONS.some((each) => each === section);
  if (!isListed || !Object.hasOwn(mapOf(mapOf(root["components"])[section]), name))
    return undefined;
  // Inside a schema, keys alternate: `properties`, and the name of a property.
  const keywords = rest.filter((_, index) => index % 2 === 0);
  const properties = rest.filter((_, index) => index % 2 === 1);
  if (keywords.some((key) => key !== "properties")) return undefined;
  if (keywords.length > properties.length) return undefined;
  return printAccess("components", [section, name, ...properties]);
}

/** Prints `name["a"]["b"]`. */
export function printAccess(name: string, keys: readonly string[]): string {
  return name + keys.map((key) => `[${JSON.stringify(key)}]`).join("");
}

/** The keys of a reference inside the description; none for another one. */
function parsePointer(ref: string): readonly string[] {
  if (!ref.startsWith("#/")) return [];
  return ref
    .slice(2)
    .split("/")
    .map((part) => unescapeKey(decode(part)));
}

/** Decodes a part of a URL. Invalid escapes stay as they are. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The value at a reference; `undefined` if it leads nowhere, or out of the description. */
export function resolvePointer(ref: string, root: JsonMap): Json {
  const keys = parsePointer(ref);
  return keys.length === 0 ? undefined : readPath(root, keys);
}

/** Tells whether a reference leads back to itself through references alone, so that no type is at its end. */
export function isEndless(ref: string, root: JsonMap): boolean {
  const seen = new Set<string>();
  let next: Json = ref;
  while (typeof next === "string" && !seen.has(next)) {
    seen.add(next);
    next = mapOf(resolvePointer(next, root))["$ref"];
  }
  return next !== undefined;
}

/** Resolves a reference to an object that is no schema. */
export function resolveObject(value: Json, root: JsonMap): JsonMap {
  let object = mapOf(value);
  for (let hops = 0; typeof object["$ref"] === "string" && hops < MAX_HOPS; hops += 1)
    object = mapOf(resolvePointer(object["$ref"], root));
  return object;
}

/** References may lead in a circle. */
const MAX_HOPS = 50;

/** Adds keys to a JSON pointer (RFC 6901). */
export function toPointer(start: string, ...keys: readonly string[]): string {
  return [start, ...keys.map(escapeKey)].join("/");
}
