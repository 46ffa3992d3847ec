/** Reads the schema of a page: its list, and the properties beside it. */
import { entriesOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { onlyOf } from "../model/description.js";
import { followChain, followMap } from "../model/references.js";
import { hasType, inheritedProperties, resolveSchema } from "./page-schemas.js";

/** Limit of depth inside a page: `paging.next.after`. */
const MAX_OBJECTS = 3;

/** Lists the properties of a page and of its objects, except those inside lists. */
export function listPageFields(
  root: JsonMap,
  schema: Json,
  path: readonly string[] = [],
): readonly PageField[] {
  if (path.length >= MAX_OBJECTS) return [];
  return [...inheritedProperties(root, schema)].flatMap(([name, property]) => {
    if (!isPathKey(name)) return [];
    const target = resolveSchema(root, property);
    const field = { path: [...path, name], schema: target };
    return [field, ...listPageFields(root, target, field.path)];
  });
}

/** Tests whether a name can be a part of a dotted path. */
function isPathKey(name: string): boolean {
  return /^[^.\s]+$/.test(name);
}

/** Finds the list of a page; `undefined` if there is none, or if several are possible. */
export function findList(root: JsonMap, page: Json): PageList | undefined {
  const target = resolveSchema(root, page);
  if (isListSchema(target)) {
    const isPlain = isListSchema(followChain(root, page));
    return { path: [], items: target["items"], isPlain };
  }
  const lists = [...inheritedProperties(root, target)].flatMap(([name, property]) => {
    const list = resolveSchema(root, property);
    return isListSchema(list) && isPathKey(name) ? [{ name, items: list["items"] }] : [];
  });
  const list = onlyOf(lists) ?? lists.find(({ name }) => LIST_NAMES.includes(name));
  if (list === undefined) return undefined;
  return { path: [list.name], items: list.items, isPlain: isPlainlyOnly(list.name, root, page) };
}

/** Tells whether the generator finds a list by itself: it follows references, and enters no compositions. */
function isPlainlyOnly(name: string, root: JsonMap, page: Json): boolean {
  const properties = entriesOf(followMap(root, page)["properties"]);
  const lists = properties.filter(([, property]) => isListSchema(followChain(root, property)));
  return lists.length === 1 && properties.some(([each]) => each === name);
}

/** Names of the main list, in a page with several lists. */
const LIST_NAMES = ["data", "items", "results", "entries", "records", "list"];

function isListSchema(schema: Json): boolean {
  return hasType(mapOf(schema), "array") && "items" in mapOf(schema);
}

/** A property of a page or of an object in it. */
export interface PageField {
  readonly path: readonly string[];
  readonly schema: JsonMap;
}

export interface PageList {
  /** Empty if the page is the list. */
  readonly path: readonly string[];
  /** The schema of an item. */
  readonly items: Json;
  /** Marks a list that the generator finds by itself: the page, or its only list. */
  readonly isPlain: boolean;
}
