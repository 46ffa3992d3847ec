/** Finds rules of lists that are divided by numbers: of pages, or of items to skip. */
import type { Json } from "../../model/json.js";
import type { Pagination } from "../../model/client.js";
import { onlyOf } from "../model/description.js";
import { hasType } from "./page-schemas.js";
import { dottedPathOf, type Facts, foldName, isNullable, lastOf, onlyPath } from "./page-facts.js";

/**
 * Finds the property with the number of the next page; the first number need not be known then. The
 * property must be nullable, because some services send 0 on the last page.
 */
export function findNextNumber({ inputs, fields }: Facts): Pagination | undefined {
  const parameter = findNumeric(inputs, PAGE_NAMES);
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

/** Finds lists whose parameter skips items. It must begin at 0. */
export function findOffset(facts: Facts): Pagination | undefined {
  const { inputs } = facts;
  const parameter = findNumeric(inputs, OFFSET_NAMES);
  if (parameter === undefined || !hasSize(inputs)) return undefined;
  if ((inputs.get(parameter)?.["default"] ?? 0) !== 0) return undefined;
  // With an offset, pages can have any size, so their number means nothing.
  const { pages: _pages, ...end } = findNumberedEnd(facts);
  return { style: "offset", parameter, ...end };
}

/** Finds numbered pages. The default or the minimum of the parameter must show the first number. */
export function findNumber(facts: Facts): Pagination | undefined {
  const { inputs } = facts;
  const parameter = findNumeric(inputs, PAGE_NAMES);
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
  const findCount = (pattern: RegExp): string | undefined =>
    onlyPath(
      fields,
      (each) =>
        pattern.test(foldName(lastOf(each))) &&
        each.path.slice(0, -1).every((name) => PAGE_INFO_NAMES.test(foldName(name))) &&
        hasType(each.schema, "integer", "number"),
    );
  const [total, pages] = [findCount(TOTAL_NAMES), findCount(PAGE_COUNT_NAMES)];
  if (total !== undefined) return { total };
  if (pages !== undefined) return { pages };
  return findSize(inputs);
}

/** The size of a page, if both its default and its maximum are known. */
function findSize(inputs: Facts["inputs"]): Pick<Pagination, "size"> {
  const parameter = onlyOf([...inputs.keys()].filter((name) => SIZE_NAMES.test(name)));
  const { default: defaultValue, maximum } = inputs.get(parameter ?? "") ?? {};
  if (parameter === undefined || !isPositive(defaultValue) || !isPositive(maximum)) return {};
  return { size: { parameter, default: defaultValue, maximum } };
}

function isPositive(value: Json): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

/** Tests whether a call can set the size of a page. */
function hasSize(inputs: Facts["inputs"]): boolean {
  return [...inputs.keys()].some((name) => SIZE_NAMES.test(name));
}

/** The only parameter with one of these names, if it is a number and the list needs no cursor. */
function findNumeric(inputs: Facts["inputs"], pattern: RegExp): string | undefined {
  const names = [...inputs.keys()];
  const parameter = onlyOf(names.filter((name) => pattern.test(name)));
  const isNumber = hasType(inputs.get(parameter ?? "") ?? {}, "integer", "number");
  return isNumber && !names.some((name) => CURSOR_NAMES.test(name)) ? parameter : undefined;
}

/** Names of cursor parameters. A list that has one is not divided by page numbers alone. */
const CURSOR_NAMES =
  /^(?:page\[)?(?:.*(?:token|cursor)|marker|bookmark|(?:starting_?)?after|(?:ending_?)?before)\]?$/i;

const PAGE_NAMES = /^(?:page|page[_-]?number|page\[number\])$/i;

const OFFSET_NAMES = /^(?:page\[)?(?:offset|skip)\]?$/i;

const SIZE_NAMES = /^(?:page\[)?(?:limit|size|count|(?:per|page)[_-]?(?:page|size|limit))\]?$/i;

const TOTAL_NAMES = /^total(?:items|count|results|records|elements|size|entries)?$/;

const PAGE_COUNT_NAMES = /^(?:total|num)pages$|^pages?(?:total|count)$|^lastpage$/;

/** Objects of a page that describe the list. In other objects, a `total` may be an amount. */
const PAGE_INFO_NAMES =
  /^(?:list|page|response)?(?:meta(?:data)?|info|pagination|paging)$|^pages?$/;
