import { memoize } from "./memoize.js";
import { detach } from "./detach.js";
import { parseRoute, type Route } from "./route.js";
import { compileRoute, type FindException, type RoutePlan } from "./route-plan.js";
import { createSightings } from "./sightings.js";

/** More than any hosted API has routes. */
const CACHED_ROUTES = 2048;

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

/** What is seen for the first time is not kept: many callers write values into routes, and never repeat one. */
export function createRouteMemory(findException: FindException): RouteMemory {
  const isNew = createSightings();
  const knownOf = memoize<KnownRoute>(CACHED_ROUTES, (text) =>
    isNew(text) ? undefined : { route: parseRoute(detach(text)), plan: undefined },
  );
  const plansOf = memoize<RoutePlan[]>(CACHED_URLS, (url) => (isNew(url) ? undefined : []));
  const compileOnce = (route: Route): RoutePlan => compileRoute(route, findException, undefined);
  const compileToKeep = (route: Route): RoutePlan => compileRoute(route, findException, []);

  return {
    routeOf: (text) => knownOf(text)?.route ?? parseRoute(text),
    planOf(text) {
      const known = knownOf(text);
      if (known === undefined) return compileOnce(parseRoute(text));
      return (known.plan ??= compileToKeep(known.route));
    },
    planOfParts(route) {
      const plans = plansOf(route.url);
      if (plans === undefined) return compileOnce(route);
      for (const known of plans) if (known.method === route.method) return known;
      const plan = compileToKeep({ method: route.method, url: detach(route.url) });
      plans.push(plan);
      return plan;
    },
  };
}
