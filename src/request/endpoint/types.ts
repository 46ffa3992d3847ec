/** Types of the request builder: its calls, what they take, and what they return. */
// ---- The builder

/**
 * Builds requests for one hosted API. The call signatures differ in the number of arguments, so
 * that an error is always about the intended one.
 * @typeParam Given The parameters that have a default, and so may be left out of a call.
 * @typeParam Extra Options that the catalog adds, such as the variables of its base address.
 */
export interface Endpoint<Routes, Given extends PropertyKey = never, Extra = unknown> {
  // This signature comes first, with any string as a route: while a call has errors, an editor
  // completes `{}` by the first signature with that number of arguments. The second one completes
  // routes.
  /**
   * Builds the request of a route that needs no parameters, or of options that hold method and URL.
   * @throws EndpointError if no valid request can be built.
   */
  <Route extends string>(
    route: RouteBesideOptions<Routes, Route, Given> | OptionsInput<Given>,
  ): RequestOptions<Route>;
  /**
   * Combines a route with parameters: placeholders are replaced, the other parameters go to the
   * query (GET, HEAD, OPTIONS) or into a JSON body (contract A.16 to A.19).
   * @throws EndpointError if no valid request can be built.
   * @example
   * const { method, url } = endpoint("GET /things/{id}", { id: "7" });
   */
  <Route extends RouteInput<Routes>, Parameters = RouteParameters<Routes, Route, Given>>(
    route: Route,
    parameters: Uninferred<Parameters>,
  ): RequestOptions<Route>;

  /** The defaults of this builder. */
  readonly DEFAULTS: DefaultOptions;

  /**
   * Returns a new builder, whose defaults are these options merged over this builder's own.
   * @example
   * const acme = endpoint.defaults({ baseUrl: "https://acme.example", org: "acme" });
   */
  defaults<const Options extends (EndpointDefaults | RequestParameters) & Extra>(
    options: Options,
  ): Endpoint<Routes, Given | keyof Options, Extra>;

  /** Applies the defaults and nothing else: placeholders stay; without a URL, `url` is empty. */
  merge<Route extends string>(
    route?: RouteBesideOptions<Routes, Route, Given> | EndpointDefaults,
  ): MergedOptions;
  /** Applies the defaults and nothing else: placeholders stay, parameters are keys. */
  merge<Route extends RouteInput<Routes>, Parameters = RouteParameters<Routes, Route, Given>>(
    route: Route,
    parameters: Uninferred<Parameters>,
  ): MergedOptions;

  /** Builds the request of merged options, without any defaults. */
  parse(options: MergedOptions): RequestOptions;
}

/**
 * Any route. The type of the parameters refuses an unknown one, because a compiler would compute the
 * parameters of all routes if the route itself were refused. Editors offer the known ones.
 */
export type RouteInput<Routes> = (keyof Routes & string) | (string & {});

/** A route of the catalog, or one that `anyRoute` marks as intended (contract A.40). */
export type KnownRoute<Routes> = (keyof Routes & string) | AnyRoute;

/**
 * Like {@link RouteAlone}, in a signature that also takes options. With options, the route is any string, and
 * the type is `never`: an editor would otherwise offer the properties of an {@link UnknownRoute} among them.
 */
type RouteBesideOptions<Routes, Route, Given extends PropertyKey> = string extends Route
  ? string extends keyof Routes // a builder that takes any route
    ? Route
    : never
  : RouteAlone<Routes, Route, Given>;

/** The URL may be left out if it has a default. */
type OptionsInput<Given extends PropertyKey> = "url" extends Given
  ? EndpointDefaults
  : EndpointOptions;

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

// ---- The arguments that follow a route

/**
 * The argument that follows a route. The call signatures use it as the default of a type parameter,
 * inside {@link Uninferred}. As the declared type of an argument, a compiler would compute it for all
 * routes at once, before it has inferred the route.
 */
export type RouteParameters<Routes, Route, Given extends PropertyKey> = [Given] extends [never]
  ? Route extends string
    ? ListedParameters<Routes, Route>
    : never
  : Only<EndpointArguments<Routes, Route, Given>>;

/** Looks up one route; `Route extends keyof Routes` would list all of them for each call. */
type ListedParameters<Routes, Route extends string> = Routes extends {
  readonly [Listed in Route]: readonly [parameters?: infer Parameters];
}
  ? Parameters
  : Only<EndpointArguments<Routes, Route, never>>;

/**
 * The arguments that follow a route. `Routes` maps each route to a tuple of them. It has no constraint,
 * because a compiler would check every route against that before the first call.
 */
export type EndpointArguments<Routes, Route, Given extends PropertyKey> = Route extends keyof Routes
  ? [Given] extends [never]
    ? Routes[Route]
    : RelaxedArguments<Routes[Route], Given>
  : Route extends AnyRoute<infer Required>
    ? UnknownRouteArguments<Exclude<Required, Given>>
    : [parameters: UnknownRoute<Route>];

type RelaxedArguments<Arguments, Given extends PropertyKey> = Arguments extends readonly [
  parameters?: infer Parameters,
]
  ? {} extends RelaxedEach<Parameters, Given>
    ? [parameters?: RelaxedEach<Parameters, Given>]
    : [parameters: RelaxedEach<Parameters, Given>]
  : [];

/** A route with several kinds of bodies has a union of parameters. */
type RelaxedEach<Parameters, Given extends PropertyKey> = Parameters extends unknown
  ? Relaxed<Parameters, Given>
  : never;

/** A parameter that has a default may be left out. */
type Relaxed<Parameters, Given extends PropertyKey> = Omit<Parameters, Given> &
  Partial<Pick<Parameters, Given & keyof Parameters>>;

/** A route of the type `string` has no known placeholders, so nothing is required. */
type UnknownRouteArguments<Required extends string> = [Required] extends [never]
  ? [parameters?: UnknownParameters]
  : [parameters: UnknownParameters & { readonly [Name in Required]: {} }];

type Only<Arguments> = [Arguments] extends [readonly [parameters?: infer Parameters]]
  ? Parameters
  : never;

/**
 * Like `NoInfer`, but editors and errors do not show it. The property of an object costs a compiler less
 * than the element of a tuple, which has forty members.
 */
export type Uninferred<Type> = { type: Type }[Type extends unknown ? "type" : never];

/** The route itself if it needs no parameters; otherwise the text of the compile error. */
export type RouteAlone<Routes, Route, Given extends PropertyKey> =
  [] extends EndpointArguments<Routes, Route, Given>
    ? Route
    : // By its arguments: after `Route extends keyof Routes`, a compiler would visit all routes.
      EndpointArguments<Routes, Route, Given> extends readonly [UnknownRoute<Route>]
      ? UnknownRoute<Route>
      : MissingParameters<Route, Exclude<RequiredParameters<Routes, Route>, Given>>;

/** Shown by the compile error for a route without its required parameters. */
export interface MissingParameters<Route, Name> {
  readonly route: Route;
  readonly missing: Name;
}

/** Shown by the compile error for a route that is misspelt, or not marked by `anyRoute`. */
export interface UnknownRoute<Route> {
  readonly route: Route;
  readonly isKnown: false;
}

type RequiredParameters<Routes, Route> = Route extends keyof Routes
  ? RequiredKeys<Only<Routes[Route]>>
  : Route extends AnyRoute<infer Required>
    ? Required
    : never;

/** The required keys of all members of a union. */
type RequiredKeys<Parameters> = Parameters extends unknown
  ? keyof {
      [Name in keyof Parameters as {} extends Pick<Parameters, Name> ? never : Name]: never;
    }
  : never;

// ---- Routes without types

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
