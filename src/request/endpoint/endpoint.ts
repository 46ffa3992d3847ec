/** The request builder of a service: `endpoint`, its defaults, and the way from the arguments of a call to a request. */
import { explain } from "../../base/explain.js";
import { USER_AGENT } from "../../base/package.js";
import { describeKind, isObject } from "../../base/values.js";
import type { EndpointCatalog } from "../../catalog/requests.js";
import { createAmender, type AmendAccept } from "./accept-format.js";
import { addBody } from "./body.js";
import { createError, EndpointError } from "./errors.js";
import type {
  BuilderExtensions,
  EndpointExtensions,
  MediaTypeExtension,
  RouteExtensions,
  SentValues,
  Server,
} from "./extensions.js";
import {
  checkParameterNames,
  findOptions,
  isParameterName,
  mergeOptions,
  NO_OPTIONS,
  readObject,
  readValues,
  showOptions,
  withJsonType,
  type CallForm,
  type HeaderRecord,
  type Merged,
  type Options,
} from "./options.js";
import { cached, createRepeatFilter } from "./route/cache.js";
import { planRoute, writeUrl, type AddBody, type RoutePlan } from "./route/placement.js";
import {
  compileRoute,
  createExceptionFinder,
  createRoute,
  expectMethod,
  nameRoute,
  parseRoute,
  ROUTE_FORMS,
  type Route,
  type ServiceAddress,
} from "./route/route.js";
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

// ---- Endpoints

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
  const builder = createBuilder(catalog, extensions, {
    mediaTypes: createAmender,
    complete: completeCall,
  });
  return bindBuilder(builder, createRouteFinder(catalog, extensions)) as Endpoint<
    Routes,
    never,
    Extra
  >;
}

/** Creates the functions that callers see, over a builder. */
function bindBuilder(builder: Builder, routes: RouteFinder): UntypedEndpoint {
  function endpoint(route?: unknown, parameters?: unknown): RequestOptions {
    return typeof route === "string"
      ? fillRoute(builder, routes.plan(routes.find(route)), parameters, "route")
      : fillFromOptions(builder, routes, route);
  }
  endpoint.DEFAULTS = showDefaults(builder);
  endpoint.defaults = (options: EndpointDefaults): UntypedEndpoint =>
    bindBuilder(addDefaults(builder, options), routes);
  endpoint.merge = (route?: unknown, parameters?: unknown): MergedOptions => {
    if (typeof route !== "string") return mergeFromOptions(builder, routes, route);
    const known = routes.find(route).route;
    return showMerged(known, mergeCall(builder, parameters, known.name, "route"));
  };
  endpoint.parse = (options: MergedOptions): RequestOptions =>
    fillFromOptions(withoutDefaults(builder), routes, options);
  const parts: EndpointParts = { builder, findPlan: (route) => routes.plan(routes.find(route)) };
  return Object.defineProperty(endpoint, PARTS, { value: parts }) as unknown as UntypedEndpoint;
}

/**
 * Key of the parts of an endpoint, which a client takes. The symbol is global: a client and an endpoint may be
 * of two copies of the package.
 */
export const PARTS = /* @__PURE__ */ Symbol.for("typewire.endpoint");

// ---- Routes

/** Parses and remembers routes, for all builders over one catalog. */
function createRouteFinder(catalog: EndpointCatalog, extensions: RouteExtensions) {
  const { methods } = catalog;
  const findException = createExceptionFinder(catalog);
  return {
    methods,
    find: cached(KEPT_ROUTES, (text) => keepRoute(parseRoute(text, methods)), createRepeatFilter()),
    /** By method: the routes of a URL that was passed as an option. */
    findByUrl: cached(KEPT_ROUTES, () => new Map<string, KeptRoute>(), createRepeatFilter()),
    plan: (known: KeptRoute): RoutePlan =>
      (known.planned ??= planRoute(compileRoute(known.route, findException), addBody, extensions)),
  };
}

type RouteFinder = ReturnType<typeof createRouteFinder>;

/** A route, compiled when its first request is built. */
interface KeptRoute {
  readonly route: Route;
  planned: RoutePlan | undefined;
}

/** Sets `planned` as an own property, so that a polluted `Object.prototype` is not read. */
const keepRoute = (route: Route): KeptRoute => ({ route, planned: undefined });

/** The most routes that are remembered; nearly all programs use fewer. */
const KEPT_ROUTES = 500;

// ---- Requests

/** Builds the request of a route from the parameters and options of a call. */
export function fillRoute(
  builder: Builder,
  { route, planFor, addBody, bodies, parameters: declare }: RoutePlan,
  callOptions: unknown,
  form: CallForm,
): RequestOptions {
  const { shared, defaults } = builder;
  const completed = shared.complete(defaults, callOptions, route.name, shared.server);
  // Dates and the like are texts from here on.
  const writable = shared.values?.writeTexts(completed, route.name) ?? completed;
  // Headers, cookies and styled parameters that the route declares are taken out; `addTo` below sends them.
  const declared = declare?.(writable, route, shared.accept);
  const undeclared = declared?.undeclared ?? writable;
  const plan = planFor(Object.keys(undeclared));
  const values = readValues(undeclared, plan.keys);
  const options = mergeOptions(defaults.options, plan.options, values, route.name, form);
  const { data, mediaType, request } = options;
  if (data !== undefined && !route.hasBody) {
    const detail = explain(
      () => "cannot be sent: the method has no body; remove it or use another method",
    );
    throw createError("BODY_NOT_ALLOWED", 'Option "data"', detail, route.name, ["data"]);
  }

  const call = { route, plan, values };
  const { baseUrl } = options;
  const origin = route.findOrigin?.(route, baseUrl, shared) ?? readBaseUrl(baseUrl, route.name);
  const url = writeUrl(call, origin);
  const result: RequestOptions = { method: route.method, url, headers: options.headers };
  if (route.hasBody) (addBody as AddBody)(result, call, data, builder, bodies);
  // Copy: the caller must not be able to change the defaults.
  if (result.headers === defaults.options.headers) result.headers = { ...result.headers };
  if (mediaType !== undefined) shared.amendAccept(result.headers, mediaType, route.name);
  if (request !== undefined) result.request = request;
  declared?.addTo(result);
  return result;
}

// ---- Method and URL among the options

/** Builds the request of options that hold method and URL themselves. */
function fillFromOptions(
  builder: Builder,
  routes: RouteFinder,
  firstArgument: unknown,
): RequestOptions {
  const options = readFirstArgument(firstArgument);
  const defaults = builder.defaults.options;
  const method = readOwn(options, "method") ?? defaults.method ?? "GET";
  const url = readOwn(options, "url") ?? defaults.url;
  const route = createRoute(method, url, routes.methods);
  const routesOfUrl = routes.findByUrl(route.url);
  let known = routesOfUrl.get(route.method);
  if (known === undefined) routesOfUrl.set(route.method, (known = keepRoute(route)));
  return fillRoute(builder, routes.plan(known), options, "options");
}

function readFirstArgument(firstArgument: unknown): UnknownRecord {
  if (isObject(firstArgument)) return firstArgument as UnknownRecord; // any object
  const message = `The route is ${describeKind(firstArgument)}; expected ${ROUTE_FORMS}.`;
  throw new EndpointError("INVALID_ROUTE", message, "");
}

/** Merges options that hold method and URL themselves. */
function mergeFromOptions(
  builder: Builder,
  { methods }: RouteFinder,
  firstArgument: unknown,
): MergedOptions {
  const callOptions = readFirstArgument(firstArgument ?? {});
  const name = nameRoute(readOwn(callOptions, "method"), readOwn(callOptions, "url"));
  const mergedCall = mergeCall(builder, callOptions, name, "options");
  const { method, url } = mergedCall.options;
  // A missing URL is not an error yet, because merged options can be completed.
  const route = {
    method: expectMethod(method, name, methods),
    url: typeof url === "string" ? url : "",
  };
  return showMerged(route, mergedCall);
}

function showMerged({ method, url }: Omit<Route, "name">, mergedCall: Merged): MergedOptions {
  const { options, parameters } = mergedCall;
  // `parse()` reports a base address of another type.
  return showOptions({ options: { ...options, method, url }, parameters }) as MergedOptions;
}

// ---- Builders

/** Creates the builder of a service. It remembers no value of a call. */
export function createBuilder(
  catalog: ServiceCatalog,
  { variables, values }: BuilderExtensions,
  { mediaTypes, complete }: BuilderCode,
): Builder {
  const server = variables?.(catalog);
  const { baseUrl } = server ?? catalog;
  const { accept, userAgent } = catalog;
  const headers = { accept, "user-agent": (userAgent ? `${userAgent} ` : "") + USER_AGENT };
  const options = { ...NO_OPTIONS, baseUrl, method: "GET", headers };
  const shared: Shared = {
    accept,
    values,
    server,
    complete,
    hasAddress: catalog.baseUrl !== "",
    isBaseUrl: (address) =>
      server?.isBaseUrl(address) ??
      (catalog.baseUrl === "" || address === readBaseUrl(catalog.baseUrl, "defaults")),
    amendAccept: mediaTypes(catalog.mediaTypePrefix),
  };
  return { shared, defaults: createDefaults(options, server && {}) };
}

function createDefaults(
  options: Options,
  variables?: UnknownRecord,
  parameters?: UnknownRecord,
  copied: readonly string[] = [],
): Defaults {
  return { options, parameters, jsonHeaders: withJsonType(options.headers), copied, variables };
}

/** Puts options over those of a builder that has no parameters as defaults. */
export function addOptions({ shared, defaults }: Builder, added: UnknownRecord): Builder {
  const keys = Object.keys(added);
  const values = readValues(added, keys);
  const options = mergeOptions(defaults.options, findOptions(keys), values, "defaults", "options");
  return { shared, defaults: createDefaults(options) };
}

/** Reads a call of a builder that has no parameters as defaults. */
export const readCall: CompleteCall = (_defaults, parameters, route) =>
  readObject(parameters, "options", route) ?? {};

// ---- Parameters that have defaults, which a client of functions may lack (contract A.10)

/** Reads the options of a call, over copies of the parameters that have defaults. */
export const completeCall: CompleteCall = (defaults, options, route, server) => {
  const { parameters, copied, variables } = defaults;
  const callOptions = readObject(options, "options", route) ?? {};
  const replaced =
    variables && server ? server.replaceVariables(callOptions, variables, route) : callOptions;
  if (parameters === undefined) return replaced;
  const complete: Record<string, unknown> = Object.assign({}, parameters, replaced);
  for (const name of copied)
    if (!Object.hasOwn(replaced, name)) complete[name] = copyPlain(parameters[name]);
  return complete;
};

/** Puts the options and parameters of a call over the defaults, and builds nothing. */
function mergeCall(
  { shared, defaults }: Builder,
  callOptions: unknown,
  route: string,
  form: CallForm,
): Merged {
  const completed = completeCall(defaults, callOptions, route, shared.server);
  const keys = Object.keys(completed);
  const values = readValues(completed, keys);
  const options = mergeOptions(defaults.options, findOptions(keys), values, route, form);
  const isParameter = (key: string, index: number): boolean =>
    values[index] !== undefined && isParameterName(key);
  if (keys.every(isParameter)) return { options, parameters: completed };
  const parameters: Record<string, unknown> = {};
  keys.forEach((key, index) => {
    if (isParameter(key, index)) parameters[key] = values[index];
  });
  return { options, parameters };
}

/** Later changes to `defaultsToAdd` do not reach the result (contract A.10). */
export function addDefaults(builder: Builder, defaultsToAdd: unknown): Builder {
  const { shared, defaults } = builder;
  const { options, parameters = {} } = mergeCall(builder, defaultsToAdd, "defaults", "options");
  checkParameterNames(parameters, "defaults");
  const copiedOptions = { ...options, mediaType: copyPlain(options.mediaType) };
  const chosen =
    defaults.variables && shared.server?.chooseVariables(defaultsToAdd, defaults.variables);
  const names = Object.keys(parameters);
  const copies = names.length === 0 ? undefined : copyPlain(parameters);
  const copied = names.filter((name) => typeof parameters[name] === "object");
  return { shared, defaults: createDefaults(copiedOptions, chosen, copies, copied) };
}

/** A frozen copy of the defaults, so that callers cannot change them. */
function showDefaults({ defaults }: Builder): DefaultOptions {
  return copyPlain(showOptions(defaults), true) as unknown as DefaultOptions;
}

/** A builder of the same service, for options that are merged already. */
function withoutDefaults({ shared }: Builder): Builder {
  return { shared, defaults: NO_DEFAULTS };
}

/** The defaults of merged options, which hold everything. */
const NO_DEFAULTS: Defaults = /* @__PURE__ */ createDefaults(NO_OPTIONS);

// ---- Types

/** The call signature of a builder, without the types of its routes. */
type Signature<Result> = (route?: unknown, parameters?: unknown) => Result;

export interface UntypedEndpoint extends Signature<RequestOptions> {
  readonly DEFAULTS: DefaultOptions;
  defaults(options: EndpointDefaults): UntypedEndpoint;
  merge: Signature<MergedOptions>;
  parse(options: MergedOptions): RequestOptions;
  readonly [PARTS]: EndpointParts;
}

interface EndpointParts {
  readonly builder: Builder;
  /** Finds or makes the plan of `<METHOD> <url>`. */
  readonly findPlan: (route: string) => RoutePlan;
}

/** The service and the defaults that requests are built from. It never changes: new defaults make a new builder. */
export interface Builder {
  readonly shared: Shared;
  readonly defaults: Defaults;
}

/** State that all builders of a service share. */
interface Shared extends ServiceAddress {
  readonly accept: string;
  readonly values: SentValues | undefined;
  readonly server: Server | undefined;
  readonly complete: CompleteCall;
  readonly amendAccept: AmendAccept;
}

/** Options and parameters that every call of a builder starts from. */
interface Defaults extends Merged {
  /** The headers of a call that sends JSON and gives none. Gain: 15 % of such a call. */
  readonly jsonHeaders: Readonly<HeaderRecord>;
  /** The names of the parameters that are objects: each call gets copies of them. */
  readonly copied: readonly string[];
  /** The variables of the base address; `undefined` if options do not have them. */
  readonly variables: UnknownRecord | undefined;
}

/** A hosted API without its routes. */
export type ServiceCatalog = Omit<EndpointCatalog, "routes">;

/** Code that an endpoint always has, and a small client only where it is passed in. */
export interface BuilderCode {
  /** For the option `mediaType`. */
  readonly mediaTypes: MediaTypeExtension;
  readonly complete: CompleteCall;
}

/** Reads the options of a call, over parameters that have defaults. */
type CompleteCall = (
  defaults: Defaults,
  callOptions: unknown,
  route: string,
  server: Server | undefined,
) => UnknownRecord;
