/** Types of the request builder: the signatures of its calls. */
import type { RouteAlone, RouteParameters, Uninferred } from "./route-arguments.js";
import type {
  DefaultOptions,
  EndpointDefaults,
  EndpointOptions,
  MergedOptions,
  RequestOptions,
  RequestParameters,
  RouteInput,
} from "./types.js";

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
