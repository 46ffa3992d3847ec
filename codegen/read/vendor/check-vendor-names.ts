/** Checks that paths and parameters in `vendor.yaml` are names that some payload or route has. */
import { lookUpPath } from "../../json-schema/paths.js";
import { createResolver, type ResolveComponent } from "../../json-schema/references.js";
import { readObjectProperties } from "../../json-schema/objects.js";
import { isMap } from "../../model/json.js";
import { alternatives, nearestKey } from "../../model/messages.js";
import {
  findPage,
  matchesRule,
  listRouteLists,
  type RouteList,
} from "../../json-schema/route-lists.js";
import type { Event, JsonSchema, Route, SchemaModel } from "../../model/model.js";
import type { Pagination, PaginationRule } from "../../model/client.js";
import { joinDotted } from "../../model/names.js";
import type { SchemaDocuments } from "../documents/documents.js";
import { type Path, valueAt, type YamlDocument } from "../documents/yaml-document.js";

/**
 * Complains about paths and parameters of `vendor.yaml`, and of rules in `routes.yaml`, that no payload
 * or route has. With such a path, a client would end each list after its first page. A name in an open
 * schema may be right.
 */
export function checkVendorNames({ vendor, routes }: SchemaDocuments, model: SchemaModel): void {
  const resolve = createResolver(model);
  const lists = listRouteLists({ model, resolve });
  const { pagination } = model.vendor.sending;
  for (const rule of pagination) {
    const complain = complainAt(vendor, ["pagination", rule.name]);
    const listsOfRule = lists.filter((list) => ruleNameOf(list.pagination) === rule.name);
    checkPaths(rule, listsOfRule, resolve, complain);
    checkPageParameters(rule, listsOfRule, resolve, complain);
    checkQuery(rule, listsOfRule, model.routes, resolve, complain);
  }
  for (const list of lists.filter((candidate) => ruleNameOf(candidate.pagination) === undefined)) {
    const complain = complainAt(routes, [list.route.key, "pagination"]);
    checkPaths(list.pagination, [list], resolve, complain);
    checkPageParameters(list.pagination, [list], resolve, complain);
  }
  checkModels(model, complainAt(vendor, ["models"]));
  checkIdempotency(model, complainAt(vendor, ["idempotency"]));
  checkPayloadPaths(vendor, model.events, resolve);
}

function ruleNameOf(rule: Pagination | PaginationRule): string | undefined {
  return "name" in rule ? rule.name : undefined;
}

function complainAt(document: YamlDocument, base: Path): ComplainOfName {
  return (at, what, name, known) => {
    const expected = known.length > 0 ? alternatives(known) : "a described one";
    const message = `The ${what}; expected ${expected}.`;
    document.complain([...base, ...at], { message, suggestion: nearestKey(name, known) });
  };
}

// ---- Pagination

/** Complains about paths of a rule that a page, or an item of it, does not have. */
function checkPaths(
  rule: Pagination,
  lists: readonly RouteList[],
  resolve: ResolveComponent,
  complain: ComplainOfName,
): void {
  for (const at of PATH_KEYS) {
    const [key, innerKey] = at;
    const isInItem = innerKey === "item";
    const path = innerKey === undefined ? rule[key] : entryOf(rule[key], innerKey);
    if (typeof path !== "string") continue;
    const missing = lists.flatMap((list) => {
      const base = isInItem ? joinDotted(list.items, "0") : "";
      const lookup = lookUpPath(list.response.schema, joinDotted(base, path), resolve);
      return lookup.state === "absent" ? [{ list, lookup, base }] : [];
    });
    if (missing.length === 0) continue;
    // Suggestions begin where the path does: at the item, or at the page.
    const known = missing.flatMap(({ lookup, base }) => {
      const start = lookup.start.slice(base === "" ? 0 : base.split(".").length);
      return lookup.known.map((name) => [...start, name].join("."));
    });
    const keys = printKeys(missing.map(({ list }) => list.route));
    const where = `which is not in ${isInItem ? "the items" : "the page"} of ${keys}`;
    complain(at, `path is \`${path}\`, ${where}`, path, [...new Set(known)]);
  }
}

/** The keys of a rule that hold paths. A path under `item` begins at an item, others at the page. */
const PATH_KEYS: readonly (readonly [key: keyof Pagination, ...innerKey: string[]])[] = [
  ["items"],
  ["next", "body"],
  ["next", "item"],
  ["more"],
  ["done"],
  ["total"],
  ["pages"],
  ["size", "body"],
];

/** The value of a key, if the entry is a map. */
function entryOf(entry: unknown, key: string): unknown {
  return isMap(entry) ? entry[key] : undefined;
}

/** Names a route or two, and counts more. */
function printKeys([first, second, ...furtherRoutes]: readonly Route[]): string {
  const key = `\`${first?.key ?? ""}\``;
  if (second === undefined) return key;
  return `${key} and ${furtherRoutes.length > 0 ? `${furtherRoutes.length + 1} other routes` : `\`${second.key}\``}`;
}

/** Complains about parameters of a rule that neither the route nor its body has. */
function checkPageParameters(
  { parameter, size }: Pagination,
  lists: readonly RouteList[],
  resolve: ResolveComponent,
  complain: ComplainOfName,
): void {
  const namedParameters = [
    [["parameter"], parameter],
    [["size", "parameter"], entryOf(size, "parameter")],
  ] as const;
  for (const [at, name] of namedParameters) {
    if (typeof name !== "string") continue;
    const missing = lists.flatMap(({ route }) => {
      const known = listSentNames(route, resolve);
      return known === undefined || known.includes(name) ? [] : [{ route, known }];
    });
    if (missing.length === 0) continue;
    const keys = printKeys(missing.map(({ route }) => route));
    const known = [...new Set(missing.flatMap((each) => each.known))];
    complain(at, `parameter is \`${name}\`, which is not among those of ${keys}`, name, known);
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

/** Complains about names by which a rule finds no route. */
function checkQuery(
  rule: PaginationRule,
  listsOfRule: readonly RouteList[],
  routes: readonly Route[],
  resolve: ResolveComponent,
  complain: ComplainOfName,
): void {
  const { query, items } = rule;
  if (query === undefined || routes.length === 0) return;
  const gets = routes.filter(({ method }) => method === "GET");
  const known = [...new Set(gets.flatMap(listQuery))];
  const unknown = query.filter((name) => !known.includes(name));
  for (const name of unknown) {
    const at = ["routes", "query", query.indexOf(name)];
    complain(at, `parameter is \`${name}\`, which no GET route has in its query`, name, known);
  }
  if (unknown.length > 0 || listsOfRule.length > 0) return;
  const described = gets.filter((route) => matchesRule(route, rule));
  if (described.length === 0) {
    const what = `parameters are ${alternatives(query, "and")}, which no GET route has together`;
    complain(["routes", "query"], what, "", known);
  } else if (items !== undefined) {
    // The routes do not follow the rule, so no page has its list.
    const pages = described.flatMap((route): readonly RouteList[] => {
      const response = route.pagination === undefined ? findPage(route) : undefined;
      return response ? [{ route, pagination: rule, items, response }] : [];
    });
    checkPaths({ style: rule.style, items }, pages, resolve, complain);
  }
}

function listQuery({ parameters }: Route): readonly string[] {
  return parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
}

// ---- Models and headers

/** Complains about models whose component does not exist. */
function checkModels({ vendor, components }: SchemaModel, complain: ComplainOfName): void {
  const known = components.map(({ ref }) => ref.slice(ref.indexOf("#/") + 2));
  for (const [type, component] of Object.entries(vendor.sdk.models ?? {}))
    if (!known.includes(component))
      complain([type], `component \`${component}\` does not exist`, component, known);
}

/** Complains about a header that is probably misspelt. Routes need not declare it. */
function checkIdempotency({ vendor, routes }: SchemaModel, complain: ComplainOfName): void {
  const { idempotency } = vendor.sending;
  if (idempotency === undefined) return;
  const declared = routes.flatMap(({ method, parameters }) =>
    method === "POST" ? parameters.filter((parameter) => parameter.in === "header") : [],
  );
  const known = [...new Set(declared.map(({ name }) => name))];
  if (known.some((name) => name.toLowerCase() === idempotency)) return;
  const nearest = nearestKey(idempotency, known);
  if (nearest === undefined) return;
  complain(["header"], `header is \`${idempotency}\`, which no POST route declares`, idempotency, [
    nearest,
  ]);
}

// ---- Payloads

/** Complains about paths that no payload has. A path of some payloads is right: the others may be described badly. */
function checkPayloadPaths(
  vendor: YamlDocument,
  events: readonly Event[],
  resolve: ResolveComponent,
): void {
  for (const keys of PAYLOAD_PATHS) {
    const at: Path = ["webhooks", ...keys, "body"];
    const path = valueAt(vendor.value, ...at);
    if (typeof path !== "string") continue;
    const payloads = events.flatMap((event) => payloadsOfEvent(event, keys[0] === "action"));
    const lookups = payloads.map((payload) => lookUpPath(payload, path, resolve));
    const missing = lookups.filter((lookup) => lookup.state === "absent");
    if (payloads.length === 0 || missing.length < lookups.length) continue;
    const known = missing.flatMap(({ start, known: names }) =>
      names.map((name) => [...start, name].join(".")),
    );
    complainAt(vendor, at)([], `path is \`${path}\`, which no payload has`, path, [
      ...new Set(known),
    ]);
  }
}

/** The keys of `webhooks` that hold a path into payloads. */
const PAYLOAD_PATHS: readonly Path[] = [
  ["event"],
  ["delivery"],
  ["action"],
  ["signature", "timestamp"],
];

function payloadsOfEvent(
  { payload = true, actions }: Event,
  needsAction: boolean,
): readonly JsonSchema[] {
  if (actions.length > 0) return actions.map((action) => action.payload ?? true);
  return needsAction ? [] : [payload];
}

// ---- Types

/** Complains about a name below a path of a document, with the known names. */
type ComplainOfName = (at: Path, what: string, name: string, known: readonly string[]) => void;
