/** Warns of misspelt routes during development, for builders and clients of any service. */
import { checkOptionNames, findNearest, type OptionNames } from "../../base/nearest.js";

export interface RouteWarningOptions {
  /** Receives the warnings. Default: the console. */
  readonly log?: { readonly warn: (message: string) => unknown } | undefined;
}

const WARNING_OPTIONS: OptionNames<RouteWarningOptions> = { log: true };

/** A request builder, without the types of its routes. */
interface Builder {
  (route?: unknown, parameters?: unknown): unknown;
  readonly defaults: (options: never) => unknown;
  readonly merge: (route?: unknown, parameters?: unknown) => unknown;
}

/** The most routes that are reported; programs misspell fewer. */
const MAX_WARNINGS = 100;

/** The longest route that is compared, in characters: a longer one is not a typing error. */
const MAX_ROUTE_LENGTH = 300;

/** A client, without the types of its routes. */
type WatchedClient = Readonly<
  Record<
    "request" | "paginate",
    (route?: unknown, ...furtherArguments: readonly unknown[]) => unknown
  >
>;

/**
 * Wraps a request builder or a client for development: the copy warns once of each unknown route that
 * resembles a known one, usually because of a typing error (contract A.39). Names of placeholders are
 * not compared.
 * @param routes All known routes: `routes` of the subpath `routes`. They are an argument, so that no other
 * bundle has the list.
 * @example
 * const checked = warnUnknownRoutes(endpoint, routes);
 */
export function warnUnknownRoutes<Target extends object>(
  target: Target,
  routes: readonly string[],
  options: RouteWarningOptions = {},
): Target {
  checkOptionNames(options, WARNING_OPTIONS);
  const check = createRouteCheck(routes, options);
  // The copy has the same call signatures and the same members.
  return (typeof target === "function"
    ? watchBuilder(target, check)
    : watchClient(target as unknown as WatchedClient, check)) as unknown as Target;
}

type RouteCheck = (route: unknown) => void;

function watchBuilder(builder: Builder, check: RouteCheck): Builder {
  const watched = (route?: unknown, parameters?: unknown): unknown => {
    check(route);
    return builder(route, parameters);
  };
  return Object.assign(watched, builder, {
    defaults: (options: never) => watchBuilder(builder.defaults(options) as Builder, check),
    merge: (route?: unknown, parameters?: unknown) => {
      check(route);
      return builder.merge(route, parameters);
    },
  });
}

function watchClient(client: WatchedClient, check: RouteCheck): WatchedClient {
  const watched =
    (name: keyof WatchedClient) =>
    (route?: unknown, ...furtherArguments: readonly unknown[]): unknown => {
      check(route);
      return client[name](route, ...furtherArguments);
    };
  // With descriptors, so that getters stay getters.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(client));
  return Object.assign(copy, { request: watched("request"), paginate: watched("paginate") });
}

/** Creates the function that warns once of each misspelt route. */
function createRouteCheck(
  routes: readonly string[],
  { log = console }: RouteWarningOptions,
): RouteCheck {
  let known: ReadonlyMap<string, string> | undefined;
  const warned = new Set<string>();
  return (routeOrOptions) => {
    const route = readRoute(routeOrOptions);
    if (route === undefined || route.length > MAX_ROUTE_LENGTH) return;
    known ??= new Map(routes.map((each) => [withoutNames(each), each]));
    const plain = withoutNames(route);
    if (known.has(plain) || warned.has(plain) || warned.size >= MAX_WARNINGS) return;
    const nearest = findNearestRoute(plain, known.keys());
    if (nearest === undefined) return;
    warned.add(plain);
    warnSafely(log, `"${route}" is not a known route. Did you mean "${known.get(nearest) ?? ""}"?`);
  };
}

/** `<METHOD> <url>` of a call's first argument; `undefined` for one that the builder refuses. */
function readRoute(routeOrOptions: unknown): string | undefined {
  if (typeof routeOrOptions === "string")
    return /^[a-z]+ /i.test(routeOrOptions) ? routeOrOptions : `GET ${routeOrOptions}`;
  if (typeof routeOrOptions !== "object" || routeOrOptions === null) return undefined;
  const { method = "GET", url } = routeOrOptions as { method?: unknown; url?: unknown };
  return typeof method === "string" && typeof url === "string" ? `${method} ${url}` : undefined;
}

/** The route in one spelling, with `{}` for each placeholder and without query and fragment. */
function withoutNames(route: string): string {
  const [, method = "", url = ""] = /^(\S+) +([^?#]*)/.exec(route) ?? [];
  const path = url.replace(/\/:[A-Za-z_]\w*/g, "/{}").replace(/\{[^}]*\}/g, "{}");
  return `${method.toUpperCase()} ${/^\/|^[a-z]+:/i.test(path) ? path : `/${path}`}`;
}

/**
 * Finds the known route that was probably intended; `undefined` if none is near, or if the caller wrote a
 * value in place of a placeholder: `GET /things/7` is `GET /things/{id}`. Skips routes with another number
 * of segments, because an additional slash is rarely a typing error.
 */
function findNearestRoute(route: string, routes: Iterable<string>): string | undefined {
  const segments = route.split("/");
  const fill = (candidate: string): string => {
    const candidateSegments = candidate.split("/");
    return segments
      .map((segment, index) => (candidateSegments[index] === "{}" ? "{}" : segment))
      .join("/");
  };
  const similar = [...routes].filter((each) => each.split("/").length === segments.length);
  const nearest = findNearest(route, similar, fill);
  return nearest === undefined || fill(nearest) === nearest ? undefined : nearest;
}

/** Ignores the error of a log, which must not prevent a request. */
function warnSafely(log: NonNullable<RouteWarningOptions["log"]>, message: string): void {
  try {
    log.warn(message);
  } catch {
    // The request is built without the warning.
  }
}
