import type { Pagination } from "../../model/client.js";
import { lookUpPath } from "../../json-schema/paths.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { JsonSchema } from "../../model/model.js";
import type { DescribedOperation } from "../model/operations.js";
import { isMap, type Json, type JsonMap } from "../model/description.js";
import { followChain } from "../model/references.js";

/** The keys of a rule that are paths into a page. */
const PAGE_PATHS = ["items", "more", "done", "total", "pages"] as const;

/**
 * Whether an operation has what a rule names, as far as its schemas say. The checker refuses a rule
 * that does not fit.
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
  const ofItem = next && "item" in next && items !== "" ? `${items}.0.${next.item}` : undefined;
  const isDeclared =
    parameter === undefined ||
    query.has(parameter) ||
    [...headers, ...cookies].includes(parameter) ||
    (body !== undefined && has(body, parameter));
  return (
    isDeclared &&
    PAGE_PATHS.every((key) => has(page, rule[key])) &&
    has(page, next && "body" in next ? next.body : undefined) &&
    has(page, ofItem)
  );
}

/** A resolver over the references of a description, whose parts are no components yet. */
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
