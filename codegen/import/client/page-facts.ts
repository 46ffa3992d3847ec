/** The facts of a list from which its pagination rule is derived. */
import type { JsonMap } from "../../model/json.js";
import type { Pagination } from "../../model/client.js";
import { onlyOf } from "../model/description.js";
import type { DescribedOperation } from "../model/operations.js";
import {
  hasType,
  inheritedProperties,
  listPageFields,
  type PageField,
  type PageList,
  resolve,
} from "./pages.js";

export function readFacts(root: JsonMap, described: DescribedOperation, list: PageList): Facts {
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

function findLastPage(fields: readonly PageField[]): Facts["end"] {
  const flag = (pattern: RegExp): string | undefined =>
    onlyPath(fields, (each) => pattern.test(lastOf(each)) && hasType(each.schema, "boolean"));
  const [more, done] = [flag(MORE), flag(DONE)];
  return more !== undefined ? { more } : done !== undefined ? { done } : {};
}

const MORE = /^has_?(?:more|next(?:_?page)?)$/i;

const DONE = /^(?:done|is_?(?:done|last|last_?page))$/i;

/** The path of the only field that passes a test; `undefined` if several pass. */
export function onlyPath(
  fields: readonly PageField[],
  test: (field: PageField) => boolean,
): string | undefined {
  const field = onlyOf(fields.filter(test));
  return field && dottedPathOf(field);
}

export function dottedPathOf({ path }: PageField): string {
  return path.join(".");
}

export function lastOf({ path }: PageField): string {
  return path.at(-1) ?? "";
}

export function foldName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

export function isNullable(schema: JsonMap): boolean {
  return schema["nullable"] === true || hasType(schema, "null");
}

/** The facts of an operation from which its rule is derived. */
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
