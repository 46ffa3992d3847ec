/**
 * Finds rules of lists that are divided by a cursor: the parameter `page_token` takes what the property
 * `next_page_token` of the page before tells. Without such a property, the last item can be the cursor.
 */
import type { Pagination } from "../../model/client.js";
import type { Json, JsonMap } from "../../model/json.js";
import { onlyOf } from "../model/description.js";
import { hasType, inheritedProperties, inheritedRequired, resolveSchema } from "./page-schemas.js";
import { dottedPathOf, type Facts, foldName, isNullable } from "./page-facts.js";
import type { PageField } from "./pages.js";

/** The rule of the only parameter whose next value a page tells. */
export function findCursor(facts: Facts): Pagination | undefined {
  const { inputs, end } = facts;
  const rules = [...inputs.keys()].flatMap((parameter): readonly Pagination[] => {
    const next = findNextCursor(parameter, facts) ?? findLastItem(parameter, facts);
    if (next === undefined) return [];
    return [{ style: "cursor", parameter, next, ...end }];
  });
  return onlyOf(rules);
}

/** Finds the property of a page that holds the cursor of the next one: one named as such, or else as the parameter. */
function findNextCursor(parameter: string, facts: Facts): Pagination["next"] {
  const name = foldName(parameter.replace(/^page\[(.*)\]$/, "$1"));
  const cursor = CURSORS.find((each) => each.parameter.test(name));
  if (cursor === undefined) return undefined;
  if (cursor.isText && !hasType(facts.inputs.get(parameter) ?? {}, "string")) return undefined;
  const named = facts.fields.filter((field) => isNext(field, cursor));
  const field = onlyOf(named.length > 0 ? named : listSameNamed(name, facts));
  return field && { body: dottedPathOf(field) };
}

function isNext({ path, schema }: PageField, { next }: Cursor): boolean {
  const text = path.map(foldName).join(".");
  return next.some((each) => each.test(text)) && hasType(schema, "string", "integer");
}

/**
 * Cursor parameters, with the paths to the next cursor in a page. Both are compared in lowercase, without `_` and
 * `-`; `page[after]` counts as `after`. Each name belongs to one row.
 */
const CURSORS: readonly Cursor[] = [
  // page_cursor: next_cursor, meta.next.cursor
  {
    parameter: /^(?:next|start|starting|page)?cursor$/,
    next: [/(?:^|\.)nextcursor$/, /(?:^|\.)next\.cursor$/],
  },
  // page_token: next_page_token
  { parameter: /^(?:next)?(?:page)?token$/, next: [/(?:^|\.)next(?:page)?token$/] },
  // marker: NextMarker
  { parameter: /^marker$/, next: [/(?:^|\.)nextmarker$/] },
  // continuationToken: nextContinuationToken
  {
    parameter: /^(?:next)?continuationtoken$/,
    next: [/(?:^|\.)(?:next)?continuationtoken$/],
  },
  // bookmark: bookmark
  { parameter: /^bookmark$/, next: [/(?:^|\.)bookmark$/] },
  // after: page_info.end_cursor, meta.cursor, paging.next.after, cursors.after
  {
    parameter: /^after$/,
    next: [
      /(?:^|\.)(?:nextcursor|endcursor)$/,
      /^(?:pagination|meta)\.cursor$/,
      /(?:^|\.)(?:list|page|paging|pagination)?(?:meta(?:data)?|cursors|next)\.after$/,
    ],
  },
  // starting_after: pages.next.starting_after
  { parameter: /^startingafter$/, next: [/(?:^|\.)next\.startingafter$/] },
  // offset: next_offset, next_page.offset; a number skips items
  { parameter: /^offset$/, next: [/(?:^|\.)next(?:page)?\.?offset$/], isText: true },
  // iterator: iterator
  { parameter: /^iterator$/, next: [/^iterator$/] },
];

/** The properties with the name of the parameter, which only the last page lacks. */
function listSameNamed(name: string, { root, fields, described }: Facts): readonly PageField[] {
  if (name !== "cursor" && name !== "offset") return [];
  return fields.filter(
    (field) =>
      field.path.length === 1 &&
      foldName(dottedPathOf(field)) === name &&
      hasType(field.schema, "string") &&
      isOptional(root, described.page, field),
  );
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

/** A kind of cursor. */
interface Cursor {
  /** The names of its parameters. */
  readonly parameter: RegExp;
  /** The paths to the next cursor. */
  readonly next: readonly RegExp[];
  /** Marks one whose parameter is a cursor only if it is a text. */
  readonly isText?: true;
}
