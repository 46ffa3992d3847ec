import { isMap, itemsOf, type Json, type JsonMap, mapOf, textOf } from "../../model/json.js";
import type { Pagination } from "../../model/model.js";
import type { DescribedOperation } from "../model/operations.js";
import { onlyOf } from "../model/description.js";
import {
  findList,
  fitsOperation,
  hasType,
  listPageFields,
  type PageField,
  type PageList,
  inheritedProperties,
  inheritedRequired,
  resolve,
} from "./pages.js";

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
  const found = finders.map((find) => find(facts)).find((rule) => rule !== undefined);
  return found && { ...found, ...(list.isPlain ? {} : { items: list.path.join(".") }) };
}

/** The facts of an operation from which its rule is derived. */
interface Facts {
  readonly root: JsonMap;
  readonly described: DescribedOperation;
  readonly list: PageList;
  /** Parameters of the query, and properties of the body of a search. */
  readonly inputs: ReadonlyMap<string, JsonMap>;
  readonly fields: readonly PageField[];
  /** The property of a page that marks the last page. */
  readonly end: Pick<Pagination, "more" | "done">;
}

function readFacts(root: JsonMap, described: DescribedOperation, list: PageList): Facts {
  const { method, query, body, page } = described;
  const fields = listPageFields(root, page);
  const isSearch = method === "POST" || method === "QUERY";
  const inBody = isSearch && body !== undefined ? [...inheritedProperties(root, body)] : [];
  const inputs = new Map([
    ...[...query].map(([name, { schema }]) => [name, resolve(root, schema)] as const),
    ...inBody.map(([name, schema]) => [name, resolve(root, schema)] as const),
  ]);
  return { root, described, list, inputs, fields, end: findLastPage(fields) };
}

const MORE = /^has_?(?:more|next(?:_?page)?)$/i;
const DONE = /^(?:done|is_?(?:done|last|last_?page))$/i;

function findLastPage(fields: readonly PageField[]): Facts["end"] {
  const flag = (pattern: RegExp): string | undefined =>
    onlyPath(fields, (each) => pattern.test(lastOf(each)) && hasType(each.schema, "boolean"));
  const [more, done] = [flag(MORE), flag(DONE)];
  return more !== undefined ? { more } : done !== undefined ? { done } : {};
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

/** Paths to the address of the next page. Its schema or its name must mark it as an address. */
const ADDRESSES =
  /^(?:(?:_?links|paging|pagination|metadata|meta|pages)\.)?next(?:\.href|_?(?:page_?)?(?:ur[il]|link|href))?$/i;

function findBodyLink({ fields }: Facts): Pagination | undefined {
  const body = onlyPath(fields, (field) => {
    const isNamed = /(?:ur[il]|href)$/i.test(lastOf(field));
    const isAddress = isNamed || /^ur[il]/.test(String(field.schema["format"]));
    return isAddress && hasType(field.schema, "string") && ADDRESSES.test(dottedPathOf(field));
  });
  return body === undefined ? undefined : { style: "link", next: { body } };
}

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

function findCursor(facts: Facts): Pagination | undefined {
  const { inputs, end } = facts;
  const rules = [...inputs.keys()].flatMap((parameter): readonly Pagination[] => {
    const next = findNext(parameter, facts) ?? findLast(parameter, facts);
    if (next === undefined) return [];
    return [{ style: "cursor", parameter, next, ...end }];
  });
  return onlyOf(rules);
}

/** Finds the property of a page that holds the cursor of the next one. */
function findNext(
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
  const isSame = (field: PageField): boolean =>
    isText &&
    field.path.length === 1 &&
    SAME_NAME.test(name) &&
    foldName(lastOf(field)) === name &&
    hasType(field.schema, "string") &&
    isOptional(root, described.page, field);
  const body = onlyPath(fields, fields.some(isCursor) ? isCursor : isSame);
  return body === undefined ? undefined : { body };
}

/** Tests whether a page can lack a property, as the last page lacks the next cursor. */
function isOptional(root: JsonMap, page: Json, { path, schema }: PageField): boolean {
  return isNullable(schema) || !inheritedRequired(root, page).includes(path[0] ?? "");
}

function isNullable(schema: JsonMap): boolean {
  return schema["nullable"] === true || hasType(schema, "null");
}

/** Uses the last item as cursor, if the page has a flag for more pages. */
function findLast(parameter: string, { root, fields, list, end }: Facts): Pagination["next"] {
  if (end.more === undefined || !/^(?:after|starting_after)$/.test(parameter)) return undefined;
  const isLastId = ({ path, schema }: PageField): boolean =>
    path.length === 1 && path[0] === "last_id" && hasType(schema, "string");
  if (fields.some(isLastId)) return { body: "last_id" };
  const id = resolve(root, inheritedProperties(root, list.items).get("id"));
  return hasType(id, "string") ? { item: "id" } : undefined;
}

function foldName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

function lastOf({ path }: PageField): string {
  return path.at(-1) ?? "";
}

function dottedPathOf({ path }: PageField): string {
  return path.join(".");
}

/** The path of the only field that passes a test; `undefined` if several pass. */
function onlyPath(
  fields: readonly PageField[],
  test: (field: PageField) => boolean,
): string | undefined {
  const field = onlyOf(fields.filter(test));
  return field && dottedPathOf(field);
}

// ---- Numbered pages

/** Names of cursor parameters. A list that has one is not divided by page numbers alone. */
const CURSOR =
  /^(?:page\[)?(?:.*(?:token|cursor)|marker|bookmark|(?:starting_?)?after|(?:ending_?)?before)\]?$/i;

const PAGE = /^(?:page|page[_-]?number|page\[number\])$/i;
const OFFSET = /^(?:page\[)?(?:offset|skip)\]?$/i;
const SIZES = /^(?:page\[)?(?:limit|size|count|(?:per|page)[_-]?(?:page|size|limit))\]?$/i;

/**
 * Finds the property with the number of the next page; the first number need not be known then. The
 * property must be nullable, because some services send 0 on the last page.
 */
function findNextNumber({ inputs, fields }: Facts): Pagination | undefined {
  const parameter = findNumeric(inputs, PAGE);
  const body = onlyPath(
    fields,
    (each) =>
      /^next_?page$/i.test(lastOf(each)) &&
      hasType(each.schema, "integer") &&
      isNullable(each.schema),
  );
  if (parameter === undefined || body === undefined) return undefined;
  return { style: "cursor", parameter, next: { body } };
}

function findOffset(facts: Facts): Pagination | undefined {
  const { inputs } = facts;
  const parameter = findNumeric(inputs, OFFSET);
  if (parameter === undefined || !hasSize(inputs)) return undefined;
  if ((inputs.get(parameter)?.["default"] ?? 0) !== 0) return undefined;
  // With an offset, pages can have any size, so their number means nothing.
  const { pages: _pages, ...end } = findNumberedEnd(facts);
  return { style: "offset", parameter, ...end };
}

/** Finds numbered pages. The default or the minimum of the parameter must show the first number. */
function findNumber(facts: Facts): Pagination | undefined {
  const { inputs } = facts;
  const parameter = findNumeric(inputs, PAGE);
  if (parameter === undefined || !hasSize(inputs)) return undefined;
  const { default: defaultValue, minimum } = inputs.get(parameter) ?? {};
  const first = defaultValue ?? minimum;
  if (first !== 0 && first !== 1) return undefined;
  const { pages, ...end } = findNumberedEnd(facts);
  return {
    style: "page",
    parameter,
    ...(first === 0 && { first }),
    ...end,
    ...(pages !== undefined && { pages }),
  };
}

const TOTALS = /^total(?:items|count|results|records|elements|size|entries)?$/;
const PAGE_COUNTS = /^(?:total|num)pages$|^pages?(?:total|count)$|^lastpage$/;

/** Objects of a page that describe the list. In other objects, a `total` may be an amount. */
const ABOUT_PAGES = /^(?:list|page|response)?(?:meta(?:data)?|info|pagination|paging)$|^pages?$/;

/** Finds the property that marks the last numbered page. It saves the request for an empty page. */
function findNumberedEnd(facts: Facts): Partial<Pagination> {
  const { fields, end, inputs } = facts;
  if (end.more !== undefined || end.done !== undefined) return end;
  const more = onlyPath(
    fields,
    (each) => /^(?:links\.)?next$/i.test(dottedPathOf(each)) && hasType(each.schema, "string"),
  );
  // Preferred to a number, because a `count` may be that of the items in the page.
  if (more !== undefined) return { more };
  const number = (pattern: RegExp): string | undefined =>
    onlyPath(
      fields,
      (each) =>
        pattern.test(foldName(lastOf(each))) &&
        each.path.slice(0, -1).every((name) => ABOUT_PAGES.test(foldName(name))) &&
        hasType(each.schema, "integer", "number"),
    );
  const [total, pages] = [number(TOTALS), number(PAGE_COUNTS)];
  if (total !== undefined) return { total };
  if (pages !== undefined) return { pages };
  return findSize(inputs);
}

/** The size of a page, if both its default and its maximum are known. */
function findSize(inputs: Facts["inputs"]): Pick<Pagination, "size"> {
  const parameter = onlyOf([...inputs.keys()].filter((name) => SIZES.test(name)));
  const { default: defaultValue, maximum } = inputs.get(parameter ?? "") ?? {};
  if (parameter === undefined || !isPositive(defaultValue) || !isPositive(maximum)) return {};
  return { size: { parameter, default: defaultValue, maximum } };
}

function isPositive(value: Json): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

/** The only parameter with one of these names, if it is a number and the list needs no cursor. */
function findNumeric(inputs: Facts["inputs"], names: RegExp): string | undefined {
  const all = [...inputs.keys()];
  const parameter = onlyOf(all.filter((name) => names.test(name)));
  const isNumber = hasType(inputs.get(parameter ?? "") ?? {}, "integer", "number");
  return isNumber && !all.some((name) => CURSOR.test(name)) ? parameter : undefined;
}

/** Tests whether a call can set the size of a page. */
function hasSize(inputs: Facts["inputs"]): boolean {
  return [...inputs.keys()].some((name) => SIZES.test(name));
}

// ---- Extensions

export const PAGINATION_EXTENSIONS: ReadonlySet<string> = new Set([
  "x-speakeasy-pagination",
  "x-fern-pagination",
]);

/**
 * Reads the rule of `x-speakeasy-pagination` or `x-fern-pagination`.
 * @returns `undefined` without an extension, or for a rule that the client cannot follow.
 */
export function readPaginationExtension(
  root: JsonMap,
  { operation }: Pick<DescribedOperation, "operation">,
): Pagination | undefined {
  const speakeasy = operation["x-speakeasy-pagination"];
  if (isMap(speakeasy)) return readSpeakeasyPagination(speakeasy);
  const fernRule = operation["x-fern-pagination"];
  const fern = fernRule === true ? root["x-fern-pagination"] : fernRule;
  return isMap(fern) ? readFernPagination(fern) : undefined;
}

function readSpeakeasyPagination({ type, inputs, outputs }: JsonMap): Pagination | undefined {
  const { results, nextCursor } = mapOf(outputs);
  const nameOf = (kind: string): string | undefined => {
    const input = itemsOf(inputs)
      .map(mapOf)
      .find((each) => each["type"] === kind);
    return textOf(input?.["name"])?.replace(/^\$\.(?=\w+$)/, "");
  };
  const items = itemsAt(dottedKeys(results));
  if (type === "cursor") {
    const parameter = nameOf("cursor");
    const next = dottedKeys(nextCursor);
    if (parameter === undefined || next === undefined || next === "") return undefined;
    return { style: "cursor", parameter, next: cursorAt(next, items.items), ...items };
  }
  const [page, offset] = [nameOf("page"), nameOf("offset")];
  if (type !== "offsetLimit") return undefined;
  if (page !== undefined) return { style: "page", parameter: page, ...items };
  return offset === undefined ? undefined : { style: "offset", parameter: offset, ...items };
}

/** Tells a property of the last item (`data.-1.id`) from one of the page. */
function cursorAt(next: string, items = ""): NonNullable<Pagination["next"]> {
  const start = items === "" ? "-1." : `${items}.-1.`;
  return next.startsWith(start) ? { item: next.slice(start.length) } : { body: next };
}

function itemsAt(path: string | undefined): { readonly items?: string } {
  return path === undefined || path === "" ? {} : { items: path };
}

/** Converts a JSONPath such as `$.meta.next` or `$.data[-1].id` to a dotted path. */
function dottedKeys(path: Json): string | undefined {
  if (typeof path !== "string" || !/^\$(?:\.[\w-]+|\[-1:?\])*$/.test(path)) return undefined;
  return path
    .slice(1)
    .replace(/\[-1:?\]/g, ".-1")
    .replace(/^\./, "");
}

/** Reads paths such as `$request.cursor` and `$response.page.next`. */
function readFernPagination({
  cursor,
  next_cursor: next,
  offset,
  step,
  results,
}: JsonMap): Pagination | undefined {
  const items = itemsAt(readPart(results, "$response"));
  const parameter = readPart(cursor ?? offset, "$request");
  if (parameter === undefined || !/^[^.]+$/.test(parameter)) return undefined;
  if (cursor === undefined)
    return { style: step === undefined ? "page" : "offset", parameter, ...items };
  const body = readPart(next, "$response");
  return body === undefined ? undefined : { style: "cursor", parameter, next: { body }, ...items };
}

function readPart(text: Json, start: string): string | undefined {
  const isPart = typeof text === "string" && text.startsWith(`${start}.`);
  const path = isPart ? text.slice(start.length + 1) : "";
  return /^[^.\s]+(?:\.[^.\s]+)*$/.test(path) ? path : undefined;
}
