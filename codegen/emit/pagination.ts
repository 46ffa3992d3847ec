import type { Pagination, PaginationRule } from "../client-model.js";
import { dereference, type ResolveComponent } from "../json-schema/references.js";
import { acceptsType } from "../json-schema/types.js";
import { propertiesOf } from "../json-schema/walk.js";
import { kindOf } from "../media-types.js";
import type { JsonSchema, Response, Route } from "../model.js";
import type { EmitContext } from "./context.js";

/** How the list of a route is divided into pages. */
export interface RouteList {
  readonly route: Route;
  readonly pagination: Pagination;
  /** The dotted path to the items; empty if the page is the list. */
  readonly items: string;
  /** The response that is a page. */
  readonly response: Response;
}

/** The routes whose lists are divided into pages, in their order. */
export function listRouteLists({
  model,
  resolve,
}: Pick<EmitContext, "model" | "resolve">): readonly RouteList[] {
  return model.routes.flatMap((route) => {
    const pagination = findPagination(route, model.vendor.sending.pagination);
    const response = route.responses.find(({ status }) => /^2/.test(status));
    if (pagination === undefined || response?.schema === undefined) return [];
    if (kindOf(response.contentType ?? "") !== "json") return [];
    const items = pagination.items ?? findItems(response.schema, resolve);
    return items === undefined ? [] : [{ route, pagination, items, response }];
  });
}

function findPagination(
  { method, parameters, pagination }: Route,
  rules: readonly PaginationRule[],
): Pagination | undefined {
  if (typeof pagination === "object") return pagination;
  if (pagination === false) return undefined;
  if (pagination !== undefined) return rules.find(({ name }) => name === pagination);
  const names = parameters.filter((each) => each.in === "query").map(({ name }) => name);
  return rules.find(
    ({ query }) => method === "GET" && query?.every((name) => names.includes(name)) === true,
  );
}

/** The list in a page: the page itself, or the one property that is a list. */
function findItems(schema: JsonSchema, resolve: ResolveComponent): string | undefined {
  const target = dereference(schema, resolve);
  if (isList(target, resolve)) return "";
  const properties = Object.entries(propertiesOf(target));
  const lists = properties.filter(([, property]) => isList(property, resolve));
  const [name] = lists.length === 1 ? (lists[0] ?? []) : [];
  // A dot would read as a path.
  return name?.includes(".") === true ? undefined : name;
}

/** Whether a schema describes lists and says so. */
function isList(schema: JsonSchema, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
  const isTyped = typeof target === "object" && ("items" in target || "type" in target);
  return isTyped && acceptsType(target, "array", resolve);
}
