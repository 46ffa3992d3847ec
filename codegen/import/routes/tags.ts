/** The names and texts of tags, for the groups of routes that are named after them. */
import { itemsOf, type Json, type JsonMap, mapOf, textOf } from "../../model/json.js";
import { toKebabCase } from "../../model/yaml-names.js";
import { listOperations } from "../model/operations.js";

/**
 * Lists the tags that say more than the names of their groups, by group.
 * @param operations The names of operations in `routes.yaml`: `orders/list`.
 */
export function importTags(root: JsonMap, operations: Iterable<string>): JsonMap {
  const groups = new Set([...operations].map((operation) => operation.split("/")[0] ?? ""));
  const tags = new Map<string, Json>();
  for (const tag of listTags(root)) {
    const name = textOf(tag["name"]) ?? "";
    const group = toKebabCase(name);
    if (!groups.has(group) || tags.has(group)) continue;
    const title = oneLine(textOf(tag["summary"]) ?? textOf(tag["x-displayName"]) ?? name);
    const description = textOf(tag["description"])?.trim() || undefined;
    if (description !== undefined && description !== title) tags.set(group, { title, description });
    else if (title !== group) tags.set(group, title);
  }
  return Object.fromEntries(tags);
}

/** Declared tags, and then those that operations alone name. */
function listTags(root: JsonMap): readonly JsonMap[] {
  const used = listOperations(root).flatMap(({ operation }) => itemsOf(operation["tags"]));
  return [...itemsOf(root["tags"]).map(mapOf), ...used.map((name) => ({ name }))];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
