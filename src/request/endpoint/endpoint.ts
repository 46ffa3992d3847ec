/** The request builder of a service: `endpoint`, its routes, and the way from the arguments of a call to a request. */
import { explain } from "../../base/explain.js";
import { describeKind, isObject } from "../../base/values.js";
import type { EndpointCatalog } from "../../catalog/requests.js";
import { createAmender } from "./accept-format.js";
import { addBody } from "./body.js";
import {
  addDefaults,
  completeCall,
  createBuilder,
  mergeCall,
  showDefaults,
  withoutDefaults,
  type Builder,
} from "./builder.js";
import { createError, EndpointError } from "./errors.js";
import type { EndpointExtensions, RouteExtensions } from "./extensions.js";
import {
  mergeOptions,
  readValues,
  showOptions,
  type ArgumentForm,
  type Merged,
} from "./options.js";
import { cached, createRepeatFilter } from "./route/cache.js";
import { planRoute, writeUrl, type AddBody, type RoutePlan } from "./route/placement.js";
import { compileRoute, createExceptionFinder } from "./route/compile-route.js";
import {
  createRoute,
  expectMethod,
  nameRoute,
  parseRoute,
  ROUTE_FORMS,
  type Route,
} from "./route/route.js";
import type { Endpoint } from "./signatures.js";
import type {
  AnyRoutes,
  DefaultOptions,
  EndpointDefaults,
  MergedOptions,
  RequestOptions,
} from "./types.js";
import { readBaseUrl } from "./addresses.js";
import { readOwn, type UnknownRecord } from "./values.js";

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
  form: ArgumentForm,
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
  const { data, mediaType, request, baseUrl } = options;
  if (data !== undefined && !route.hasBody) throw refuseBody(route.name);

  const call = { route, plan, values };
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

/** The error for the option `data` of a method without a body. */
function refuseBody(route: string): EndpointError {
  const detail = explain(
    () => "cannot be sent: the method has no body; remove it or use another method",
  );
  return createError("BODY_NOT_ALLOWED", 'Option "data"', detail, route, ["data"]);
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
