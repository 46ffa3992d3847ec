/** The facts of a list from which its pagination rule is derived. */
import type { JsonMap } from "../../model/json.js";
import type { Pagination } from "../../model/client.js";
import { onlyOf } from "../model/description.js";
import type { DescribedOperation } from "../model/operations.js";
import { hasType, inheritedProperties, resolveSchema } from "./page-schemas.js";
import { listPageFields, type PageField, type PageList } from "./pages.js";

/** Reads the facts of an operation whose page has a list. */
export function readFacts(root: JsonMap, described: DescribedOperation, list: PageList): Facts {
  const { method, query, body, page } = described;
  const fields = listPageFields(root, page);
  const isSearch = method === "POST" || method === "QUERY";
  const inBody = isSearch && body !== undefined ? [...inheritedProperties(root, body)] : [];
  const inputs = new Map([
    ...[...query].map(([name, { schema }]) => [name, resolveSchema(root, schema)] as const),
    ...inBody.map(([name, schema]) => [name, resolveSchema(root, schema)] as const),
  ]);
  return { root, described, list, inputs, fields, end: findLastPage(fields) };
}

/** The flag of a page that says whether it is the last one. */
function findLastPage(fields: readonly PageField[]): Facts["end"] {
  const flag = (pattern: RegExp): string | undefined =>
    onlyPath(fields, (each) => pattern.test(lastOf(each)) && hasType(each.schema, "boolean"));
  const [more, done] = [flag(MORE_NAMES), flag(DONE_NAMES)];
  return more !== undefined ? { more } : done !== undefined ? { done } : {};
}

const MORE_NAMES = /^has_?(?:more|next(?:_?page)?)$/i;

const DONE_NAMES = /^(?:done|is_?(?:done|last|last_?page))$/i;

/** The path of the only field that passes a test; `undefined` if several pass. */
export function onlyPath(
  fields: readonly PageField[],
  test: (field: PageField) => boolean,
): string | undefined {
  const field = onlyOf(fields.filter(test));
  return field && dottedPathOf(field);
}

/** The path to a field, with dots between its names. */
export function dottedPathOf({ path }: PageField): string {
  return path.join(".");
}

/** The last name on the path to a field. */
export function lastOf({ path }: PageField): string {
  return path.at(-1) ?? "";
}

/** A name without its spelling: `nextCursor` and `next_cursor` are the same. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

/** Tests whether a schema allows `null`, in the way of OpenAPI 3.0 or of JSON Schema. */
export function isNullable(schema: JsonMap): boolean {
  return schema["nullable"] === true || hasType(schema, "null");
}

export interface Facts {
  readonly root: JsonMap;
  readonly described: DescribedOperation;
  readonly list: PageList;
  /** Parameters of the query, and properties of the body of a search. */
  readonly inputs: ReadonlyMap<string, JsonMap>;
  readonly fields: readonly PageField[];
  /** The property of a page that marks the last page. */
  readonly end: Pick<Pagination, "more" | "done">;
}
