/** Routes: reads method and URL, and compiles everything about their requests that does not depend on parameters. */
import { explain } from "../../../base/explain.js";
import type { EndpointCatalog, RouteException } from "../../../catalog/requests.js";
import { createError, show } from "../errors.js";
import type { AnyRoute, DeclaredMethod, LowercaseMethod, UppercaseMethod } from "../types.js";
import { countDotSegments, readBaseUrl, readOrigin } from "../url-safety.js";
import type { RequiredPlaceholders } from "./placeholders.js";
import {
  allValues,
  appendQuery,
  createPlainExpression,
  parseTemplate,
  singleValues,
  type Expansion,
  type TemplatePart,
  type TemplateReader,
} from "./template.js";

// ---- Reading

/** Splits `<METHOD> <url>`; the method of a URL alone is GET (contract A.2). */
export function parseRoute(text: string, otherMethods: OtherMethods): Route {
  const verb = VERB.exec(text)?.[0] ?? (findMethod(text, otherMethods) && text);
  if (verb === undefined) return createRoute("GET", text, otherMethods, text);
  return createRoute(verb, text.slice(verb.length).replace(/^ +/, ""), otherMethods, text);
}

/** A first word that has no character of a URL and ends at a space: a method, known or unknown. */
const VERB = /^[^\s/{}:?#]+(?= )/;

/**
 * Creates a route from its method and its URL.
 * @param text Name of the route in the errors that this function throws.
 */
export function createRoute(
  verb: unknown,
  url: unknown,
  otherMethods: OtherMethods,
  text = nameRoute(verb, url),
): Route {
  const method = expectMethod(verb, text, otherMethods);
  if (typeof url === "string" && url !== "") return { method, url, name: `${method} ${url}` };
  const detail = explain(() => `is missing; expected ${ROUTE_FORMS}`);
  throw createError("INVALID_ROUTE", "The URL", detail, text, ["url"]);
}

/** The forms of the first argument of a call, for messages. */
export const ROUTE_FORMS = '"<METHOD> <url>", or the options "method" and "url"';

/** Names a route that was given as options, for errors. */
export function nameRoute(method: unknown, url: unknown): string {
  return `${typeof method === "string" ? method : "GET"} ${typeof url === "string" ? url : ""}`;
}

// ---- Methods

/** @throws EndpointError for anything but a known method. */
export function expectMethod(
  verb: unknown,
  route: string,
  otherMethods: OtherMethods,
): Route["method"] {
  const method = findMethod(verb, otherMethods);
  if (method !== undefined) return method;
  const detail = explain(() => {
    const known = ["GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE", ...(otherMethods ?? [])];
    return `is ${show(verb)}; expected one of ${known.join(", ")}`;
  });
  throw createError("INVALID_METHOD", "The method", detail, route, ["method"]);
}

/** Finds a standard method in any case, or one that the catalog declares (contract A.1). */
function findMethod(verb: unknown, otherMethods: OtherMethods): Route["method"] | undefined {
  if (typeof verb !== "string") return undefined;
  if (METHOD.test(verb)) return verb.toUpperCase();
  return otherMethods?.includes(verb) ? verb : undefined;
}

/** A standard method in any case. Without the flag `u`, it does not match `ſ`, whose uppercase form is `S`. */
const METHOD = /^(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)$/i;

/** The method as a built request has it: a standard one in lowercase, any other unchanged. */
export function toRequestMethod(method: string): LowercaseMethod {
  // The public type has no methods that only the catalog declares, so a cast adds them.
  return (METHOD.test(method) ? method.toLowerCase() : method) as LowercaseMethod;
}

/**
 * The method as it is sent: one of the usual ones in uppercase, any other unchanged, because methods are case-sensitive
 * (RFC 9110, section 9.1). `fetch` leaves `patch` in lowercase.
 */
export function toToken(method: string): string {
  return METHOD.test(method) ? method.toUpperCase() : method;
}

/** Tells whether requests of a method can have a body. */
function hasBody(method: string): boolean {
  return !/^(?:GET|HEAD|OPTIONS)$/.test(method);
}

// ---- Compiling any URL

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
 * The address before a route's path. A base address chosen by the caller has precedence over the route's
 * server, because the caller's token was issued for that address.
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

/** The server that the catalog puts before a documented URL; it may have a base path. */
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
function copyException(exception: RouteException | undefined): RouteException {
  return Object.assign(Object.create(null) as RouteException, exception);
}

// ---- Routes of functions, which a client does not find by their names

/** Compiles a route with any URL. */
export const compileTemplateRoute: CompileRoute = (name, exception) => {
  const space = name.indexOf(" ");
  const [method, url] = [name.slice(0, space), name.slice(space + 1)];
  return compileRoute({ method, url, name }, () => copyException(exception));
};

/**
 * Compiles a route whose URL is a plain path: literals that need no encoding, and `{name}`. There is nothing to
 * parse and nothing to refuse, because the generator has compared the result with that of
 * {@link compileRoute}. The values of its parameters are neither lists nor objects.
 */
export const compilePlainRoute: CompileRoute = (name, exception) =>
  compilePath(name, exception, singleValues);

/** Compiles a route whose URL is a plain path, with parameters that may be lists or objects. */
export const compileListRoute: CompileRoute = (name, exception) =>
  compilePath(name, exception, allValues);

function compilePath(
  name: string,
  exception: RouteException | undefined,
  expansion: Expansion,
): CompiledRoute {
  const [method = "", path = ""] = name.split(" ");
  const pieces = path.split(/[{}]/);
  const parts = pieces.map((piece, index) => (index % 2 ? createPlainExpression(piece) : piece));
  return {
    name,
    method: toRequestMethod(method),
    hasBody: hasBody(method),
    origin: "",
    findOrigin: undefined,
    parts: parts.filter((part) => part !== ""),
    expansion,
    addQuery: beginQuery,
    exception: copyException(exception),
    contentType: exception?.contentType,
    isPlain: true,
    literalDots: 0,
  };
}

/** Adds the first parameters of the query. */
function beginQuery(url: string, query: string): string {
  return `${url}?${query}`;
}

// ---- Routes that the catalog does not know

/**
 * Marks a route as intended, although the catalog does not know it. Returns it unchanged (contract A.40).
 * @example
 * endpoint(anyRoute("GET /beta/{id}"), { id: 1 });
 */
export function anyRoute<const Route extends string>(
  route: Route,
): AnyRoute<RequiredPlaceholders<Route> & string> {
  // Only the compiler sees the mark. The intersection with `string` makes its errors list the names.
  return route as string as AnyRoute<RequiredPlaceholders<Route> & string>;
}

// ---- Types

/** Method and URL of a call. The URL is as the caller wrote it, and may be malformed. */
export interface Route {
  readonly method: UppercaseMethod | DeclaredMethod;
  readonly url: string;
  /** Name of the route in errors: `<METHOD> <url>`. */
  readonly name: string;
}

/** Methods that a catalog declares besides the standard ones. They are case-sensitive. */
type OtherMethods = readonly string[] | undefined;

/** Finds the declaration of `<METHOD> <documented url>` in a catalog. */
type FindException = (name: string) => RouteException;

/** Compiles `<METHOD> <url>`, as it is documented, with its exception. */
export type CompileRoute = (name: string, exception?: RouteException) => CompiledRoute;

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
