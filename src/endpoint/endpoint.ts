import { EndpointError } from "../endpoint-error.js";
import { userAgent } from "../version.js";
import { buildRequest, type Home } from "./build-request.js";
import { createShapeMemory, readValues, type ShapeOf } from "./call-shape.js";
import type { EndpointCatalog } from "./catalog.js";
import {
  createDefaults,
  overlayDefaults,
  overlay,
  overlayParameters,
  type Defaults,
} from "./defaults.js";
import { createAmender } from "./media-type.js";
import { findMethod, unknownMethod } from "./method.js";
import { describe } from "./mistakes.js";
import {
  holdsParametersOnly,
  noOptions,
  readObject,
  toDefaultOptions,
  toMergedOptions,
  type Merged,
} from "./options.js";
import { readOwn } from "./plain-object.js";
import { createRoute, nameOf } from "./route.js";
import { createRouteMemory, type RouteMemory } from "./route-memory.js";
import { createExceptionFinder, type RoutePlan } from "./route-plan.js";
import type { Endpoint, EndpointDefaults, MergedOptions, RequestOptions } from "./types.js";

/** What every builder over one catalog shares. */
interface Builder {
  readonly routes: RouteMemory;
  readonly shapeOf: ShapeOf;
  readonly home: Home;
}

/**
 * Creates a request builder over a catalog. It is synchronous, does no I/O, and keeps nothing of
 * a call but its compiled route and the names of its parameters.
 */
export function createEndpoint<Routes>(catalog: EndpointCatalog): Endpoint<Routes> {
  const { baseUrl, accept, mediaTypePrefix } = catalog;
  const initial: Merged = {
    options: { ...noOptions, baseUrl, method: "GET" },
    headers: { accept, "user-agent": userAgent },
    mediaType: {},
    parameters: {},
  };
  const builder: Builder = {
    routes: createRouteMemory(createExceptionFinder(catalog)),
    shapeOf: createShapeMemory(),
    home: { baseUrl, amendAccept: createAmender(mediaTypePrefix) },
  };
  // The types of routes exist only for the compiler: at run time every builder is the same.
  return createWithDefaults(builder, createDefaults(initial)) as unknown as Endpoint<Routes>;
}

/** The call signature of a builder, without the types of its routes. */
type Call<Result> = (route?: unknown, parameters?: unknown) => Result;

interface UntypedEndpoint extends Call<RequestOptions> {
  readonly DEFAULTS: object;
  defaults(options: EndpointDefaults): UntypedEndpoint;
  merge: Call<MergedOptions>;
  parse(options: MergedOptions): RequestOptions;
}

function createWithDefaults(builder: Builder, defaults: Defaults): UntypedEndpoint {
  function build(route?: unknown, parameters?: unknown): RequestOptions {
    if (typeof route !== "string") return buildFromOptions(builder, defaults, route);
    return buildFromPlan(builder, defaults, builder.routes.planOf(route), parameters, true);
  }

  build.defaults = (given: EndpointDefaults): UntypedEndpoint =>
    createWithDefaults(builder, overlayDefaults(defaults, given));
  build.merge = (route?: unknown, parameters?: unknown): MergedOptions =>
    typeof route === "string"
      ? mergeRoute(builder.routes, defaults, route, parameters)
      : merge(defaults, route);
  build.parse = (merged: MergedOptions): RequestOptions =>
    buildFromOptions(builder, noDefaults, merged);
  build.DEFAULTS = toDefaultOptions(defaults);
  return build;
}

const noDefaults = /* @__PURE__ */ createDefaults({
  options: noOptions,
  headers: {},
  mediaType: {},
  parameters: {},
});

/** Builds the request of options that hold method and URL themselves. */
function buildFromOptions(builder: Builder, defaults: Defaults, given: unknown): RequestOptions {
  const options = readArgument(given);
  const method = readOwn(options, "method") ?? defaults.options.method ?? "GET";
  const url = readOwn(options, "url") ?? defaults.options.url;
  const plan = builder.routes.planOfParts(createRoute(method, url));
  return buildFromPlan(builder, defaults, plan, options, false);
}

function buildFromPlan(
  { shapeOf, home }: Builder,
  defaults: Defaults,
  plan: RoutePlan,
  given: unknown,
  isRoute: boolean,
): RequestOptions {
  const options = overlayParameters(defaults, readObject(given, "options", plan.name));
  const shape = shapeOf(plan, options);
  const values = readValues(shape, options);
  return buildRequest({ plan, shape, defaults, options, values, isRoute }, home);
}

function merge(defaults: Defaults, given: unknown): MergedOptions {
  const own = readArgument(given ?? {});
  const name = nameOf(readOwn(own, "method"), readOwn(own, "url"));
  const merged = overlay(defaults, own, name, false);
  const { options } = merged;
  const method = findMethod(options.method);
  if (method === undefined) throw unknownMethod(options.method, name);
  // No URL is a mistake only where a request is built: what is merged may be completed later.
  const url = typeof options.url === "string" ? options.url : "";
  return toMergedOptions(merged, method.name, url);
}

/** Most calls give nothing but parameters, which need no looking at. */
function mergeRoute(
  routes: RouteMemory,
  defaults: Defaults,
  route: string,
  given: unknown,
): MergedOptions {
  const { method, url } = routes.routeOf(route);
  const own = readObject(given, "options", route) ?? {};
  if (holdsParametersOnly(own)) {
    const { options, headers, mediaType } = defaults;
    const parameters = overlayParameters(defaults, own);
    const merged = { options, headers: { ...headers }, mediaType, parameters };
    return toMergedOptions(merged, method.name, url);
  }
  return toMergedOptions(overlay(defaults, own, route, true), method.name, url);
}

/** @throws EndpointError `INVALID_ROUTE` for a first argument of another kind. */
function readArgument(options: unknown): object {
  if (typeof options === "object" && options !== null) return options;
  const message = `The route is ${describe(options)}; expected "<METHOD> <url>", or the options "method" and "url".`;
  throw new EndpointError("INVALID_ROUTE", message, "");
}
