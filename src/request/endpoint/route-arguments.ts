/**
 * Types of what may follow a route in a call. They look up one route, because a compiler would need long for all of
 * them. An example, with `Routes` of `{ "GET /things/{id}": [parameters: { id: string; page?: number }] }`:
 *
 * - `endpoint("GET /things/{id}", …)` takes `RouteParameters`: `{ id: string; page?: number }`.
 * - `endpoint("GET /things/{id}")` takes `RouteAlone`: `MissingParameters<"GET /things/{id}", "id">`, which no text is.
 * - Both are made of `EndpointArguments`: `[parameters: { id: string; page?: number }]`.
 *
 * If `id` has a default (`Given`), `EndpointArguments` is `[parameters?: { id?: string; page?: number }]`, and the
 * route alone is accepted.
 */
import type { AnyRoute, UnknownParameters } from "./types.js";

// ---- A route with its parameters

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
 * Like `NoInfer`, but editors and errors do not show it. The property of an object costs a compiler less
 * than the element of a tuple, which has forty members.
 */
export type Uninferred<Type> = { type: Type }[Type extends unknown ? "type" : never];

// ---- A route alone

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

// ---- The arguments of a route

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
