import { EndpointError } from "../errors.js";
import { userAgent } from "../version.js";
import { createBoundedCache } from "./bounded-cache.js";
import { buildRequest } from "./build-request.js";
import type { EndpointCatalog } from "./catalog.js";
import { detach } from "./detach.js";
import { readMethod } from "./method.js";
import {
  mergeDefaults,
  mergeOptions,
  nameOf,
  noOptions,
  refuseRouteOptions,
  toDefaultOptions,
  toMergedOptions,
  type Options,
} from "./options.js";
import { createRoute, parseRoute } from "./route.js";
import { compileRoute, readExceptions, type RoutePlan } from "./route-plan.js";
import type { Endpoint, EndpointDefaults, MergedOptions, RequestOptions } from "./types.js";

/** More than any hosted API has routes, twice over. */
const CACHED_ROUTES = 4096;

/** What every builder over one catalog shares. */
interface Builder {
  readonly mediaTypePrefix: string;
  /** The plan of a route string as the caller wrote it. */
  planOf(route: string): RoutePlan;
  /** The plan of options that carry method and URL themselves. */
  planOfOptions(options: Options): RoutePlan;
}

/**
 * Creates a request builder over a catalog. It is synchronous, does no I/O, and keeps nothing of
 * a call but its compiled route.
 */
export function createEndpoint<Routes>(catalog: EndpointCatalog): Endpoint<Routes> {
  const initial: Options = {
    ...noOptions,
    baseUrl: catalog.baseUrl,
    method: "GET",
    headers: { accept: catalog.accept, "user-agent": userAgent },
  };
  // The types of routes exist only for the compiler: at run time every builder is the same.
  return createWithDefaults(createBuilder(catalog), initial) as unknown as Endpoint<Routes>;
}

function createBuilder(catalog: EndpointCatalog): Builder {
  const plans = createBoundedCache<RoutePlan>(CACHED_ROUTES);
  const exceptions = readExceptions(catalog);

  function cached(key: string, compile: () => RoutePlan): RoutePlan {
    const known = plans.get(key);
    if (known !== undefined) return known;
    const plan = compile();
    plans.set(detach(key), plan);
    return plan;
  }

  return {
    mediaTypePrefix: catalog.mediaTypePrefix,
    planOf: (route) => cached(route, () => compileRoute(parseRoute(detach(route)), exceptions)),
    planOfOptions(options) {
      const { method, url } = createRoute(options.method ?? "GET", options.url, nameOf(options));
      // No route with a line break compiles, so that the keys never meet those of route strings.
      return cached(`${method.name}\n${url}`, () =>
        compileRoute({ method, url: detach(url) }, exceptions),
      );
    },
  };
}

/** The call signature of a builder, without the types of its routes. */
type Call<Result> = (route?: unknown, parameters?: unknown) => Result;

interface UntypedEndpoint extends Call<RequestOptions> {
  readonly DEFAULTS: object;
  defaults(options: EndpointDefaults): UntypedEndpoint;
  merge: Call<MergedOptions>;
  parse(options: MergedOptions): RequestOptions;
}

function createWithDefaults(builder: Builder, defaults: Options): UntypedEndpoint {
  function build(route?: unknown, parameters?: unknown): RequestOptions {
    if (typeof route !== "string")
      return buildFrom(mergeOptions(defaults, readOptions(route), nameIn(route)));
    const plan = builder.planOf(route);
    refuseRouteOptions(parameters, route);
    return buildRequest(
      plan,
      mergeOptions(defaults, parameters, plan.name),
      builder.mediaTypePrefix,
    );
  }

  function buildFrom(options: Options): RequestOptions {
    return buildRequest(builder.planOfOptions(options), options, builder.mediaTypePrefix);
  }

  return Object.assign(build, {
    DEFAULTS: toDefaultOptions(defaults),
    defaults: (options: EndpointDefaults) =>
      createWithDefaults(builder, mergeDefaults(defaults, options)),
    merge: (route?: unknown, parameters?: unknown) => merge(defaults, route, parameters),
    parse: (options: MergedOptions) =>
      buildFrom(mergeOptions(noOptions, readOptions(options), nameIn(options))),
  });
}

function merge(defaults: Options, route: unknown, parameters: unknown): MergedOptions {
  if (typeof route === "string") {
    const { method, url } = parseRoute(route);
    refuseRouteOptions(parameters, route);
    return toMergedOptions(mergeOptions(defaults, parameters, route), method.name, url);
  }
  const options = mergeOptions(defaults, readOptions(route ?? {}), nameIn(route));
  const { name } = readMethod(options.method, nameOf(options));
  // No URL is a mistake only where a request is built: what is merged may be completed later.
  return toMergedOptions(options, name, typeof options.url === "string" ? options.url : "");
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
  return nameOf({ method: readKey(options, "method"), url: readKey(options, "url") });
}

function readKey(options: object, key: string): unknown {
  return Object.hasOwn(options, key) ? Reflect.get(options, key) : undefined;
}
