import { readOrigin } from "./address.js";
import type { EndpointCatalog, QueryStyle, RouteException } from "./catalog.js";
import type { CalledRoute, CallShape } from "./call-shape.js";
import type { Method } from "./method.js";
import { isOptionName } from "./options.js";
import { parseTemplate, type TemplateSyntax } from "./parse-template.js";
import { countDotSegments } from "./path-safety.js";
import { readOwn } from "./plain-object.js";
import type { Route } from "./route.js";
import { anyPlace, type Place, type TemplatePart } from "./template-parts.js";

/** A route, compiled: all that can be known of its requests before the parameters are. */
export interface RoutePlan extends CalledRoute {
  /** `<METHOD> <url>`, the URL as written; what errors call the route. */
  readonly name: string;
  readonly method: Method;
  /** What stands before the path, when the route has a server of its own: scheme and authority, and the server's path. */
  readonly origin: string | undefined;
  /** Whether the catalog says so: then it stands in for the catalog's base address, and for no other. */
  readonly isOriginDefault: boolean;
  readonly parts: readonly TemplatePart[];
  /**
   * Whether the template begins with one slash, and has neither dots nor anything encoded at the start
   * of a segment: with values that stand as they are, its path needs no check.
   */
  readonly isOrdinary: boolean;
  /** Whether no part of the template is, or begins, a query or a fragment. */
  readonly isPath: boolean;
  /** How many dot segments the template itself spells. */
  readonly literalDots: number;
}

type Exception = { readonly [Key in keyof RouteException]-?: RouteException[Key] | undefined };

/** Own properties, so that nothing inherited sends a request to another place. */
const noException: Exception = { template: undefined, multiSegment: undefined, query: undefined };

const noStyles: Readonly<Record<string, QueryStyle>> = {};

/** Finds what a catalog says of `<METHOD> <documented url>`. */
export type FindException = (name: string) => RouteException | undefined;

/** They are read when the first route is compiled: programs that build no request start without. */
export function createExceptionFinder(catalog: EndpointCatalog): FindException {
  let routes: ReadonlyMap<string, RouteException> | undefined;
  return (name) => (routes ??= new Map(Object.entries(catalog.routes))).get(name);
}

/**
 * Compiles a route, with its exception if the catalog has one.
 * @param shapes Where the shapes of its calls are remembered; `undefined` for a plan that is not kept.
 * @throws EndpointError `INVALID_TEMPLATE` or `INVALID_URL`.
 */
export function compileRoute(
  { method, url }: Route,
  findException: FindException,
  shapes: CallShape[] | undefined,
): RoutePlan {
  const route = `${method.name} ${url}`;
  const ownOrigin = readOrigin(url, route);
  const ownPath = withBraces(url.slice(ownOrigin.length));
  const documented = ownOrigin + withSlash(ownPath);
  const found = findException(`${method.name} ${documented}`);
  const exception: Exception = found === undefined ? noException : { ...noException, ...found };
  const { template } = exception;
  const origin = template === undefined ? ownOrigin : readServer(template, documented, route);
  const path = template === undefined ? ownPath : template.slice(origin.length);
  // Only what the route itself spells gets its slash here; a value must bring its own.
  const rooted = origin !== "" || path.startsWith("{") ? path : withSlash(path);
  const pathLength = lengthOfPath(rooted);
  const parts = parseTemplate(origin + rooted, {
    variable: routeVariable,
    route,
    start: origin.length,
    placeOf: createPlaces(exception, origin.length + pathLength),
  });
  const isOrdinary = rooted.startsWith("/") && !surprising.test(rooted);
  return {
    name: route,
    method,
    origin: origin === "" ? undefined : origin,
    isOriginDefault: template !== undefined,
    parts,
    queryStyles: exception.query ?? noStyles,
    literalDots: isOrdinary ? 0 : countDotSegments(rooted.replace(/\{[^}]*\}/g, "*")),
    isOrdinary,
    isPath: pathLength === rooted.length,
    shapes,
  };
}

/** What the catalog puts before a documented URL, which may have a path of its own. */
function readServer(template: string, documented: string, route: string): string {
  const { length } = readOrigin(template, route);
  return length === 0 ? "" : template.slice(0, Math.max(template.indexOf(documented), length));
}

/** As routes are documented: with hyphens inside names. */
const routeVariable =
  /((?:\w|%[0-9A-Fa-f]{2})(?:[\w-]|%[0-9A-Fa-f]{2})*(?:\.(?:[\w-]|%[0-9A-Fa-f]{2})+)*)(?:(\*)|:([1-9]\d{0,3})(?!\d))?/y;

/** A second slash at the start, what may be a dot segment. */
const surprising = /^\/\/|\/[.%]/;

/** Where a query or a fragment begins, literally or by an expression. */
function lengthOfPath(template: string): number {
  const end = template.search(/[?#]|\{&/);
  return end < 0 ? template.length : end;
}

/** Spells `:name` at the start of a path segment as `{name}`. */
function withBraces(template: string): string {
  if (!template.includes(":")) return template;
  const end = lengthOfPath(template);
  const path = template.slice(0, end).replace(/(^|\/):([A-Za-z_]\w*)/g, "$1{$2}");
  return path + template.slice(end);
}

function withSlash(path: string): string {
  return path.startsWith("/") ? path : `/${path}`;
}

const nonEmpty: Place = { required: "non-empty", form: undefined };
const defined: Place = { required: "defined", form: undefined };
const segments: Place = { required: "defined", form: "segments" };

/** An option is no parameter: a placeholder of its name must not put a token into a URL. */
const withheld: Place = { required: "defined", form: "withheld" };

/**
 * What a route adds to RFC 6570: variables of its path are required, and those that the catalog
 * declares are written as it says. In a query of the catalog's own template, these are written like
 * undeclared ones; in a caller's, RFC 6570 decides.
 */
function createPlaces(
  { template, multiSegment, query }: Exception,
  pathEnd: number,
): TemplateSyntax["placeOf"] {
  return (name, isModified, symbol, index) => {
    const isPath = symbol === "" || symbol === "+";
    const isRequired = isPath && index < pathEnd;
    if (isOptionName(name)) return isRequired ? withheld : { ...withheld, required: undefined };
    if (isRequired)
      return multiSegment?.includes(name) ? segments : symbol === "" ? nonEmpty : defined;
    if (isModified || (symbol !== "?" && symbol !== "&")) return anyPlace;
    const form =
      readOwn(query ?? noStyles, name) ?? (template === undefined ? undefined : "repeat");
    return form === undefined ? anyPlace : { required: undefined, form };
  };
}
