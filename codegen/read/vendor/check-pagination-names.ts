/** Checks that the rules of pagination name parameters and paths that the routes of each rule have. */
import { readObjectProperties } from "../../json-schema/objects.js";
import { lookUpPath } from "../../json-schema/path-lookup.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import {
  findPage,
  listRouteLists,
  matchesRule,
  type RouteList,
} from "../../json-schema/route-lists.js";
import type { Pagination, PaginationRule } from "../../model/client.js";
import { alternatives } from "../../model/messages.js";
import type { Route, SchemaModel } from "../../model/model.js";
import { joinDotted } from "../../model/file-names.js";
import type { SchemaDocuments } from "../documents/documents.js";
import { type Path, valueAt } from "../documents/yaml-document.js";
import {
  type AbsentPath,
  type ComplainOfName,
  createNameComplaints,
  listKnownPaths,
} from "./unknown-names.js";

/**
 * Complains about paths and parameters of the rules in `vendor.yaml`, and of those in `routes.yaml`, that no page or
 * route has. With such a path, a client would end each list after its first page.
 */
export function checkPaginationNames(
  { vendor, routes }: SchemaDocuments,
  model: SchemaModel,
  resolve: ResolveComponent,
): void {
  const lists = listRouteLists({ model, resolve });
  for (const rule of model.vendor.sending.pagination) {
    const complain = createNameComplaints(vendor, ["pagination", rule.name]);
    const listsOfRule = lists.filter((list) => ruleNameOf(list.pagination) === rule.name);
    checkPaths(rule, listsOfRule, resolve, complain);
    checkPageParameters(rule, listsOfRule, resolve, complain);
    checkQuery(rule, model.routes, listsOfRule.length > 0, complain);
    if (listsOfRule.length === 0) checkUnusedRule(rule, model.routes, resolve, complain);
  }
  for (const list of lists.filter((candidate) => ruleNameOf(candidate.pagination) === undefined)) {
    const complain = createNameComplaints(routes, [list.route.key, "pagination"]);
    checkPaths(list.pagination, [list], resolve, complain);
    checkPageParameters(list.pagination, [list], resolve, complain);
  }
}

function ruleNameOf(rule: Pagination | PaginationRule): string | undefined {
  return "name" in rule ? rule.name : undefined;
}

// ---- Paths

/** Complains about paths of a rule that a page, or an item of it, does not have. */
function checkPaths(
  rule: Pagination,
  lists: readonly RouteList[],
  resolve: ResolveComponent,
  complain: ComplainOfName,
): void {
  for (const at of PATH_KEYS) {
    const path = valueAt(rule, ...at);
    if (typeof path !== "string") continue;
    const isInItem = at === PATH_IN_ITEM;
    const missing = lists.flatMap((list) => {
      const base = isInItem ? joinDotted(list.items, "0") : "";
      return findMissingPath(list, base, path, resolve);
    });
    if (missing.length === 0) continue;
    const keys = printKeys(missing.map(({ list }) => list.route));
    complain({
      at,
      what: `path is \`${path}\`, which is not in ${isInItem ? "the items" : "the page"} of ${keys}`,
      name: path,
      known: missing.flatMap(({ lookup, base }) => listKnownPaths(lookup, base)),
    });
  }
}

/** The key of the path that begins at an item. All others begin at the page. */
const PATH_IN_ITEM: Path = ["next", "item"];

/** The keys of a rule that hold paths. */
const PATH_KEYS: readonly Path[] = [
  ["items"],
  ["next", "body"],
  PATH_IN_ITEM,
  ["more"],
  ["done"],
  ["total"],
  ["pages"],
  ["size", "body"],
];

/** The list with what its page has instead, if the page has no such path below the base. */
function findMissingPath(
  list: RouteList,
  base: string,
  path: string,
  resolve: ResolveComponent,
): readonly MissingPath[] {
  const lookup = lookUpPath(list.response.schema, joinDotted(base, path), resolve);
  return lookup.state === "absent" ? [{ list, base, lookup }] : [];
}

/** Complains about the path to the items in a rule that no list follows, because no page has its list. */
function checkUnusedRule(
  rule: PaginationRule,
  routes: readonly Route[],
  resolve: ResolveComponent,
  complain: ComplainOfName,
): void {
  const { style, items } = rule;
  if (items === undefined) return;
  const matching = routes.filter((route) => matchesRule(route, rule));
  const pages = matching.flatMap((route): readonly RouteList[] => {
    const response = route.pagination === undefined ? findPage(route) : undefined;
    return response ? [{ route, pagination: rule, items, response }] : [];
  });
  checkPaths({ style, items }, pages, resolve, complain);
}

/** Names a route or two, and counts more. */
function printKeys([first, second, ...furtherRoutes]: readonly Route[]): string {
  const key = `\`${first?.key ?? ""}\``;
  if (second === undefined) return key;
  return `${key} and ${furtherRoutes.length > 0 ? `${furtherRoutes.length + 1} other routes` : `\`${second.key}\``}`;
}

// ---- Parameters

/** Complains about parameters of a rule that neither the route nor its body has. */
function checkPageParameters(
  { parameter, size }: Pagination,
  lists: readonly RouteList[],
  resolve: ResolveComponent,
  complain: ComplainOfName,
): void {
  const named = [
    { at: ["parameter"], name: parameter },
    { at: ["size", "parameter"], name: valueAt(size, "parameter") },
  ];
  for (const { at, name } of named) {
    if (typeof name !== "string") continue;
    const missing = lists.flatMap(({ route }) => {
      const known = listSentNames(route, resolve);
      return known === undefined || known.includes(name) ? [] : [{ route, known }];
    });
    if (missing.length === 0) continue;
    const keys = printKeys(missing.map(({ route }) => route));
    const what = `parameter is \`${name}\`, which is not among those of ${keys}`;
    complain({ at, what, name, known: missing.flatMap((each) => each.known) });
  }
}

/** The names of the parameters of a call; `undefined` if its body can have any property. */
function listSentNames(
  { parameters, body }: Route,
  resolve: ResolveComponent,
): readonly string[] | undefined {
  const parameterNames = parameters
    .filter((parameter) => parameter.in !== "path")
    .map(({ name }) => name);
  if (body === undefined) return parameterNames;
  const inside = readObjectProperties(body.schema, resolve);
  return inside === undefined || inside.allowsAdditional
    ? undefined
    : [...parameterNames, ...Object.keys(inside.properties)];
}

/** Complains about query parameters by which a rule finds no route: about unknown ones, or else about all together. */
function checkQuery(
  rule: PaginationRule,
  routes: readonly Route[],
  isUsed: boolean,
  complain: ComplainOfName,
): void {
  const { query } = rule;
  if (query === undefined || routes.length === 0) return;
  const known = routes.filter(({ method }) => method === "GET").flatMap(listQuery);
  const unknown = query.filter((name) => !known.includes(name));
  for (const name of unknown) {
    const what = `parameter is \`${name}\`, which no GET route has in its query`;
    complain({ at: ["routes", "query", query.indexOf(name)], what, name, known });
  }
  if (unknown.length > 0 || isUsed || routes.some((route) => matchesRule(route, rule))) return;
  const what = `parameters are ${alternatives(query, "and")}, which no GET route has together`;
  complain({ at: ["routes", "query"], what, name: "", known });
}

function listQuery({ parameters }: Route): readonly string[] {
  return parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
}

// ---- Types

/** A list whose page does not have a path. */
interface MissingPath {
  readonly list: RouteList;
  /** The item where the path begins; empty for a path that begins at the page. */
  readonly base: string;
  readonly lookup: AbsentPath;
}
