/** Imports routes: each operation of the description as an entry of `routes.yaml`. */
import {
  entriesOf,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  mapOf,
  textOf,
} from "../../model/json.js";
import { kindOfKeyword } from "../model/notes.js";
import { isRetryExtension, noteRetries } from "../model/retry-extensions.js";
import { complaintOfUrl } from "../../read/check-route-keys.js";
import { placeholdersOf } from "../../read/route-entries.js";
import { describeJson, isWritableKey } from "../model/description.js";
import { followChain } from "../model/references.js";
import {
  FORBIDDEN_METHOD,
  isOtherMethod,
  type ListedOperation,
  operationsOf,
} from "../model/operations.js";
import { importBody } from "./bodies.js";
import { importResponses } from "./responses.js";
import { type ImportContext, ROUTE_FILE } from "../model/context.js";
import { resolveEntry } from "../model/resolve-entry.js";
import { type ImportedParameters, importParameters } from "./parameters.js";
import { importOwnServer } from "./servers.js";
import { importStream } from "./streams.js";
import { isMarkedWebhook } from "../webhooks/list-webhooks.js";
import { PAGINATION_EXTENSIONS, readPaginationExtension } from "../client/pagination-extensions.js";

/** Imports all routes, by their keys, in the order of the description. */
export function importRoutes(context: ImportContext): ReadonlyMap<string, JsonMap> {
  const routes = new Map<string, JsonMap>();
  for (const [url, item] of entriesOf(context.description.root["paths"])) {
    if (url.startsWith("x-")) continue;
    const resolved = resolveEntry(item, url, context);
    if (resolved) importPath(url, resolved.value, routes, context);
  }
  return routes;
}

function importPath(
  url: string,
  path: JsonMap,
  routes: Map<string, JsonMap>,
  context: ImportContext,
): void {
  const complaint = complaintOfUrl(url) ?? complaintOfPathNames(url);
  const operations = operationsOf(context.description.root, path);
  notePathKeywords(url, path, operations, context);
  for (const [method, operation] of operations) {
    const key = `${method} ${url}`;
    const entry = `${ROUTE_FILE} ${key}`;
    if (isMarkedWebhook(operation)) continue;
    if (!isMap(operation))
      context.notes.lose(`${describeJson(operation)} in place of an operation`, key, "route");
    else if (/^\/?<[^<>]*>$/.test(url)) context.notes.lose(WHOLE_URL, key, "route");
    else if (complaint !== undefined)
      context.notes.lose(`an unsupported URL (${complaint})`, key, "route");
    else if (context.label.foreignKeys.has(entry)) context.skipped.add(entry);
    else {
      // The standard does not allow a reference here, but descriptions in several files have them.
      const resolved = resolveEntry(operation, key, context);
      const route = resolved && { key, url, path, operation: resolved.value };
      if (route) routes.set(key, importRoute(route, context));
    }
  }
}

const WHOLE_URL = "a route whose whole URL is a placeholder; callers pass the URL they received";

/** The reason that the placeholders of a URL cannot be declared; `undefined` if they can. */
function complaintOfPathNames(url: string): string | undefined {
  const names = placeholdersOf(url);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) return `\`{${repeated}}\` occurs twice`;
  const unwritable = names.find((name) => !isWritableKey(name));
  return unwritable === undefined ? undefined : `\`{${unwritable}}\` cannot be a key`;
}

/** Notes the keys of a path that are not imported. */
function notePathKeywords(
  url: string,
  path: JsonMap,
  operations: readonly (readonly [method: string, operation: Json])[],
  context: ImportContext,
): void {
  const { description, notes } = context;
  const methods = new Set(operations.map(([method]) => method));
  for (const key of Object.keys(path)) {
    if (!methods.has(key.toUpperCase())) notePathKeyword(key, url, context);
  }
  for (const [method] of entriesOf(followChain(description.root, path["additionalOperations"]))) {
    if (isOtherMethod(method)) continue;
    const reason = FORBIDDEN_METHOD.test(method)
      ? "which `fetch` refuses to send"
      : "which is no method of its own";
    notes.lose(`an operation with ${method}, ${reason}`, `${method} ${url}`, "route");
  }
}

function notePathKeyword(key: string, url: string, { notes }: ImportContext): void {
  if (CARRIED_PATH_KEYWORDS.includes(key)) return;
  if (key === "trace") {
    const what = "an operation with TRACE, which `fetch` refuses to send";
    notes.lose(what, `TRACE ${url}`, "route");
  } else if (["summary", "description"].includes(key) || key.startsWith("x-")) {
    notes.skip(`\`${key}\` of a path`, kindOfKeyword(key));
  } else notes.lose(`\`${key}\` of a path`, url);
}

/** Keywords of a path that are imported. */
const CARRIED_PATH_KEYWORDS = ["parameters", "servers", "$ref", "additionalOperations"];

/** The entry of a route, its keys in the order of the format. */
function importRoute(route: ListedOperation, context: ImportContext): JsonMap {
  const { key, path, operation } = route;
  noteOperationKeywords(route, context);
  const { summary, description, deprecated } = operation;
  const docs = textOf(mapOf(operation["externalDocs"])["url"]) ?? "";
  const lists = [path["parameters"], operation["parameters"]];
  const parameters = matchUrl(route, importParameters(lists, key, context), context);
  const server = readRouteServer(route, context);
  const body = importBody(key, operation["requestBody"], context);
  const { stream, responses: otherResponses } = importStream(route, context);
  const { responses, accept } = importResponses(key, otherResponses, context);
  const { operation: name = "", clash } = context.operations.get(key) ?? {};
  if (clash !== undefined) context.notes.tell(`The operation \`${clash}\` is another route's`, key);
  return {
    operation: name,
    ...context.names.ofRoute(key),
    ...(typeof summary === "string" && summary.trim() !== "" && { summary }),
    ...(typeof description === "string" && description.trim() !== "" && { description }),
    ...(/^https?:\/\/\S+$/.test(docs) && { docs }),
    ...((deprecated === true || context.names.isDeprecated(key)) && { deprecated: true }),
    ...server,
    ...context.security.ofRoute(operation, key),
    ...context.client.ofRoute(key),
    ...Object.fromEntries(Object.entries(parameters).filter(([, map]) => hasEntries(map))),
    ...(body && { body }),
    ...(stream && { stream }),
    ...(accept !== undefined && { accept }),
    ...(hasEntries(responses) && { responses }),
  };
}

function noteOperationKeywords(
  { key, operation }: ListedOperation,
  { client, description: { root }, notes }: ImportContext,
): void {
  for (const keyword of Object.keys(operation)) {
    if (NAME_EXTENSIONS.has(keyword)) continue;
    if (isRetryExtension(keyword)) noteRetries(keyword, key, notes);
    else if (PAGINATION_EXTENSIONS.has(keyword)) {
      const isRead = readPaginationExtension(root, { operation }) !== undefined;
      if (isRead && client.misfits.has(key))
        notes.lose(`\`${keyword}\` that names what the route does not have`, key);
      else if (!isRead && operation[keyword] !== false)
        notes.lose(`\`${keyword}\` that the client cannot follow`, key);
    } else if (keyword === "x-fern-streaming") {
      continue; // read with the responses
    } else if (keyword === "tags" || keyword.startsWith("x-")) {
      notes.skip(`\`${keyword}\` of an operation`, kindOfKeyword(keyword));
    } else if (!CARRIED_KEYWORDS.has(keyword)) notes.lose(`\`${keyword}\` of an operation`, key);
  }
}

/** Keywords of an operation that are imported. */
// prettier-ignore
const CARRIED_KEYWORDS: ReadonlySet<string> = new Set([
  "operationId", "summary", "description", "externalDocs", "deprecated", "parameters", "requestBody",
  "responses", "servers", "security", "callbacks",
]);

/** Extensions that name methods. */
const NAME_EXTENSIONS: ReadonlySet<string> = new Set([
  "x-fern-sdk-group-name",
  "x-fern-sdk-method-name",
  "x-speakeasy-group",
  "x-speakeasy-name-override",
]);

function hasEntries(map: object): boolean {
  return Object.keys(map).length > 0;
}

/** Keeps one path parameter for each placeholder, in the order of the URL. */
function matchUrl(
  { key, url }: ListedOperation,
  { path, ...byPlace }: ImportedParameters,
  { notes }: ImportContext,
): ImportedParameters {
  const placeholders = placeholdersOf(url);
  for (const name of Object.keys(path).filter((name) => !placeholders.includes(name))) {
    notes.lose(`the path parameter \`${name}\`, which the URL does not have`, key);
  }
  const query = new Map(Object.entries(byPlace.query));
  const entries = placeholders.map((name) => {
    if (Object.hasOwn(path, name)) return [name, path[name]] as const;
    const misplaced = query.get(name);
    query.delete(name);
    const what =
      misplaced === undefined
        ? "without a parameter, imported as a string"
        : "declared in the query";
    notes.tell(`Placeholder ${what}: \`{${name}}\``, key);
    return [name, misplaced === undefined ? "string" : withoutQueryKeys(misplaced)] as const;
  });
  return { path: Object.fromEntries(entries), ...byPlace, query: Object.fromEntries(query) };
}

/** Removes keys that a path parameter cannot have, or that mean something else there. */
function withoutQueryKeys(parameter: Json): Json {
  if (!isMap(parameter)) return parameter;
  const { required: _required, style: _style, reserved: _reserved, ...pathParameter } = parameter;
  return pathParameter;
}

/** Reads the server of the operation, or of its path; empty if it is the server of the description. */
function readRouteServer(
  { key, path, operation }: ListedOperation,
  context: ImportContext,
): JsonMap {
  const list = operation["servers"] ?? path["servers"];
  const [ofRoute, ofDescription] = [list, context.description.root["servers"]].map(
    (each) => itemsOf(each)[0],
  );
  const isSame = JSON.stringify(ofRoute) === JSON.stringify(ofDescription);
  return isSame ? {} : importOwnServer(list ?? [], `${key} servers`, context);
}
