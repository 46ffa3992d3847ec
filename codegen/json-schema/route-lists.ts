/** The lists that routes return page by page, with their items. */
import type { Pagination, PaginationRule } from "../model/client.js";
import { kindOf } from "../model/http.js";
import type { JsonSchema, Response, Route, SchemaModel } from "../model/model.js";
import { isSchema, propertiesOf, propertyOf, refOf } from "./keywords.js";
import { lookUpPath } from "./path-lookup.js";
import { acceptsType, dereference, type ResolveComponent } from "./references.js";

/** The routes with paginated lists, in their order. */
export function listRouteLists({ model, resolve }: ResolvedModel): readonly RouteList[] {
  return model.routes.flatMap((route) => {
    const response = findPage(route);
    if (response === undefined) return [];
    const pagination = findRule(route, model.vendor.sending.pagination, response.schema, resolve);
    if (pagination === undefined) return [];
    const items = pagination.items ?? findItems(response.schema, resolve);
    return items === undefined ? [] : [{ route, pagination, items, response }];
  });
}

/** The first successful response, if it is JSON. */
export function findPage({ responses }: Route): RouteList["response"] | undefined {
  const response = responses.find(({ status }) => /^2/.test(status));
  if (response?.schema === undefined || kindOf(response.contentType ?? "") !== "json") {
    return undefined;
  }
  return { ...response, schema: response.schema };
}

/** The pagination of a route: its own, the rule that it names, or the first rule that matches it. */
function findRule(
  route: Route,
  rules: readonly PaginationRule[],
  page: JsonSchema,
  resolve: ResolveComponent,
): Pagination | PaginationRule | undefined {
  const { pagination } = route;
  if (typeof pagination === "object") return pagination;
  if (pagination === false) return undefined;
  if (pagination !== undefined) return rules.find(({ name }) => name === pagination);
  const hasList = ({ items = "" }: PaginationRule): boolean =>
    items === "" || lookUpPath(page, items, resolve).state !== "absent";
  return rules.find((rule) => matchesRule(route, rule) && hasList(rule));
}

/** Tests whether a route has the query parameters by which a rule finds routes. */
export function matchesRule({ method, parameters }: Route, { query }: PaginationRule): boolean {
  const names = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  return method === "GET" && query?.every((name) => names.includes(name)) === true;
}

/** The path to the list in a page: the page itself, or the one property that is a list. */
function findItems(schema: JsonSchema, resolve: ResolveComponent): string | undefined {
  const target = dereference(schema, resolve);
  if (acceptsLists(target, resolve)) return "";
  const properties = Object.entries(propertiesOf(target));
  const lists = properties.filter(([, property]) => acceptsLists(property, resolve));
  const [name] = lists.length === 1 ? (lists[0] ?? []) : [];
  // A dot would read as a path.
  return name?.includes(".") === true ? undefined : name;
}

/** Tests whether a schema describes a list explicitly. */
function acceptsLists(schema: JsonSchema, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
  const isTyped = typeof target === "object" && ("items" in target || "type" in target);
  return isTyped && acceptsType(target, "array", resolve);
}

// ---- Questions about lists and responses

/** The `$ref` of the items of a list; `undefined` for items that are described in place. */
export function refOfItems(list: RouteList, resolve: ResolveComponent): string | undefined {
  return refOf(itemSchemaOf(list, resolve) ?? true);
}

/** The schema of an item; `undefined` if the list has none. */
function itemSchemaOf(
  { response, items }: RouteList,
  resolve: ResolveComponent,
): JsonSchema | undefined {
  let schema: JsonSchema | undefined = response.schema;
  for (const key of items === "" ? [] : items.split(".")) {
    schema = propertyOf(dereference(schema, resolve), key);
    if (schema === undefined) return undefined;
  }
  const list = dereference(schema, resolve);
  const member = typeof list === "object" ? list["items"] : undefined;
  return isSchema(member) ? member : undefined;
}

/** The responses of a successful call. */
export function successesOf({ responses }: Route): readonly Response[] {
  const successes = responses.filter(({ status }) => /^2/.test(status));
  return successes.length > 0 ? successes : responses.filter(({ status }) => status === "default");
}

// ---- Types

/** A paginated list. */
export interface RouteList {
  readonly route: Route;
  readonly pagination: Pagination | PaginationRule;
  /** The dotted path to the items; empty if the page is the list. */
  readonly items: string;
  /** The response that is a page. */
  readonly response: Response & { readonly schema: JsonSchema };
}

/** A model, and the resolver of its components. */
interface ResolvedModel {
  readonly model: SchemaModel;
  readonly resolve: ResolveComponent;
}
