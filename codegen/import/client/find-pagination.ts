/** Derives the pagination rule of a list from its parameters and from the properties of a page. */
import type { Json, JsonMap } from "../../model/json.js";
import type { Pagination } from "../../model/client.js";
import type { DescribedOperation } from "../model/operations.js";
import { onlyOf } from "../model/description.js";
import {
  findList,
  fitsOperation,
  hasType,
  inheritedProperties,
  inheritedRequired,
  type PageField,
  resolveSchema,
} from "./pages.js";
import { findNextNumber, findNumber, findOffset } from "./numbered-pages.js";
import {
  dottedPathOf,
  type Facts,
  foldName,
  isNullable,
  lastOf,
  onlyPath,
  readFacts,
} from "./page-facts.js";
import { readPaginationExtension } from "./pagination-extensions.js";

/**
 * Finds the pagination rule of a list: in an extension, by a declared header `link`, or by a parameter
 * and a property of the page. `undefined` if any part would be a guess.
 */
export function findOperationRule(
  root: JsonMap,
  described: DescribedOperation,
): Pagination | undefined {
  const explicit = readPaginationExtension(root, described);
  if (explicit !== undefined)
    return fitsOperation(root, explicit, described) ? explicit : undefined;
  if (described.page === undefined) return undefined;
  const list = findList(root, described.page);
  if (list === undefined) return undefined;
  const facts = readFacts(root, described, list);
  // The list of a POST can only be divided by a cursor.
  const finders = described.method === "GET" ? FINDERS : [findCursor];
  const derived = finders.map((find) => find(facts)).find((rule) => rule !== undefined);
  return derived && { ...derived, ...(list.isPlain ? {} : { items: list.path.join(".") }) };
}

/** Finders, the most reliable first. */
const FINDERS: readonly ((facts: Facts) => Pagination | undefined)[] = [
  findLink,
  findCursor,
  findBodyLink,
  findNextNumber,
  findOffset,
  findNumber,
];

/** Tests whether the pagination extension names a property or a parameter that the operation lacks. */
export function hasMisfit(root: JsonMap, described: DescribedOperation): boolean {
  const explicit = readPaginationExtension(root, described);
  return explicit !== undefined && !fitsOperation(root, explicit, described);
}

/** A successful response with the header `link` (RFC 8288). */
function findLink({ described: { responses } }: Facts): Pagination | undefined {
  const isLinked = responses.some(
    ({ status, headers }) =>
      status.startsWith("2") && [...headers.keys()].some((name) => /^link$/i.test(name)),
  );
  return isLinked ? { style: "link" } : undefined;
}

/** A property of the page with the address of the next one. */
function findBodyLink({ fields }: Facts): Pagination | undefined {
  const body = onlyPath(fields, (field) => {
    const isNamed = /(?:ur[il]|href)$/i.test(lastOf(field));
    const isAddress = isNamed || /^ur[il]/.test(String(field.schema["format"]));
    return isAddress && hasType(field.schema, "string") && ADDRESS_PATHS.test(dottedPathOf(field));
  });
  return body === undefined ? undefined : { style: "link", next: { body } };
}

/** Paths to the address of the next page. Its schema or its name must mark it as an address. */
const ADDRESS_PATHS =
  /^(?:(?:_?links|paging|pagination|metadata|meta|pages)\.)?next(?:\.href|_?(?:page_?)?(?:ur[il]|link|href))?$/i;

/**
 * Cursor parameters, each with the paths to the next cursor in a page. Both are compared in lowercase,
 * without `_` and `-`; `page[after]` counts as `after`.
 */
const CURSORS: readonly (readonly [parameter: RegExp, next: RegExp])[] = [
  [/^(?:next|start|starting|page)?cursor$/, /(?:^|\.)nextcursor$|(?:^|\.)next\.cursor$/],
  [/^(?:next)?(?:page)?token$/, /(?:^|\.)next(?:page)?token$/],
  [/^marker$/, /(?:^|\.)nextmarker$/],
  [/^(?:next)?continuationtoken$/, /(?:^|\.)(?:next)?continuationtoken$/],
  [/^bookmark$/, /(?:^|\.)bookmark$/],
  [/^after$/, /(?:^|\.)(?:nextcursor|endcursor)$|^(?:pagination|meta)\.cursor$/],
  [/^after$/, /(?:^|\.)(?:list|page|paging|pagination)?(?:meta(?:data)?|cursors|next)\.after$/],
  [/^startingafter$/, /(?:^|\.)next\.startingafter$/],
  [/^offset$/, /(?:^|\.)next(?:page)?\.?offset$/],
  [/^iterator$/, /^iterator$/],
];

/** Parameters whose own name can also be the name of the next cursor. */
const SAME_NAME = /^(?:cursor|offset)$/;

/** The only parameter whose next value a page tells. */
function findCursor(facts: Facts): Pagination | undefined {
  const { inputs, end } = facts;
  const rules = [...inputs.keys()].flatMap((parameter): readonly Pagination[] => {
    const next = findNextCursor(parameter, facts) ?? findLastItem(parameter, facts);
    if (next === undefined) return [];
    return [{ style: "cursor", parameter, next, ...end }];
  });
  return onlyOf(rules);
}

/** Finds the property of a page that holds the cursor of the next one. */
function findNextCursor(
  parameter: string,
  { root, inputs, fields, described }: Facts,
): Pagination["next"] {
  const name = foldName(parameter.replace(/^page\[(.*)\]$/, "$1"));
  const patterns = CURSORS.flatMap(([cursor, next]) => (cursor.test(name) ? [next] : []));
  const isText = name !== "offset" || hasType(inputs.get(parameter) ?? {}, "string");
  const isCursor = ({ path, schema }: PageField): boolean => {
    const text = path.map(foldName).join(".");
    const isNext = patterns.some((pattern) => pattern.test(text));
    return isText && isNext && hasType(schema, "string", "integer");
  };
  const isSameName = (field: PageField): boolean =>
    isText &&
    field.path.length === 1 &&
    SAME_NAME.test(name) &&
    foldName(lastOf(field)) === name &&
    hasType(field.schema, "string") &&
    isOptional(root, described.page, field);
  const body = onlyPath(fields, fields.some(isCursor) ? isCursor : isSameName);
  return body === undefined ? undefined : { body };
}

/** Tests whether a page can lack a property, as the last page lacks the next cursor. */
function isOptional(root: JsonMap, page: Json, { path, schema }: PageField): boolean {
  return isNullable(schema) || !inheritedRequired(root, page).includes(path[0] ?? "");
}

/** Uses the last item as cursor, if the page has a flag for more pages. */
function findLastItem(parameter: string, { root, fields, list, end }: Facts): Pagination["next"] {
  if (end.more === undefined || !/^(?:after|starting_after)$/.test(parameter)) return undefined;
  const isLastId = ({ path, schema }: PageField): boolean =>
    path.length === 1 && path[0] === "last_id" && hasType(schema, "string");
  if (fields.some(isLastId)) return { body: "last_id" };
  const id = resolveSchema(root, inheritedProperties(root, list.items).get("id"));
  return hasType(id, "string") ? { item: "id" } : undefined;
}
