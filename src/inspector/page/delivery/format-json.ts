/** JSON as the page shows it: single values, indented payloads, and the places in them. */
import { escapeKey, unescapeKey } from "../../../base/values.js";
import type { JsonNode } from "./json.js";

/** Prints a single value as JSON, and the number of entries for an object or an array. */
export function formatLeaf(node: JsonNode): string {
  if (node.kind === "string") return JSON.stringify(node.value);
  if (node.kind === "object")
    return node.entries.length === 0 ? "{}" : `{ ${node.entries.length} }`;
  if (node.kind === "array") return node.entries.length === 0 ? "[]" : `[ ${node.entries.length} ]`;
  return node.text;
}

/** Matches a string of JSON, which is kept, or white space between tokens. */
const STRING_OR_SPACE = /("(?:[^"\\]|\\.)*")|\s+/g;

/** Indents JSON, unless parsing it would change numbers or drop repeated keys. */
export function indentJson(json: string): string {
  const value: unknown = JSON.parse(json);
  const isKept = JSON.stringify(value) === json.replace(STRING_OR_SPACE, "$1");
  return isKept ? JSON.stringify(value, null, 2) : json;
}

/** Adds a key to a JSON Pointer (RFC 6901). */
export function pointTo(place: string, key: string): string {
  return `${place}/${escapeKey(key)}`;
}

/** Shows a JSON Pointer as readers write a path: `issue.labels[0]`. */
export function formatPlace(place: string): string {
  const keys = place.split("/").slice(1);
  const path = keys
    .map(unescapeKey)
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join("");
  return path.replace(/^\./, "") || "the payload";
}
