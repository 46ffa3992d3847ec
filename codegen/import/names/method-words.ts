/** The words in names of methods: their spelling, and the verbs among them. */
import { type Json, textOf } from "../../model/json.js";
import { toCamelCase } from "../../model/names.js";
import { toKebabCase } from "../../model/yaml-names.js";
import { foldGroup } from "../routes/operation-candidates.js";

/** Compares names of groups, whatever their spelling: `ApiKeys`, `api-key` and `api_keys` are the same. */
export function isSameGroup(one: string, other: string): boolean {
  return foldGroup(toKebabCase(one).split("-")) === foldGroup(toKebabCase(other).split("-"));
}

/** Joins parts to a name; `undefined` if a part has no letters or digits. */
export function joinCall(parts: readonly Json[]): string | undefined {
  const names = parts.map((part) => toMethodName(textOf(part) ?? ""));
  return names.includes("") ? undefined : names.join(".");
}

/** Converts a text to camelCase. An identifier stays the same, unless it begins with a capital. */
export function toMethodName(text: string): string {
  if (/^[a-z_][A-Za-z0-9]*$/.test(text)) return text;
  const words = toKebabCase(text);
  return words === "" ? "" : toCamelCase(words).replace(/_$/, "");
}

/** Words that name a method at the end of an operation id or of a path. */
export const VERBS_OF_METHODS: ReadonlySet<string> = new Set(
  (
    "add approve archive cancel count create delete disable download duplicate enable fetch find get info " +
    "invite leave list merge move publish reject remove rename restore retrieve revoke search send " +
    "unarchive unpublish update upload validate verify"
  ).split(" "),
);

/** Words that begin the name of a method, such as `list_folder`, and hardly ever that of a thing. */
export const VERBS_OF_PHRASES =
  /^(?:add(?!On[A-Z])|create|delete|find|get|list|remove|retrieve|send|update)[A-Z]/;
