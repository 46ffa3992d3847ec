/** Types of requests, of the options of calls, and of routes. */

// ---- Requests

/**
 * A request for any HTTP client.
 * @typeParam Route The route that it was built from, which leads to the type of its response.
 */
export interface RequestOptions<Route extends string = string> {
  /** Never set. */
  readonly [ROUTE]?: Route;
  /**
   * In lowercase. A method that only the catalog declares is unchanged, such as `QUERY`; the type leaves
   * it out, so that other HTTP clients accept the method.
   */
  method: LowercaseMethod;
  /** Absolute, placeholders replaced, query appended. */
  url: string;
  /** Names in lowercase. */
  headers: { [name: string]: string };
  /** Absent when there is no body. */
  body?: unknown;
  /** The `request` option as it was passed. */
  request?: object;
}

/** The key of a property that exists only for the compiler. */
export declare const ROUTE: unique symbol;

/** Options with the defaults applied, not yet parsed. */
export interface MergedOptions {
  baseUrl: string;
  /** In uppercase, unless only the catalog declares it. */
  method: UppercaseMethod;
  /** The URL of the route, with its placeholders. */
  url: string;
  headers: { [name: string]: string };
  mediaType?: { format?: string; [key: string]: unknown };
  request?: object;
  data?: unknown;
  [parameter: string]: unknown;
}

/** The options that a builder starts every call from: frozen at every depth. */
export interface DefaultOptions {
  readonly baseUrl: string;
  readonly method: MethodInput;
  readonly url?: string;
  readonly headers: { readonly [name: string]: string };
  readonly mediaType?: { readonly format?: string; readonly [key: string]: unknown };
  readonly request?: object;
  readonly data?: unknown;
  readonly [parameter: string]: unknown;
}

export type UppercaseMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

export type LowercaseMethod = Lowercase<UppercaseMethod>;

/** A method that a catalog declares, exactly as it is sent: `QUERY` (RFC 9110, section 9.1). */
export type DeclaredMethod = string & {};

/**
 * Methods are accepted in any case; the types know uppercase and lowercase. A method that only the
 * catalog declares is passed in a route string.
 */
type MethodInput = UppercaseMethod | LowercaseMethod;

// ---- Parameters and options of calls

/** Options that every call accepts besides the parameters of its route. */
// Not an interface, which has no implicit index signature: types that take any parameter refuse it.
export type RequestParameters = {
  /** Replaces the default base address; one slash joins it to the route's path. */
  readonly baseUrl?: string | undefined;
  readonly headers?: HeadersInput | undefined;
  readonly mediaType?: MediaTypeOptions | undefined;
  /** Options for the HTTP client; returned unchanged. */
  readonly request?: object | undefined;
};

/** Header names and values. `undefined` removes a default; names are lowercased. */
export type HeadersInput =
  | Headers
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | number | undefined };

export interface MediaTypeOptions {
  /** A format such as `raw`, `diff` or `text+json`; changes the `accept` header. */
  readonly format?: string | undefined;
}

/** A call without a route string: method and URL are keys next to the parameters. */
export interface EndpointOptions extends EndpointDefaults {
  readonly url: string;
}

/** Defaults for later calls; they may include any parameter. */
export interface EndpointDefaults extends AnyParameters {
  readonly method?: MethodInput | undefined;
  readonly url?: string | undefined;
}

/** Parameters of a route that the catalog does not know. The route decides method and URL. */
export interface UnknownParameters extends AnyParameters {
  readonly method?: undefined;
  readonly url?: undefined;
}

interface AnyParameters extends RequestParameters {
  /** The whole body, instead of one made of the remaining parameters. */
  readonly data?: unknown;
  readonly [parameter: string]: unknown;
}

// ---- Routes

/**
 * Any route. The type of the parameters refuses an unknown one, because a compiler would compute the
 * parameters of all routes if the route itself were refused. Editors offer the known ones.
 */
export type RouteInput<Routes> = (keyof Routes & string) | (string & {});

/** A route of the catalog, or one that `anyRoute` marks as intended (contract A.40). */
export type KnownRoute<Routes> = (keyof Routes & string) | AnyRoute;

/** The routes of a builder whose catalog has no types: any. */
export interface AnyRoutes {
  readonly [route: string]: [parameters?: UnknownParameters];
}

/**
 * A route that is not in the catalog, marked as intended by `anyRoute`.
 * @typeParam Required The names of its placeholders, which are required.
 */
export type AnyRoute<Required extends string = string> = string & {
  /** Never set. */
  readonly [ANY_ROUTE]: Required;
};

/** The key of a property that exists only for the compiler. */
declare const ANY_ROUTE: unique symbol;
