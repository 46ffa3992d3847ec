import { describeKind, isObject } from "../../base/values.js";
import { isJsonType, MULTIPART, URLENCODED } from "../../http/media-types.js";
import type { EndpointCatalog } from "../../catalog/requests.js";
import { USER_AGENT } from "../../base/package.js";
import { checkJson, isRawBody, JSON_IN_UTF8, notText, rawTypeOf } from "./body.js";
import { cached, createRepeatFilter } from "./cache.js";
import { createError, EndpointError } from "./errors.js";
import type { EndpointExtensions, Server, UntypedEndpoint } from "./extensions.js";
import { createAmender, type HeaderRecord } from "./headers.js";
import {
  checkParameterNames,
  findOptions,
  isParameterName,
  mergeOptions,
  NO_OPTIONS,
  readObject,
  readValues,
  showOptions,
  type CallForm,
  type Merged,
} from "./options.js";
import {
  collectBody,
  createPlanner,
  writeUrl,
  type PlannedCall,
  type Planner,
} from "./placement.js";
import {
  createExceptionFinder,
  createRoute,
  nameRoute,
  parseRoute,
  expectMethod,
  ROUTE_FORMS,
  type CompiledRoute,
  type Route,
} from "./route.js";
import type {
  AnyRoutes,
  DefaultOptions,
  Endpoint,
  EndpointDefaults,
  MergedOptions,
  RequestOptions,
} from "./types.js";
import { readBaseUrl } from "./url-safety.js";
import { copyPlain, readOwn, type UnknownRecord } from "./values.js";

// ---- Builders

/**
 * Creates a request builder over a catalog. Without the types of its routes, it takes any route. The
 * builder is synchronous and does no I/O. It remembers no value of a call, only its compiled route and
 * the names of its parameters.
 * @example
 * const endpoint = createEndpoint<Routes>(catalog, { bodies: [formBody] });
 * const { method, url, headers } = endpoint("GET /things/{id}", { id: "7" });
 */
export function createEndpoint<Routes = AnyRoutes, Extra = unknown>(
  catalog: EndpointCatalog,
  extensions: EndpointExtensions = {},
): Endpoint<Routes, never, Extra> {
  const server = extensions.variables?.(catalog);
  const { baseUrl } = server ?? catalog;
  const { accept, userAgent } = catalog;
  const headers = { accept, "user-agent": (userAgent ? `${userAgent} ` : "") + USER_AGENT };
  const options = { ...NO_OPTIONS, baseUrl, method: "GET", headers };
  const shared = createShared(catalog, extensions, server);
  const builder = createBuilder(shared, createDefaults({ options }));
  return server?.extend(builder) ?? builder;
}

function createBuilder(shared: Shared, defaults: Defaults): UntypedEndpoint {
  function endpoint(route?: unknown, parameters?: unknown): RequestOptions {
    return typeof route === "string"
      ? build(shared, defaults, shared.findRoute(route), parameters, "route")
      : buildFromOptions(shared, defaults, route);
  }
  // Frozen copies, so that callers cannot change the defaults.
  endpoint.DEFAULTS = copyPlain(showOptions(defaults), true) as unknown as DefaultOptions;
  endpoint.defaults = (options: EndpointDefaults): UntypedEndpoint =>
    createBuilder(shared, addDefaults(defaults, options));
  endpoint.merge = (route?: unknown, parameters?: unknown): MergedOptions => {
    if (typeof route !== "string") return mergeFromOptions(shared, defaults, route);
    const known = shared.findRoute(route).route;
    return showMerged(known, merge(defaults, parameters, known.name, "route"));
  };
  endpoint.parse = (options: MergedOptions): RequestOptions =>
    buildFromOptions(shared, NO_DEFAULTS, options);
  return endpoint;
}

type Shared = ReturnType<typeof createShared>;

/** A route, compiled when its first request is built. */
interface KeptRoute {
  readonly route: Route;
  planner: Planner | undefined;
}

/** Sets `planner` as an own property, so that a polluted `Object.prototype` is not read. */
const keepRoute = (route: Route): KeptRoute => ({ route, planner: undefined });

/** The most routes that are remembered; nearly all programs use fewer. */
const KEPT_ROUTES = 500;

/** State that all builders over one catalog share. */
function createShared(
  catalog: EndpointCatalog,
  { bodies = [], parameters, values }: EndpointExtensions,
  server: Server | undefined,
) {
  return {
    accept: catalog.accept,
    methods: catalog.methods,
    bodies,
    declare: parameters,
    values,
    hasAddress: catalog.baseUrl !== "",
    /**
     * Tells whether `address` (without a trailing slash) belongs to the service. Without an address in
     * the catalog, every address does.
     */
    isBaseUrl: (address: string) =>
      server?.isBaseUrl(address) ??
      (catalog.baseUrl === "" || address === readBaseUrl(catalog.baseUrl, "defaults")),
    amendAccept: createAmender(catalog.mediaTypePrefix),
    findException: createExceptionFinder(catalog),
    findRoute: cached(
      KEPT_ROUTES,
      (text) => keepRoute(parseRoute(text, catalog.methods)),
      createRepeatFilter(),
    ),
    /** By method: the routes of a URL that was passed as an option. */
    findRoutesOfUrl: cached(KEPT_ROUTES, () => new Map<string, KeptRoute>(), createRepeatFilter()),
  };
}

// ---- Building a request

/** Builds the request of options that hold method and URL themselves. */
function buildFromOptions(shared: Shared, defaults: Defaults, given: unknown): RequestOptions {
  const options = readFirstArgument(given);
  const method = readOwn(options, "method") ?? defaults.options.method ?? "GET";
  const url = readOwn(options, "url") ?? defaults.options.url;
  const route = createRoute(method, url, shared.methods);
  const routes = shared.findRoutesOfUrl(route.url);
  let known = routes.get(route.method);
  if (known === undefined) routes.set(route.method, (known = keepRoute(route)));
  return build(shared, defaults, known, options, "options");
}

function build(
  shared: Shared,
  defaults: Defaults,
  known: KeptRoute,
  given: unknown,
  form: CallForm,
): RequestOptions {
  const { route, planFor } = (known.planner ??= createPlanner(known.route, shared.findException));
  const completed = withDefaults(defaults, given, route.name);
  // Dates and the like are texts from here on.
  const writable = shared.values?.writeTexts(completed, route.name) ?? completed;
  // Headers, cookies and styled parameters that the route declares are taken out; `addTo` below sends them.
  const declared = shared.declare?.(writable, route, shared.accept);
  const undeclared = declared?.rest ?? writable;
  const plan = planFor(Object.keys(undeclared));
  const values = readValues(undeclared, plan.keys);
  const options = mergeOptions(defaults.options, plan.options, values, route.name, form);
  const { data, mediaType, request } = options;
  if (data !== undefined && !route.hasBody) {
    const detail = "cannot be sent: the method has no body; remove it or use another method";
    throw createError("BODY_NOT_ALLOWED", 'Option "data"', detail, route.name, ["data"]);
  }

  const call = { route, plan, values };
  const url = writeUrl(call, originOf(route, options.baseUrl, shared));
  const result: RequestOptions = { method: route.method, url, headers: options.headers };
  if (route.hasBody) addBody(result, call, data, defaults, shared);
  // Copy: the caller must not be able to change the defaults.
  if (result.headers === defaults.options.headers) result.headers = { ...result.headers };
  if (mediaType !== undefined) shared.amendAccept(result.headers, mediaType, route.name);
  if (request !== undefined) result.request = request;
  declared?.addTo(result);
  return result;
}

/** Adds the body, if there is one, and its content type (contract A.8, A.9, A.30). */
function addBody(
  request: RequestOptions,
  call: PlannedCall,
  data: unknown,
  defaults: Defaults,
  shared: Shared,
): void {
  const { contentType, name, exception } = call.route;
  const isRaw = isRawBody(data, name);
  const defaultType = isRaw ? rawTypeOf(data, contentType) : (contentType ?? JSON_IN_UTF8);
  const headerType = readOwn(request.headers, "content-type");
  const type = headerType ?? defaultType;
  const isJson = type === undefined || type === JSON_IN_UTF8 || isJsonType(type);
  const writer = isJson ? undefined : shared.bodies.find((each) => each.matches(type));
  const values = isJson && !isRaw ? shared.values : undefined;
  const collected = data === undefined ? collectBody(call, writer === undefined && !values) : data;
  const hasProperties = isJson || writer !== undefined;
  const body = collected === undefined && hasProperties && exception.emptyBody ? {} : collected;
  if (body === undefined) return;
  if (type !== undefined && headerType === undefined) addContentType(request, type, defaults);
  const isText =
    !isJson &&
    writer === undefined &&
    (contentType !== undefined || URLENCODED.test(type) || MULTIPART.test(type));
  if (isText && !isRaw && typeof body !== "string") throw notText(body, type, name);
  if (isJson && !isRaw && !values && data !== undefined) checkJson(data, "data", name);
  request.body = values?.toBody(body, data !== undefined, name) ?? body;
  if (writer !== undefined) {
    request.headers = { ...request.headers }; // the writer may change them
    request.body = writer.write(body, call.route, request.headers);
  }
}

/** Adds the content type to headers that have none. */
function addContentType(request: RequestOptions, type: string, defaults: Defaults): void {
  request.headers =
    request.headers === defaults.options.headers && type === JSON_IN_UTF8
      ? { ...defaults.jsonHeaders }
      : { "content-type": type, ...request.headers };
}

/**
 * The address before a route's path. A base address chosen by the caller has precedence over the route's
 * server, because the caller's token was issued for that address.
 */
function originOf(route: CompiledRoute, baseUrl: unknown, shared: Shared): string {
  const { name, origin, exception } = route;
  // `baseUrl` is empty for a catalog without an address.
  if (origin !== "" && (exception.template === undefined || baseUrl === "")) return origin;
  const base = readBaseUrl(baseUrl, name);
  if (exception.needsBaseUrl && shared.hasAddress && shared.isBaseUrl(base))
    throw missingBaseUrl(name);
  return origin !== "" && shared.isBaseUrl(base) ? origin : base;
}

function missingBaseUrl(route: string): EndpointError {
  const detail = "is missing; expected the address of the route's own server";
  return createError("MISSING_PARAMETER", 'Option "baseUrl"', detail, route, ["baseUrl"]);
}

function readFirstArgument(given: unknown): UnknownRecord {
  if (isObject(given)) return given as UnknownRecord; // any object
  const message = `The route is ${describeKind(given)}; expected ${ROUTE_FORMS}.`;
  throw new EndpointError("INVALID_ROUTE", message, "");
}

// ---- Merging

function mergeFromOptions({ methods }: Shared, defaults: Defaults, given: unknown): MergedOptions {
  const passed = readFirstArgument(given ?? {});
  const name = nameRoute(readOwn(passed, "method"), readOwn(passed, "url"));
  const merged = merge(defaults, passed, name, "options");
  const { method, url } = merged.options;
  // A missing URL is not an error yet, because merged options can be completed.
  const route = {
    method: expectMethod(method, name, methods),
    url: typeof url === "string" ? url : "",
  };
  return showMerged(route, merged);
}

function showMerged({ method, url }: Omit<Route, "name">, merged: Merged): MergedOptions {
  const { options, parameters } = merged;
  // `parse()` reports a base address of another type.
  return showOptions({ options: { ...options, method, url }, parameters }) as MergedOptions;
}

function merge(defaults: Defaults, given: unknown, route: string, form: CallForm): Merged {
  const passed = withDefaults(defaults, given, route);
  const keys = Object.keys(passed);
  const values = readValues(passed, keys);
  const options = mergeOptions(defaults.options, findOptions(keys), values, route, form);
  const isGiven = (key: string, index: number): boolean =>
    values[index] !== undefined && isParameterName(key);
  if (keys.every(isGiven)) return { options, parameters: passed };
  const parameters: Record<string, unknown> = {};
  keys.forEach((key, index) => {
    if (isGiven(key, index)) parameters[key] = values[index];
  });
  return { options, parameters };
}

// ---- Defaults

/** Options and parameters that every call of a builder starts from. */
interface Defaults extends Merged {
  /** The headers of a call that sends JSON and gives none. Gain: 15 % of such a call. */
  readonly jsonHeaders: Readonly<HeaderRecord>;
  /** The names of the parameters that are objects: each call gets copies of them. */
  readonly copied: readonly string[];
}

function createDefaults({ options, parameters = {} }: Merged): Defaults {
  const names = Object.keys(parameters);
  return {
    options,
    parameters: names.length === 0 ? undefined : parameters,
    jsonHeaders: { "content-type": JSON_IN_UTF8, ...options.headers },
    copied: names.filter((name) => typeof parameters[name] === "object"),
  };
}

const NO_DEFAULTS: Defaults = /* @__PURE__ */ createDefaults({ options: NO_OPTIONS });

/** Later changes to `given` do not reach the result (contract A.10). */
function addDefaults(defaults: Defaults, given: unknown): Defaults {
  const { options, parameters = {} } = merge(defaults, given, "defaults", "options");
  checkParameterNames(parameters, "defaults");
  const own = { ...options, mediaType: copyPlain(options.mediaType) };
  return createDefaults({ options: own, parameters: copyPlain(parameters) });
}

/** The passed options, over copies of the parameters that have defaults. */
function withDefaults(defaults: Defaults, options: unknown, route: string): UnknownRecord {
  const { parameters, copied } = defaults;
  const given = readObject(options, "options", route) ?? {};
  if (parameters === undefined) return given;
  const passed: Record<string, unknown> = Object.assign({}, parameters, given);
  for (const name of copied)
    if (!Object.hasOwn(given, name)) passed[name] = copyPlain(parameters[name]);
  return passed;
}
