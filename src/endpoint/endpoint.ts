import { EndpointError } from "../endpoint-error.js";
import { userAgent } from "../version.js";
import { buildRequest } from "./build-request.js";
import { createShapeMemory, readValues, type ShapeOf } from "./call-shape.js";
import type { EndpointCatalog } from "./catalog.js";
import { createDefaults, overlayParameters, type Defaults } from "./defaults.js";
import { findMethod, readMethod } from "./method.js";
import {
  holdsParametersOnly,
  mergeDefaults,
  mergeOptions,
  nameOf,
  noOptions,
  readObject,
  refuseRouteOptions,
  toDefaultOptions,
  toMergedOptions,
  type Options,
} from "./options.js";
import { readOwn } from "./plain-object.js";
import { createRoute, type Route } from "./route.js";
import { createRouteMemory, type RouteMemory } from "./route-memory.js";
import { readExceptions, type RoutePlan } from "./route-plan.js";
import type { Endpoint, EndpointDefaults, MergedOptions, RequestOptions } from "./types.js";

/** What every builder over one catalog shares. */
interface Builder {
  readonly mediaTypePrefix: string;
  readonly routes: RouteMemory;
  readonly shapeOf: ShapeOf;
}

/**
 * Creates a request builder over a catalog. It is synchronous, does no I/O, and keeps nothing of
 * a call but its compiled route and the names of its parameters.
 */
export function createEndpoint<Routes>(catalog: EndpointCatalog): Endpoint<Routes> {
  const initial: Options = {
    ...noOptions,
    baseUrl: catalog.baseUrl,
    method: "GET",
    headers: { accept: catalog.accept, "user-agent": userAgent },
  };
  const builder: Builder = {
    mediaTypePrefix: catalog.mediaTypePrefix,
    routes: createRouteMemory(readExceptions(catalog)),
    shapeOf: createShapeMemory(),
  };
  // The types of routes exist only for the compiler: at run time every builder is the same.
  return createWithDefaults(builder, initial) as unknown as Endpoint<Routes>;
}

/** The call signature of a builder, without the types of its routes. */
type Call<Result> = (route?: unknown, parameters?: unknown) => Result;

interface UntypedEndpoint extends Call<RequestOptions> {
  readonly DEFAULTS: object;
  defaults(options: EndpointDefaults): UntypedEndpoint;
  merge: Call<MergedOptions>;
  parse(options: MergedOptions): RequestOptions;
}

function createWithDefaults(builder: Builder, options: Options): UntypedEndpoint {
  const defaults = createDefaults(options);
  let shown: object | undefined;

  function build(route?: unknown, parameters?: unknown): RequestOptions {
    if (typeof route !== "string") return buildFromOptions(builder, defaults, route);
    const plan = builder.routes.planOf(route);
    return buildFromPlan(builder, defaults, plan, parameters, route);
  }

  build.defaults = (given: EndpointDefaults): UntypedEndpoint =>
    createWithDefaults(builder, mergeDefaults(options, given));
  build.merge = (route?: unknown, parameters?: unknown): MergedOptions =>
    merge(builder.routes, defaults, route, parameters);
  build.parse = (merged: MergedOptions): RequestOptions =>
    buildFromOptions(builder, noDefaults, merged);
  // Most builders are made to be called, and never shown.
  const get = (): object => (shown ??= toDefaultOptions(options));
  return Object.defineProperty(
    build,
    "DEFAULTS",
    // Without a prototype, for what one had would be read as a part of this.
    { __proto__: null, enumerable: true, get } as PropertyDescriptor,
  ) as typeof build & { readonly DEFAULTS: object };
}

const noDefaults = /* @__PURE__ */ createDefaults(noOptions);

/** Builds the request of options that hold method and URL themselves. */
function buildFromOptions(builder: Builder, defaults: Defaults, route: unknown): RequestOptions {
  const options = readOptions(route);
  const method = readOwn(options, "method") ?? defaults.options.method ?? "GET";
  const url = readOwn(options, "url") ?? defaults.options.url;
  const plan = builder.routes.planOfParts(readParts(method, url));
  return buildFromPlan(builder, defaults, plan, options);
}

/** @throws EndpointError as `createRoute`, which alone needs a name for what is wrong. */
function readParts(verb: unknown, url: unknown): Route {
  const method = typeof verb === "string" ? findMethod(verb) : undefined;
  return method !== undefined && typeof url === "string" && url !== ""
    ? { method, url }
    : createRoute(verb, url, nameOf({ method: verb, url }));
}

/** @param routeText The route as a string, beside which no option may set method or URL. */
function buildFromPlan(
  { mediaTypePrefix, shapeOf }: Builder,
  defaults: Defaults,
  plan: RoutePlan,
  given: unknown,
  routeText?: string,
): RequestOptions {
  const options = overlayParameters(defaults, readObject(given, "options", plan.name));
  const shape = shapeOf(plan, options);
  if (routeText !== undefined && shape.options !== undefined)
    refuseRouteOptions(options, routeText);
  const values = readValues(shape, options);
  return buildRequest({ plan, shape, defaults, options, values }, mediaTypePrefix);
}

function merge(
  routes: RouteMemory,
  defaults: Defaults,
  route: unknown,
  parameters: unknown,
): MergedOptions {
  if (typeof route === "string")
    return mergeRoute(defaults, routes.routeOf(route), route, parameters);
  const options = mergeOptions(defaults.options, readOptions(route ?? {}), nameIn(route));
  const { name } = readMethod(options.method, nameOf(options));
  // No URL is a mistake only where a request is built: what is merged may be completed later.
  return toMergedOptions(options, name, typeof options.url === "string" ? options.url : "");
}

/** Most calls give nothing but parameters, which need no looking at. */
function mergeRoute(
  defaults: Defaults,
  { method, url }: Route,
  routeText: string,
  given: unknown,
): MergedOptions {
  const { options } = defaults;
  const own = readObject(given, "options", routeText);
  if (own === undefined || holdsParametersOnly(own)) {
    const parameters = overlayParameters(defaults, own);
    return toMergedOptions(options, method.name, url, { ...options.headers }, parameters);
  }
  refuseRouteOptions(own, routeText);
  return toMergedOptions(mergeOptions(options, own, routeText), method.name, url);
}

/** @throws EndpointError `INVALID_ROUTE` for a first argument of another kind. */
function readOptions(options: unknown): object {
  if (typeof options === "object" && options !== null) return options;
  const message = `Expected a route such as "GET /path" or an object with "method" and "url", and got ${options === null ? "null" : typeof options}.`;
  throw new EndpointError("INVALID_ROUTE", message, "");
}

/** What errors call a route before its options are merged. */
function nameIn(options: unknown): string {
  if (typeof options !== "object" || options === null) return "";
  return nameOf({ method: readOwn(options, "method"), url: readOwn(options, "url") });
}
