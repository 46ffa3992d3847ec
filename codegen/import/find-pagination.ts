import type { Pagination } from "../client-model.js";
import type { DescribedOperation } from "./described-operations.js";
import type { JsonMap } from "./description.js";
import {
  findList,
  hasType,
  listFields,
  type PageField,
  type PageList,
  propertiesOf,
  resolve,
} from "./page-schemas.js";
import { readPaginationExtension } from "./pagination-extensions.js";

/**
 * How the list of an operation is divided into pages, if the description says so plainly: by an
 * extension, by a declared header `link`, or by a parameter and what its pages say. `undefined` where
 * anything would have to be guessed.
 */
export function findPagination(
  root: JsonMap,
  described: DescribedOperation,
): Pagination | undefined {
  const explicit = readPaginationExtension(root, described);
  if (explicit !== undefined) return explicit;
  if (described.method !== "GET" || described.page === undefined) return undefined;
  const list = findList(root, described.page);
  if (list === undefined) return undefined;
  const found =
    findLink(described) ??
    findCursor(root, described, list) ??
    findNextNumber(root, described) ??
    findOffset(root, described) ??
    findNumber(root, described);
  return found && { ...found, ...(list.isPlain ? {} : { items: list.path.join(".") }) };
}

/** A successful response with the header `link` (RFC 8288). */
function findLink({ responses }: DescribedOperation): Pagination | undefined {
  const isLinked = responses.some(
    ({ status, headers }) =>
      status.startsWith("2") && [...headers.keys()].some((name) => /^link$/i.test(name)),
  );
  return isLinked ? { style: "link" } : undefined;
}

/** Parameters that ask for a page by its cursor, with the names under which a page has the next one. */
const CURSORS: Readonly<Record<string, RegExp>> = {
  cursor: /^next_?cursor$/i,
  next_cursor: /^next_?cursor$/i,
  nextcursor: /^next_?cursor$/i,
  start_cursor: /^next_?cursor$/i,
  page_token: /^next_?page_?token$/i,
  pagetoken: /^next_?page_?token$/i,
  next_page_token: /^next_?page_?token$/i,
  nextpagetoken: /^next_?page_?token$/i,
  next_token: /^next_?token$/i,
  nexttoken: /^next_?token$/i,
  marker: /^next_?marker$/i,
  continuation_token: /^(?:next_?)?continuation_?token$/i,
  continuationtoken: /^(?:next_?)?continuation_?token$/i,
  bookmark: /^bookmark$/i,
  after: /^(?:next_?cursor|end_?cursor)$/i,
};

const MORE = /^has_?(?:more|next(?:_?page)?)$/i;

function findCursor(
  root: JsonMap,
  { query, page }: DescribedOperation,
  list: PageList,
): Pagination | undefined {
  const fields = listFields(root, page);
  const more = onlyOf(
    fields.filter(({ path, schema }) => MORE.test(path.at(-1) ?? "") && hasType(schema, "boolean")),
  );
  const rules = [...query.keys()].flatMap((parameter): readonly Pagination[] => {
    const next = findNext(parameter, fields) ?? findLast(root, parameter, fields, list, more);
    if (next === undefined) return [];
    return [{ style: "cursor", parameter, next, ...(more && { more: more.path.join(".") }) }];
  });
  return onlyOf(rules);
}

/** Where a page has the cursor of the next one. */
function findNext(parameter: string, fields: readonly PageField[]): Pagination["next"] {
  const name = parameter.replace(/^page\[(.*)\]$/, "$1");
  const allowed = CURSORS[name.toLowerCase()];
  const field = onlyOf(
    fields.filter(({ path, schema }) => {
      const last = path.at(-1) ?? "";
      // `pages.next.starting_after` for the parameter `starting_after`
      const isUnderNext = last === name && CURSOR.test(name) && /^next$/i.test(path.at(-2) ?? "");
      return hasType(schema, "string", "integer") && (isUnderNext || allowed?.test(last) === true);
    }),
  );
  return field && { body: field.path.join(".") };
}

/** The last item as cursor, where a page says whether there are more. */
function findLast(
  root: JsonMap,
  parameter: string,
  fields: readonly PageField[],
  list: PageList,
  more: PageField | undefined,
): Pagination["next"] {
  if (more === undefined || !/^(?:after|starting_after)$/.test(parameter)) return undefined;
  const isLastId = ({ path, schema }: PageField): boolean =>
    path.length === 1 && path[0] === "last_id" && hasType(schema, "string");
  if (fields.some(isLastId)) return { body: "last_id" };
  const id = resolve(root, propertiesOf(root, list.items).get("id"));
  return parameter === "starting_after" && hasType(id, "string") ? { item: "id" } : undefined;
}

function onlyOf<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

// ---- Numbered pages

/** Names of parameters for cursors. Where one stands beside a page's number, the number is not enough. */
const CURSOR =
  /^(?:page\[)?(?:.*(?:token|cursor)|marker|bookmark|(?:starting_?)?after|(?:ending_?)?before)\]?$/i;

const SIZES = /^(?:page\[)?(?:limit|size|count|(?:per|page)[_-]?(?:page|size|limit))\]?$/i;

/**
 * Where a page has the number of the next one, which needs no first number. It must be null on the last
 * page: some services say 0 there.
 */
function findNextNumber(
  root: JsonMap,
  { query, page }: DescribedOperation,
): Pagination | undefined {
  const parameter = findPageParameter(query);
  const next = onlyOf(
    listFields(root, page).filter(
      ({ path, schema }) =>
        /^next_?page$/i.test(path.at(-1) ?? "") &&
        hasType(schema, "integer") &&
        (schema["nullable"] === true || hasType(schema, "null")),
    ),
  );
  if (parameter === undefined || next === undefined || hasCursor(query)) return undefined;
  if (!hasType(schemaOf(root, query, parameter), "integer", "number")) return undefined;
  return { style: "cursor", parameter, next: { body: next.path.join(".") } };
}

function findOffset(root: JsonMap, { query }: DescribedOperation): Pagination | undefined {
  const parameter = onlyOf(
    [...query.keys()].filter((name) => /^(?:page\[)?offset\]?$/i.test(name)),
  );
  if (parameter === undefined || !isNumbered(query)) return undefined;
  const schema = schemaOf(root, query, parameter);
  const isFirstZero = (schema["default"] ?? 0) === 0;
  return hasType(schema, "integer", "number") && isFirstZero
    ? { style: "offset", parameter }
    : undefined;
}

/** The number of the first page must be known: by the parameter's default, or by its minimum. */
function findNumber(root: JsonMap, { query }: DescribedOperation): Pagination | undefined {
  const parameter = findPageParameter(query);
  if (parameter === undefined || !isNumbered(query)) return undefined;
  const schema = schemaOf(root, query, parameter);
  const first = schema["default"] ?? schema["minimum"];
  if (!hasType(schema, "integer", "number") || (first !== 0 && first !== 1)) return undefined;
  return { style: "page", parameter, ...(first === 0 && { first }) };
}

/** The parameter that asks for a page by its number. */
function findPageParameter(query: DescribedOperation["query"]): string | undefined {
  return onlyOf(
    [...query.keys()].filter((name) => /^(?:page|page[_-]?number|page\[number\])$/i.test(name)),
  );
}

/** Whether the size of a page can be asked for, and no cursor is needed. */
function isNumbered(query: DescribedOperation["query"]): boolean {
  return [...query.keys()].some((name) => SIZES.test(name)) && !hasCursor(query);
}

function hasCursor(query: DescribedOperation["query"]): boolean {
  return [...query.keys()].some((name) => CURSOR.test(name));
}

function schemaOf(root: JsonMap, query: DescribedOperation["query"], name: string): JsonMap {
  return resolve(root, query.get(name)?.["schema"]);
}
