/** Types of what a route answers: its response, and its errors by status. */
import type { KnownRoute, ROUTE } from "../endpoint/types.js";
import type { ResponseError } from "./errors.js";

/** The response that a request resolves to. */
export interface ClientResponse<Status extends number = number, Data = unknown> {
  readonly status: Status;
  readonly headers: Headers;
  /** The body, read by its content type. */
  readonly data: Data;
  /** The address that the response came from, after redirects, without credentials. */
  readonly url: string;
}

/** A page of a list. */
export type Page<Response, Item> = Response & { readonly items: readonly Item[] };

/**
 * A route's responses, as generated: `success` is a union of responses by status, `errors` has the
 * bodies of other statuses.
 */
interface ListedResponses<Success, Errors> {
  readonly success: Success;
  readonly errors: Errors;
}

/**
 * Looks up one route. `Route extends keyof Responses` would list all routes for each call. Both sides are mapped
 * from the route, so that a compiler does not look before it knows the route: it would compare the responses of
 * all routes for the first call, which takes a second and more. Tuples would make it wait, too, but it makes the
 * forty members of each. Aliases for the two sides would cost each call more.
 */
export type SuccessOf<Responses, Route extends string> = {
  readonly [Listed in Route]: Responses;
} extends {
  readonly [Listed in Route]: {
    readonly [Known in Route]: ListedResponses<infer Success, unknown>;
  };
}
  ? Success
  : ClientResponse;

/** The type of the items of a list or a stream, looked up as {@link SuccessOf} looks up responses. */
export type ItemOf<Items, Route extends string> = {
  readonly [Listed in Route]: Items;
} extends { readonly [Listed in Route]: { readonly [Known in Route]: infer Item } }
  ? Item
  : never;

/** Shown by the compile error for a route without pages. */
interface RouteWithoutPages<Route> {
  readonly route: Route;
  readonly hasPages: false;
}

/**
 * An argument of a route that is a list; of any other route, the text of the compile error. With the
 * list as the only constraint, editors would show every route in an error.
 */
export type IfPaged<Lists, Route extends string, Argument> = {
  readonly [Listed in Route]: Lists;
} extends { readonly [Listed in Route]: { readonly [Known in Route]: unknown } }
  ? Argument
  : RouteWithoutPages<Route>;

/** Shown by the compile error for a route whose response does not come item by item. */
interface RouteWithoutStream<Route> {
  readonly route: Route;
  readonly streams: false;
}

/** Like {@link IfPaged}, for a route that streams. */
export type IfStreamed<Streams, Route extends string, Argument> = {
  readonly [Listed in Route]: Streams;
} extends { readonly [Listed in Route]: { readonly [Known in Route]: unknown } }
  ? Argument
  : RouteWithoutStream<Route>;

/** The response with another body. */
type WithData<Response, Data> =
  Response extends ClientResponse<infer Status> ? ClientResponse<Status, Data> : never;

/** Options that change the response of a call. */
type ResponseOption = "stream" | "ifNoneMatch";

/**
 * The response of a call with options. An option whose value is known at run time only, such as an
 * ETag that may be missing, gives both responses.
 */
export type ResponseFor<Responses, Route extends string, Options> = keyof Options &
  ResponseOption extends never
  ? SuccessOf<Responses, Route> // most calls; the rest costs twice as much
  : ChangedResponse<SuccessOf<Responses, Route>, Options>;

type ChangedResponse<Response, Options> =
  | (Options extends { readonly stream: true } ? never : Response)
  | IfSet<Options, "stream", false, WithData<Response, ReadableStream<Bytes>>>
  | IfSet<Options, "ifNoneMatch", never, ClientResponse<304, undefined>>;

/**
 * `Uint8Array<ArrayBuffer>`, which `TextDecoderStream` and others require. Before TypeScript 5.7,
 * `Uint8Array` takes no argument.
 */
type Bytes = ReturnType<Uint8Array["slice"]>;

/** The response, unless the option is absent, undefined or `Unset`. */
type IfSet<Options, Name extends ResponseOption, Unset, Response> = Name extends keyof Options
  ? Options extends { readonly [Option in Name]?: Unset | undefined }
    ? never
    : Response
  : never;

/**
 * The body that answers a request of `endpoint`, for a function of your own, `send<Request>(request:
 * Request): Promise<ResponseOf<Request>>`. Unknown for a route that is not in `Responses`.
 */
export type RouteResponseOf<Responses, Request> = Request extends {
  readonly [ROUTE]?: infer Route extends string;
}
  ? DataOf<SuccessOf<Responses, Route>>
  : unknown;

type DataOf<Response> = Response extends { readonly data: infer Data } ? Data : never;

// ---- Errors

/** Statuses of responses (RFC 9110 and the registry of IANA) by their class. */
export interface StatusClasses {
  "2XX": 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
  "3XX": 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;
  // prettier-ignore
  "4XX":
    | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415
    | 416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451;
  "5XX": 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
}

type Status = StatusClasses[keyof StatusClasses];

/**
 * The errors of a route: those that it declares by status, by a class such as `4XX` or as `default`, and
 * all others with unknown data.
 */
export type RouteError<Responses, Route extends string> = {
  readonly [Listed in Route]: Responses;
} extends {
  readonly [Listed in Route]: { readonly [Known in Route]: ListedResponses<unknown, infer Errors> };
}
  ? ErrorsOf<Errors>
  : ResponseError;

type ErrorsOf<Errors> = [keyof Errors] extends [never]
  ? ResponseError<Status> // three routes of ten; `Exclude` would visit each status, at six times the cost
  : keyof Errors extends number
    ? // most others; errors by class cost twice as much
      | { [Key in keyof Errors & number]: ResponseError<Key, Errors[Key]> }[keyof Errors & number]
      | ResponseError<Exclude<Status, keyof Errors>>
    : ErrorsByClass<Errors>;

type ErrorsByClass<Errors> =
  | { [Key in keyof Errors]: ResponseError<StatusesOf<Key, Errors>, Errors[Key]> }[keyof Errors]
  | ("default" extends keyof Errors ? never : ResponseError<OtherStatuses<Errors>>);

/** The statuses that a key of declared responses means. */
type StatusesOf<Key, Errors> = Key extends number
  ? Key
  : Key extends keyof StatusClasses
    ? Exclude<StatusClasses[Key], keyof Errors>
    : OtherStatuses<Errors>;

type OtherStatuses<Errors> = Exclude<
  Status,
  keyof Errors | StatusClasses[keyof Errors & keyof StatusClasses]
>;

/** Tells whether an error is a response, and of a certain route. */
export interface IsResponseError<Responses> {
  (error: unknown): error is ResponseError;
  <Route extends KnownRoute<Responses>>(
    error: unknown,
    route: Route,
  ): error is RouteError<Responses, Route>;
}
