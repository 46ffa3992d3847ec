/** Reads the schema of a page: its list, and the properties beside it. */
import { entriesOf, isMap, itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import type { JsonSchema } from "../../model/model.js";
import type { Pagination } from "../../model/client.js";
import { followChain, followMap } from "../model/references.js";
import { onlyOf } from "../model/description.js";
import { lookUpPath } from "../../json-schema/path-lookup.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { DescribedOperation } from "../model/operations.js";

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
  if (isListSchema(target))
    return { path: [], items: target["items"], isPlain: isListSchema(followChain(root, page)) };
  const lists = [...inheritedProperties(root, target)].flatMap(([name, property]) => {
    const list = resolveSchema(root, property);
    return isListSchema(list) && isPathKey(name) ? [{ name, items: list["items"] }] : [];
  });
  const list = onlyOf(lists) ?? lists.find(({ name }) => LIST_NAMES.includes(name));
  if (list === undefined) return undefined;
  const properties = entriesOf(followMap(root, page)["properties"]);
  const isPlain =
    properties.filter(([, property]) => isListSchema(followChain(root, property))).length === 1 &&
    properties.some(([name]) => name === list.name);
  return { path: [list.name], items: list.items, isPlain };
}

/** Names of the main list, in a page with several lists. */
const LIST_NAMES = ["data", "items", "results", "entries", "records", "list"];

/** The properties of an object, including those of its `allOf`. */
export function inheritedProperties(
  root: JsonMap,
  schema: Json,
  depth = 0,
): ReadonlyMap<string, Json> {
  const target = resolveSchema(root, schema);
  if (depth > MAX_OBJECTS) return new Map();
  const inherited = itemsOf(target["allOf"]).flatMap((member) => [
    ...inheritedProperties(root, member, depth + 1),
  ]);
  return new Map([...inherited, ...entriesOf(target["properties"])]);
}

/** The names of the required properties, including those of its `allOf`. */
export function inheritedRequired(root: JsonMap, schema: Json, depth = 0): readonly string[] {
  const target = resolveSchema(root, schema);
  if (depth > MAX_OBJECTS) return [];
  const inherited = itemsOf(target["allOf"]).flatMap((member) =>
    inheritedRequired(root, member, depth + 1),
  );
  return [...inherited, ...itemsOf(target["required"]).map(String)];
}

/** Tests whether a schema names one of these types. */
export function hasType(schema: JsonMap, ...types: readonly string[]): boolean {
  return [schema["type"]].flat().some((each) => types.includes(String(each)));
}

function isListSchema(schema: Json): boolean {
  return hasType(mapOf(schema), "array") && "items" in mapOf(schema);
}

/** Follows references, and enters compositions with a single member, apart from `null`. */
export function resolveSchema(root: JsonMap, schema: Json, depth = 0): JsonMap {
  const target = followMap(root, schema);
  const members = ["oneOf", "anyOf", "allOf"].map((keyword) =>
    itemsOf(target[keyword]).filter((each) => mapOf(each)["type"] !== "null"),
  );
  const [only] = members.filter((list) => list.length > 0);
  const isWrapper = target["properties"] === undefined && target["type"] === undefined;
  if (only?.length !== 1 || !isWrapper || depth > MAX_OBJECTS) return target;
  return resolveSchema(root, only[0], depth + 1);
}

/**
 * Tests whether an operation can have the parameters and properties that a rule names: an open schema
 * can have any. The checker refuses a rule that does not fit.
 */
export function fitsOperation(
  root: JsonMap,
  rule: Pagination,
  { page, body, query, headers, cookies }: DescribedOperation,
): boolean {
  if (page === undefined) return true;
  const resolve = createDescriptionResolver(root);
  const has = (schema: Json, path: string | undefined): boolean =>
    path === undefined || lookUpPath(toSchema(schema), path, resolve).state !== "absent";
  const { parameter, next, items = "" } = rule;
  // Without a path to the list, the generator finds it.
  const pathInItem = next && "item" in next && items !== "" ? `${items}.0.${next.item}` : undefined;
  const isDeclared =
    parameter === undefined ||
    query.has(parameter) ||
    [...headers, ...cookies].includes(parameter) ||
    (body !== undefined && has(body, parameter));
  return (
    isDeclared &&
    PAGE_PATHS.every((key) => has(page, rule[key])) &&
    has(page, next && "body" in next ? next.body : undefined) &&
    has(page, pathInItem)
  );
}

/** The keys of a rule that hold paths into a page. */
const PAGE_PATHS = ["items", "more", "done", "total", "pages"] as const;

/** Creates a resolver for references of the description, whose schemas are not components yet. */
function createDescriptionResolver(root: JsonMap): ResolveComponent {
  return (ref) => ({
    ref,
    name: ref,
    schema: toSchema(followChain(root, { $ref: ref })),
    source: { file: "", path: [] },
  });
}

function toSchema(value: Json): JsonSchema {
  return isMap(value) ? value : true;
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
