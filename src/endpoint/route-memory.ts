import { createBoundedCache } from "./bounded-cache.js";
import { detach } from "./detach.js";
import { parseRoute, type Route } from "./route.js";
import { createSightings } from "./sightings.js";
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

/** What is seen for the first time is not kept: many callers write values into routes, and never repeat one. */
export function createRouteMemory(exceptions: RouteExceptions): RouteMemory {
  const texts = createBoundedCache<KnownRoute>(CACHED_ROUTES);
  const urls = createBoundedCache<RoutePlan[]>(CACHED_URLS);
  const isNew = createSightings();

  /** `undefined` for a new one. */
  function knownOf(text: string): KnownRoute | undefined {
    const known = texts.get(text);
    if (known !== undefined || isNew(text)) return known;
    const own = detach(text);
    const parsed: KnownRoute = { route: parseRoute(own), plan: undefined };
    texts.set(own, parsed);
    return parsed;
  }

  function plansOf(url: string): RoutePlan[] | undefined {
    const known = urls.get(url);
    if (known !== undefined || isNew(url)) return known;
    const plans: RoutePlan[] = [];
    urls.set(detach(url), plans);
    return plans;
  }

  const compileOnce = (route: Route): RoutePlan => compileRoute(route, exceptions, undefined);
  const compileToKeep = ({ method, url }: Route): RoutePlan =>
    compileRoute({ method, url: detach(url) }, exceptions, []);

  return {
    routeOf: (text) => knownOf(text)?.route ?? parseRoute(text),
    planOf(text) {
      const known = knownOf(text);
      if (known === undefined) return compileOnce(parseRoute(text));
      return (known.plan ??= compileRoute(known.route, exceptions, []));
    },
    planOfParts(route) {
      const plans = plansOf(route.url);
      if (plans === undefined) return compileOnce(route);
      for (const known of plans) if (known.method === route.method) return known;
      const plan = compileToKeep(route);
      plans.push(plan);
      return plan;
    },
  };
}
