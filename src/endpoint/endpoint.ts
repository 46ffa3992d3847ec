import { USER_AGENT } from "../version.js";
import { checkJson, checkText, isJsonType, isRawBody, JSON_TYPE, rawTypeOf } from "./body.js";
import { cached, createRepeatFilter } from "./cache.js";
import type { EndpointCatalog } from "./catalog.js";
import type {
  BodyWriter,
  EndpointExtensions,
  ParameterExtension,
  Server,
  UntypedEndpoint,
} from "../requests/extensions.js";
import { describe, EndpointError, mistake } from "./errors.js";
import { copyHeaders, createAmender, type AmendAccept, type HeaderRecord } from "./headers.js";
import {
  findOptions,
  isParameterName,
  mergeOptions,
  readObject,
  readValues,
  showOptions,
  type Options,
} from "./options.js";
import { collectBody, createPlanner, writeUrl, type Call, type Planner } from "./placement.js";
import {
  compileRoute,
  createExceptionFinder,
  createRoute,
  nameRoute,
  parseRoute,
  readMethod,
  ROUTE_FORMS,
  type CompiledRoute,
  type FindException,
  type Route,
} from "./route.js";
import type {
  DefaultOptions,
  Endpoint,
  EndpointDefaults,
  MergedOptions,
  RequestOptions,
} from "./types.js";
import { readBaseUrl } from "./url-safety.js";
import { copyPlain, isList, readOwn, type UnknownRecord } from "./values.js";

// ---- Builders

/**
 * Creates a request builder over a catalog. It is synchronous, does no I/O, and keeps nothing of
 * a call but its compiled route and the names of its parameters.
 */
export function createEndpoint<Routes, Extra = unknown>(
  catalog: EndpointCatalog,
  extensions: EndpointExtensions = {},
): Endpoint<Routes, never, Extra> {
  const server = extensions.variables?.(catalog);
  const { baseUrl } = server ?? catalog;
  const headers = { accept: catalog.accept, "user-agent": USER_AGENT };
  const options = { ...NO_OPTIONS, baseUrl, method: "GET", headers };
  const shared = createShared(catalog, extensions, server);
  const builder = createBuilder(shared, createDefaults(options, undefined));
  return server?.extend(builder) ?? builder;
}

const NO_OPTIONS: Options = {
  baseUrl: undefined,
  method: undefined,
  url: undefined,
  headers: {},
  mediaType: undefined,
  request: undefined,
  data: undefined,
};

function createBuilder(shared: Shared, defaults: Defaults): UntypedEndpoint {
  function endpoint(route?: unknown, parameters?: unknown): RequestOptions {
    return typeof route === "string"
      ? build(shared, defaults, shared.findRoute(route), parameters, true)
      : buildFromOptions(shared, defaults, route);
  }
  endpoint.DEFAULTS = showDefaults(defaults);
  endpoint.defaults = (options: EndpointDefaults): UntypedEndpoint =>
    createBuilder(shared, addDefaults(defaults, options));
  endpoint.merge = (route?: unknown, parameters?: unknown): MergedOptions =>
    typeof route === "string"
      ? mergeRoute(defaults, shared.findRoute(route).route, parameters, route)
      : mergeFromOptions(defaults, route);
  endpoint.parse = (options: MergedOptions): RequestOptions =>
    buildFromOptions(shared, NO_DEFAULTS, options);
  return endpoint;
}

/** What all builders over one catalog share. */
interface Shared {
  readonly accept: string;
  readonly bodies: readonly BodyWriter[];
  readonly declare: ParameterExtension | undefined;
  /** Whether an address is the catalog's own, without trailing slashes. */
  isBaseUrl(address: string): boolean;
  readonly amendAccept: AmendAccept;
  readonly findException: FindException;
  findRoute(text: string): KnownRoute;
  /** The routes of a URL that was passed as an option, by method. */
  findRoutesOfUrl(url: string): Map<string, KnownRoute>;
}

/** A route, compiled when its first request is built. */
interface KnownRoute {
  readonly route: Route;
  planner: Planner | undefined;
}

/** More than nearly all programs use. */
const KEPT_ROUTES = 500;

function createShared(
  catalog: EndpointCatalog,
  { bodies = [], parameters }: EndpointExtensions,
  server: Server | undefined,
): Shared {
  return {
    accept: catalog.accept,
    bodies,
    declare: parameters,
    isBaseUrl: (url) =>
      server?.isBaseUrl(url) ??
      (catalog.baseUrl === "" || url === readBaseUrl(catalog.baseUrl, "defaults")),
    amendAccept: createAmender(catalog.mediaTypePrefix),
    findException: createExceptionFinder(catalog),
    findRoute: cached(
      KEPT_ROUTES,
      (text): KnownRoute => ({ route: parseRoute(text), planner: undefined }),
      createRepeatFilter(),
    ),
    findRoutesOfUrl: cached(KEPT_ROUTES, () => new Map(), createRepeatFilter()),
  };
}

// ---- Building a request

/** Builds the request of options that hold method and URL themselves. */
function buildFromOptions(shared: Shared, defaults: Defaults, given: unknown): RequestOptions {
  const options = readFirstArgument(given);
  const method = readOwn(options, "method") ?? defaults.options.method ?? "GET";
  const url = readOwn(options, "url") ?? defaults.options.url;
  const route = createRoute(method, url);
  const routes = shared.findRoutesOfUrl(route.url);
  let known = routes.get(route.method);
  if (known === undefined) routes.set(route.method, (known = { route, planner: undefined }));
  return build(shared, defaults, known, options, false);
}

/** @param isRoute Whether the route was a string, which excludes the options "method" and "url". */
function build(
  shared: Shared,
  defaults: Defaults,
  known: KnownRoute,
  given: unknown,
  isRoute: boolean,
): RequestOptions {
  const { route, planFor } = (known.planner ??= createPlanner(
    compileRoute(known.route, shared.findException),
  ));
  const all = withDefaults(defaults, readObject(given, "options", route.name));
  const declared = shared.declare?.(all, route, shared.accept);
  const passed = declared?.rest ?? all;
  const plan = planFor(Object.keys(passed));
  const values = readValues(passed, plan.keys);
  const options = mergeOptions(defaults.options, plan.options, values, route.name, isRoute);
  const { data, mediaType, request } = options;
  if (data !== undefined && !route.hasBody) throw bodyNotAllowed(route.name);

  const call = { route, plan, values };
  const url = writeUrl(call, originOf(route, options.baseUrl, shared));
  // Headers that the call gave were merged into an object of its own.
  const isOwn = options.headers !== defaults.options.headers;
  let { headers } = options;
  let body: unknown;
  if (isPlainJson(call, data) && !isOwn && defaults.jsonHeaders !== undefined) {
    body = collectBody(call, true);
    headers = { ...(body === undefined ? headers : defaults.jsonHeaders) };
  } else if (route.hasBody) {
    if (!isOwn) headers = copyHeaders(headers);
    body = writeBody(call, data, headers, shared.bodies);
  } else if (!isOwn) headers = { ...headers };
  const format = mediaType && readOwn(mediaType, "format");
  if (format !== undefined) shared.amendAccept(headers, format, route.name);

  const result: RequestOptions = { method: route.method, url, headers };
  if (body !== undefined) result.body = body;
  if (request !== undefined) result.request = request;
  declared?.addTo(result);
  return result;
}

function bodyNotAllowed(route: string): EndpointError {
  const problem = "cannot be sent: the method has no body; remove it or use another method";
  return mistake("BODY_NOT_ALLOWED", 'Option "data"', problem, route, ["data"]);
}

/** Whether the remaining parameters are the body, and the route declares no type for it. */
function isPlainJson({ route }: Call, data: unknown): boolean {
  return route.hasBody && data === undefined && route.contentType === undefined;
}

/** Writes the body, and puts its content type into the headers (contract A.8, A.9). */
function writeBody(
  call: Call,
  data: unknown,
  headers: HeaderRecord,
  writers: readonly BodyWriter[],
): unknown {
  const { contentType, name } = call.route;
  const isRaw = typeof data === "object" && !isList(data, "data", name) && isRawBody(data);
  const usual = isRaw ? rawTypeOf(data, contentType) : (contentType ?? JSON_TYPE);
  const type = readOwn(headers, "content-type") ?? usual;
  const isJson = type === undefined || type === JSON_TYPE || isJsonType(type);
  const writer = isJson ? undefined : writers.find((each) => each.matches(type));
  const body = data === undefined ? collectBody(call, writer === undefined) : data;
  if (body === undefined) return undefined;
  if (type !== undefined) headers["content-type"] = type;
  if (writer !== undefined) return writer.write(body, call.route, headers);
  if (!isJson) checkText(body, type, contentType, name);
  else if (data !== undefined && !isRaw) checkJson(data, "data", name);
  return body;
}

/** A base address that the caller chose comes before a server of the catalog: tokens go with it. */
function originOf(
  { name, origin, exception }: CompiledRoute,
  baseUrl: unknown,
  shared: Shared,
): string {
  // A catalog without an address has "".
  const isOwn = exception.template === undefined || baseUrl === "";
  if (origin !== undefined && isOwn) return origin;
  const base = readBaseUrl(baseUrl, name);
  return origin !== undefined && shared.isBaseUrl(base) ? origin : base;
}

function readFirstArgument(given: unknown): UnknownRecord {
  if (typeof given === "object" && given !== null) return given as UnknownRecord; // any object
  const message = `The route is ${describe(given)}; expected ${ROUTE_FORMS}.`;
  throw new EndpointError("INVALID_ROUTE", message, "");
}

// ---- Merging

function mergeFromOptions(defaults: Defaults, given: unknown): MergedOptions {
  const passed = readFirstArgument(given ?? {});
  const name = nameRoute(readOwn(passed, "method"), readOwn(passed, "url"));
  const merged = merge(defaults, passed, name, false);
  const { method, url } = merged.options;
  // Without a URL nothing is wrong yet: merged options can be completed.
  return showMerged(merged, readMethod(method, name), typeof url === "string" ? url : "");
}

function mergeRoute(
  defaults: Defaults,
  { method, url }: Route,
  given: unknown,
  text: string,
): MergedOptions {
  return showMerged(merge(defaults, given, text, true), method, url);
}

function showMerged({ options, parameters }: Merged, method: string, url: string): MergedOptions {
  // A base address of another type is the caller's mistake, which `parse()` reports.
  return showOptions({ ...options, method, url }, parameters) as unknown as MergedOptions;
}

/** Options and parameters over the defaults. */
interface Merged {
  readonly options: Options;
  /** None of them is `undefined`. */
  readonly parameters: UnknownRecord | undefined;
}

function merge(defaults: Defaults, given: unknown, route: string, isRoute: boolean): Merged {
  const passed = withDefaults(defaults, readObject(given, "options", route));
  const keys = Object.keys(passed);
  const values = readValues(passed, keys);
  const found = findOptions(keys);
  const options = mergeOptions(defaults.options, found, values, route, isRoute);
  if (found.length === 0 && !values.includes(undefined) && !keys.includes("__proto__"))
    return { options, parameters: passed };
  const parameters: Record<string, unknown> = {};
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    const value = values[index];
    if (value !== undefined && isParameterName(key)) parameters[key] = value;
  }
  return { options, parameters };
}

// ---- Defaults

/** What every call of a builder starts from. */
interface Defaults extends Merged {
  /**
   * The headers of a call that sends JSON and gives none of its own, if there is no other content
   * type. Gain: 15 % of such a call.
   */
  readonly jsonHeaders: HeaderRecord | undefined;
  /** The names of the parameters that each call gets a copy of. */
  readonly copied: readonly string[];
}

function createDefaults(options: Options, parameters: UnknownRecord | undefined): Defaults {
  const copied = Object.keys(parameters ?? {}).filter(
    (name) => typeof parameters?.[name] === "object",
  );
  const { headers } = options;
  const hasType = Object.hasOwn(headers, "content-type");
  const jsonHeaders = hasType ? undefined : copyHeaders(headers);
  if (jsonHeaders !== undefined) jsonHeaders["content-type"] = JSON_TYPE;
  return { options, parameters, jsonHeaders, copied };
}

const NO_DEFAULTS: Defaults = /* @__PURE__ */ createDefaults(NO_OPTIONS, undefined);

/** Later changes to `given` do not reach the result (contract A.10). */
function addDefaults(defaults: Defaults, given: unknown): Defaults {
  const { options, parameters = {} } = merge(defaults, given, "defaults", false);
  const mediaType = copyPlain(options.mediaType);
  const isEmpty = Object.keys(parameters).length === 0;
  return createDefaults(
    { ...options, mediaType },
    isEmpty ? undefined : copyPlain({ ...parameters }),
  );
}

/** Frozen copies, so that nobody can reach the defaults through them. */
function showDefaults({ options, parameters }: Defaults): DefaultOptions {
  return copyPlain(showOptions(options, parameters), true) as unknown as DefaultOptions;
}

/** What was passed, over the parameters that have defaults. */
function withDefaults({ parameters, copied }: Defaults, given: UnknownRecord = {}): UnknownRecord {
  if (parameters === undefined) return given;
  const passed: Record<string, unknown> = Object.assign({}, parameters, given);
  for (const name of copied)
    if (!Object.hasOwn(given, name)) passed[name] = copyPlain(parameters[name]);
  return passed;
}
