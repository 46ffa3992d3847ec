/** Compiles everything about the requests of a route that does not depend on parameters. */
import { explain } from "../../../base/explain.js";
import type { EndpointCatalog, RouteException } from "../../../catalog/requests.js";
import { readBaseUrl, readOrigin } from "../addresses.js";
import { createError } from "../errors.js";
import type { LowercaseMethod } from "../types.js";
import { countDotSegments } from "../url-safety.js";
import { appendQuery, beginQuery } from "../url-text.js";
import { parseTemplate, type TemplatePart, type TemplateReader } from "./parse-template.js";
import { hasBody, type Route, toRequestMethod } from "./route.js";
import { allValues, type Expansion } from "./template.js";

/** Compiles a route, with its exception if the catalog has one (contract A.13). */
export function compileRoute(route: Route, findException: FindException): CompiledRoute {
  const { name } = route;
  const { origin, path, exception } = locate(route, findException);
  const length = lengthOfPath(path);
  const parts = parseTemplate({
    source: origin + path,
    index: origin.length,
    route: name,
    variable: ROUTE_VARIABLE,
    ruleOf: createRules(exception, origin.length + length),
  });
  const isPlain = path.startsWith("/") && !NOT_PLAIN.test(path);
  // Not made by a spread: engines keep such an object in a slow form, and a new route would cost four times as much.
  return {
    name,
    method: toRequestMethod(route.method),
    hasBody: hasBody(route.method),
    origin,
    findOrigin: origin !== "" || exception.needsBaseUrl ? findOrigin : undefined,
    parts,
    expansion: allValues,
    addQuery: isPlain ? beginQuery : appendQuery,
    exception,
    contentType: exception.contentType,
    isPlain,
    literalDots: isPlain ? 0 : countDotSegments(path.slice(0, length).replace(/\{[^}]*\}/g, "*")),
  };
}

/** A second slash at the start, a possible dot segment, a query or a fragment. */
const NOT_PLAIN = /^\/\/|\/[.%]|[?#]|\{&/;

/**
 * The address before a route's path, which is the first of these:
 *
 * 1. The address in the URL that a caller wrote.
 * 2. A base address chosen by the caller that is not the service's: the caller's token was issued for it.
 * 3. The server that the catalog has for the route.
 * 4. The address of the service. It is refused for a route of another server that the catalog does not know
 *    (`needsBaseUrl`).
 */
const findOrigin: NonNullable<CompiledRoute["findOrigin"]> = (route, baseUrl, service) => {
  const { name, origin, exception } = route;
  // `baseUrl` is empty for a catalog without an address.
  if (origin !== "" && (exception.template === undefined || baseUrl === "")) return origin;
  const base = readBaseUrl(baseUrl, name);
  const isDefault = service.isBaseUrl(base);
  if (exception.needsBaseUrl && service.hasAddress && isDefault) {
    const detail = explain(() => "is missing; expected the address of the route's own server");
    throw createError("MISSING_PARAMETER", 'Option "baseUrl"', detail, name, ["baseUrl"]);
  }
  return origin !== "" && isDefault ? origin : base;
};

/** Divides the URL of a route into origin and path, with its exception. The origin has the base path of a server of the catalog. */
function locate({ method, url, name }: Route, findException: FindException) {
  const writtenOrigin = readOrigin(url, name);
  const writtenPath = withBraces(url.slice(writtenOrigin.length));
  const documented = writtenOrigin + withSlash(writtenPath);
  const exception = findException(`${method} ${documented}`);
  const { template } = exception;
  const origin = template === undefined ? writtenOrigin : readServer(template, documented, name);
  const path = template === undefined ? writtenPath : template.slice(origin.length);
  // A path that begins with a placeholder gets no slash here: its expansion must begin with one.
  const needsSlash = origin === "" && !path.startsWith("{");
  return { origin, path: needsSlash ? withSlash(path) : path, exception };
}

/**
 * The server that the catalog puts before a documented URL; it may have a base path. For `/things`, the template
 * `https://files.example/v1/things` has the server `https://files.example/v1`.
 */
function readServer(template: string, documented: string, route: string): string {
  const { length } = readOrigin(template, route);
  return length === 0 ? "" : template.slice(0, Math.max(template.indexOf(documented), length));
}

/** Length of the part before a query or a fragment, which may be literal or an expression. */
function lengthOfPath(template: string): number {
  const end = template.search(/[?#]|\{&/);
  return end < 0 ? template.length : end;
}

/** Spells `:name` at the start of a path segment as `{name}` (contract A.3). */
function withBraces(template: string): string {
  if (!template.includes(":")) return template;
  const end = lengthOfPath(template);
  const path = template.slice(0, end).replace(/(^|\/):([A-Za-z_]\w*)/g, "$1{$2}");
  return path + template.slice(end);
}

function withSlash(path: string): string {
  return path.startsWith("/") ? path : `/${path}`;
}

/** A variable of RFC 6570, whose name may also have hyphens, as some names in documented routes do. */
const ROUTE_VARIABLE =
  /((?:\w|%[0-9A-Fa-f]{2})(?:[\w-]|%[0-9A-Fa-f]{2})*(?:\.(?:[\w-]|%[0-9A-Fa-f]{2})+)*)(?:(\*)|:([1-9]\d{0,3})(?!\d))?/y;

/**
 * Creates the rules of a route beyond RFC 6570. In the path, variables of simple and reserved
 * expressions need a value (contract A.5). In a template of the catalog, those after `.` and `;` need
 * one, too, and a list in the query repeats its key unless the variable has a modifier.
 */
function createRules(exception: RouteException, pathEnd: number): TemplateReader["ruleOf"] {
  const { template, multiSegment } = exception;
  const isDeclared = template !== undefined;
  return (name, isModified, symbol, index) => {
    if (index >= pathEnd)
      return isDeclared && !isModified && /[?&]/.test(symbol) ? "repeat" : undefined;
    const isSimple = symbol === "";
    if ((isSimple || symbol === "+") && multiSegment?.includes(name)) return "segments";
    if (isSimple) return "non-empty";
    return symbol === "+" || (isDeclared && /[.;]/.test(symbol)) ? "defined" : undefined;
  };
}

// ---- Declarations of a catalog

/** Reads the catalog only when the first route is compiled, so that programs start without a delay. */
export function createExceptionFinder(catalog: EndpointCatalog): FindException {
  let exceptions: ReadonlyMap<string, RouteException> | undefined;
  return (name) => {
    exceptions ??= new Map(Object.entries(catalog.routes));
    return copyException(exceptions.get(name));
  };
}

/** Without a prototype, so that inherited properties are not taken for keys. */
export function copyException(exception: RouteException | undefined): RouteException {
  return Object.assign(Object.create(null) as RouteException, exception);
}

// ---- Types

/** Finds the declaration of `<METHOD> <documented url>` in a catalog. */
type FindException = (name: string) => RouteException;

/** Facts about the requests of a route that do not depend on parameters. */
export interface CompiledRoute {
  readonly name: string;
  readonly method: LowercaseMethod;
  /** Set if parameters that are not in the template go into a body; otherwise, they go into the query. */
  readonly hasBody: boolean;
  /** Scheme, host and base path of a route with a server of its own; empty for others. */
  readonly origin: string;
  /** Finds the address before the path; `undefined` if that is always the base address. */
  readonly findOrigin:
    ((route: CompiledRoute, baseUrl: unknown, service: ServiceAddress) => string) | undefined;
  readonly parts: readonly TemplatePart[];
  readonly expansion: Expansion;
  /** Adds parameters to the query of its URL. */
  readonly addQuery: (url: string, query: string) => string;
  /** The declaration of the route in the catalog; empty without one. */
  readonly exception: RouteException;
  /** The content type of `exception`, copied because every call that may have a body reads it. */
  readonly contentType: string | undefined;
  /**
   * Set for a template that is a path without query and fragment, begins with exactly one slash, and
   * has no segment that begins with a dot or a percent sign. Its path needs no check if each value is
   * inserted unchanged and does not begin with a dot. Together with `plainName`, the gain is 22 %.
   */
  readonly isPlain: boolean;
  /** Number of dot segments in the template itself. Values must not add any. */
  readonly literalDots: number;
}

/** The base address of a service. */
export interface ServiceAddress {
  readonly hasAddress: boolean;
  /**
   * Tells whether `address` (without a trailing slash) belongs to the service. Without an address in
   * the catalog, every address does.
   */
  readonly isBaseUrl: (address: string) => boolean;
}
