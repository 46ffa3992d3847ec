import { createBoundedCache } from "./bounded-cache.js";
import { detach } from "./detach.js";
import type { Method } from "./method.js";
import { parseRoute, type Route } from "./route.js";
import { compileRoute, type RouteExceptions, type RoutePlan } from "./route-plan.js";

/** More than any hosted API has routes, twice over. */
const CACHED_ROUTES = 4096;

/** Method and URL are rarely passed as options. */
const CACHED_URLS = 1024;

/** Parses and compiles routes, and remembers those used last. */
export interface RouteMemory {
  /** @throws EndpointError as `parseRoute`. */
  routeOf(text: string): Route;
  /**
   * The plan of a route string as the caller wrote it.
   * @throws EndpointError as `parseRoute` and `compileRoute`.
   */
  planOf(text: string): RoutePlan;
  /**
   * The plan of a method and a URL that were passed each on its own.
   * @throws EndpointError as `compileRoute`.
   */
  planOfParts(route: Route): RoutePlan;
}

/** A route string; its template is not looked at before it is expanded. */
interface KnownRoute {
  readonly route: Route;
  plan: RoutePlan | undefined;
}

export function createRouteMemory(exceptions: RouteExceptions): RouteMemory {
  const texts = createBoundedCache<KnownRoute>(CACHED_ROUTES);
  const urls = createBoundedCache<Map<Method, RoutePlan>>(CACHED_URLS);

  function knownOf(text: string): KnownRoute {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const own = detach(text);
    const parsed: KnownRoute = { route: parseRoute(own), plan: undefined };
    texts.set(own, parsed);
    return parsed;
  }

  function plansOf(url: string): Map<Method, RoutePlan> {
    const known = urls.get(url);
    if (known !== undefined) return known;
    const plans = new Map<Method, RoutePlan>();
    urls.set(detach(url), plans);
    return plans;
  }

  return {
    routeOf: (text) => knownOf(text).route,
    planOf(text) {
      const known = knownOf(text);
      return (known.plan ??= compileRoute(known.route, exceptions));
    },
    planOfParts(route) {
      const plans = plansOf(route.url);
      const known = plans.get(route.method);
      if (known !== undefined) return known;
      const plan = compileRoute({ method: route.method, url: detach(route.url) }, exceptions);
      plans.set(route.method, plan);
      return plan;
    },
  };
}
