/** Types of responses: that of a route, and how the options of a call change it. Its errors are in `response-errors.ts`. */
import type { ROUTE } from "../endpoint/types.js";

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
export interface ListedResponses<Success, Errors> {
  readonly success: Success;
  readonly errors: Errors;
}

/**
 * The response of a route, found among those of all routes. Both sides of `extends` are mapped from the route, so that
 * a compiler waits until it knows the route; else it would compare the responses of all routes at the first call,
 * which takes a second and more. Other forms cost each call more: `Route extends keyof Responses` lists all routes,
 * a tuple makes its forty members, and an alias for each side has to be resolved.
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
