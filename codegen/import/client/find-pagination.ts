/** Derives the pagination rule of a list from its parameters and from the properties of a page. */
import type { Pagination } from "../../model/client.js";
import type { JsonMap } from "../../model/json.js";
import type { DescribedOperation } from "../model/operations.js";
import { findCursor } from "./cursors.js";
import { hasType } from "./page-schemas.js";
import { fitsOperation } from "./fits-operation.js";
import { findNextNumber, findNumber, findOffset } from "./numbered-pages.js";
import { dottedPathOf, type Facts, lastOf, onlyPath, readFacts } from "./page-facts.js";
import { findList } from "./pages.js";
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
