/**
 * Tests whether a pagination rule from elsewhere, such as an extension or a kept `vendor.yaml`, names what an
 * operation has: a rule with `next: { body: "meta.next" }` does not fit a page without `meta`.
 */
import { lookUpPath } from "../../json-schema/path-lookup.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { Pagination } from "../../model/client.js";
import { isMap, type Json, type JsonMap } from "../../model/json.js";
import type { JsonSchema } from "../../model/model.js";
import type { DescribedOperation } from "../model/operations.js";
import { followChain } from "../model/references.js";

/**
 * Tests whether an operation can have the parameters and properties that a rule names: an open schema
 * can have any. The checker refuses a rule that does not fit.
 */
export function fitsOperation(
  root: JsonMap,
  rule: Pagination,
  operation: DescribedOperation,
): boolean {
  const { page } = operation;
  if (page === undefined) return true;
  const resolve = createDescriptionResolver(root);
  return (
    hasParameter(rule, operation, resolve) &&
    listPagePaths(rule).every((path) => canHave(page, path, resolve))
  );
}

function hasParameter(
  { parameter }: Pagination,
  { body, query, headers, cookies }: DescribedOperation,
  resolve: ResolveComponent,
): boolean {
  if (parameter === undefined || query.has(parameter)) return true;
  if (headers.includes(parameter) || cookies.includes(parameter)) return true;
  return body !== undefined && canHave(body, parameter, resolve);
}

/** The dotted paths that a rule reads in a page: `meta.next`, or `data.0.id` for a cursor in an item. */
function listPagePaths(rule: Pagination): readonly string[] {
  const { items, more, done, total, pages, next } = rule;
  const inPage = next && "body" in next ? next.body : undefined;
  // Without a path to the list, the generator finds it.
  const inItem = next && "item" in next && items ? `${items}.0.${next.item}` : undefined;
  return [items, more, done, total, pages, inPage, inItem].filter((path) => path !== undefined);
}

function canHave(schema: Json, path: string, resolve: ResolveComponent): boolean {
  return lookUpPath(toSchema(schema), path, resolve).state !== "absent";
}

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
