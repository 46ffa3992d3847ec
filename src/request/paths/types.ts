/** The types of the client by path: its calls, their options, and middleware. */
import type { ClientOptions, ClientPart } from "../client/types.js";
import type {
  HttpMethod,
  MediaType,
  PathsWithMethod,
  OperationOf,
  Writable,
  FetchResponse,
  ParseAs,
  At,
  RequiredKeysOf,
  IsNever,
  IsAny,
} from "./operations.js";

// ---- Requests

/** Headers of a request. `null` removes a default one, `undefined` keeps it, a list is joined by commas. */
export type HeadersOptions =
  | NonNullable<RequestInit["headers"]>
  | Record<
      string,
      string | number | boolean | readonly (string | number | boolean)[] | null | undefined
    >;

/** `params` of a call; required if one of the parameters is. */
export type ParamsOption<Operation> = Operation extends { readonly parameters: infer Parameters }
  ? IsNever<RequiredKeysOf<Parameters>> extends true
    ? { params?: Parameters }
    : { params: Parameters }
  : { params?: { query?: Record<string, unknown> } };

/** The body that an operation declares, of any of its media types; `never` without one. */
export type RequestBodyOf<Operation> = Operation extends { readonly requestBody?: infer Body }
  ? At<ContentOf<NonNullable<Body>>, MediaType>
  : never;

type ContentOf<Body> = Body extends { readonly content: infer Content } ? Content : never;

export type RequestBodyOption<Operation> =
  IsAny<Operation> extends true
    ? { body?: unknown }
    : IsNever<RequestBodyOf<Operation>> extends true
      ? { body?: never }
      : Operation extends { readonly requestBody: unknown }
        ? { body: Writable<RequestBodyOf<Operation>> }
        : { body?: Writable<RequestBodyOf<Operation>> };

/** The options of a request besides those that `fetch` has. */
export type RequestOptions<Operation> = ParamsOption<Operation> &
  RequestBodyOption<Operation> & {
    /** Replaces the address of the client. */
    baseUrl?: string | undefined;
    querySerializer?: QuerySerializer<Operation> | QuerySerializerOptions | undefined;
    bodySerializer?: BodySerializer<Operation> | undefined;
    pathSerializer?: PathSerializer | undefined;
    parseAs?: ParseAs | undefined;
    fetch?: PathsFetch | undefined;
    headers?: HeadersOptions | undefined;
    /** Runs after the middleware of the client, on the way back before it. */
    middleware?: Middleware[] | undefined;
    /** In milliseconds, for all attempts, the waits between them and the body. Default: the client's. */
    timeout?: number | undefined;
    /** The most retries. Default: the client's. */
    retry?: number | undefined;
  };

export type FetchOptions<Operation> = RequestOptions<Operation> &
  Omit<RequestInit, "body" | "headers">;

/** The options of a method of a path; `undefined` is allowed, too, unless one of them is required. */
export type MaybeOptionalInit<PathItem, Method> =
  IsNever<RequiredKeysOf<FetchOptions<At<PathItem, Method>>>> extends true
    ? FetchOptions<At<PathItem, Method>> | undefined
    : FetchOptions<At<PathItem, Method>>;

/** Further keys are passed to `fetch`. They are added late, so that the compiler still finds required ones. */
type InitParam<Init> =
  IsNever<RequiredKeysOf<Init>> extends true ? [init?: Init & Further] : [init: Init & Further];

interface Further {
  [key: string]: unknown;
}

// ---- Serializers

/** Sends the requests of a client or of a call. */
export type PathsFetch = (input: Request, init?: Record<string, unknown>) => Promise<Response>;

/** Writes a query. A question mark at the beginning is left out. */
export type QuerySerializer<Operation> = (
  query: Operation extends { readonly parameters: { readonly query?: infer Query } }
    ? NonNullable<Query>
    : Record<string, unknown>,
) => string;

/** The styles of the query (OpenAPI 3, "Style Values"). */
export interface QuerySerializerOptions {
  /** Default: `form`, exploded. */
  array?: { style?: "form" | "spaceDelimited" | "pipeDelimited"; explode?: boolean };
  /** Default: `deepObject`. */
  object?: { style?: "form" | "deepObject"; explode?: boolean };
  /** Leaves reserved characters as they are. Default: false. */
  allowReserved?: boolean;
}

/** Writes a body: text, bytes, a form, or anything else that `fetch` sends. */
export type BodySerializer<Operation> = (
  body: Operation extends { readonly requestBody?: unknown } ? RequestBodyOf<Operation> : unknown,
  headers: Headers,
) => unknown;

/** Writes the parameters of a path into it. */
export type PathSerializer = (path: string, parameters: Record<string, unknown>) => string;

// ---- Middleware

/** The parameters of a call, as the caller gave them. */
export interface MiddlewareRequestParams {
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  path?: Record<string, unknown>;
  cookie?: Record<string, unknown>;
}

/** The options of a call over those of its client. They are frozen. */
export interface MergedOptions<Operation = unknown> {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly parseAs: ParseAs;
  readonly querySerializer: QuerySerializer<Operation>;
  readonly bodySerializer: BodySerializer<Operation>;
  readonly pathSerializer: PathSerializer;
  readonly fetch: PathsFetch | typeof fetch;
}

export interface MiddlewareCallbackParams {
  /** The request without the credentials of the client's `auth`. */
  request: Request;
  /** The path with its placeholders. */
  readonly schemaPath: string;
  readonly params: MiddlewareRequestParams;
  /** Another one for each call. */
  readonly id: string;
  readonly options: MergedOptions;
}

/** Nothing, a value, or a promise of one of them. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- functions without a result are allowed
type Changed<Value> = void | Value | undefined | Promise<Value | undefined | void>;

type OnRequest = (call: MiddlewareCallbackParams) => Changed<Request | Response>;

type OnResponse = (call: MiddlewareCallbackParams & { response: Response }) => Changed<Response>;

type OnError = (call: MiddlewareCallbackParams & { error: unknown }) => Changed<Response | Error>;

interface Callbacks {
  /** May change the request, return another one, or return a response: then nothing is sent. */
  onRequest?: OnRequest;
  /** May return another response. */
  onResponse?: OnResponse;
  /** Called when there is no response. May return another error, or a response. */
  onError?: OnError;
}

/** Functions around the calls of a client, at least one. */
export type Middleware =
  | (Callbacks & Required<Pick<Callbacks, "onRequest">>)
  | (Callbacks & Required<Pick<Callbacks, "onResponse">>)
  | (Callbacks & Required<Pick<Callbacks, "onError">>);

// ---- Clients

/** Defaults of all calls. */
export interface PathsDefaults extends Omit<RequestInit, "headers" | "body" | "method" | "signal"> {
  querySerializer?: QuerySerializer<unknown> | QuerySerializerOptions | undefined;
  bodySerializer?: BodySerializer<unknown> | undefined;
  pathSerializer?: PathSerializer | undefined;
  headers?: HeadersOptions | undefined;
  fetch?: PathsFetch | undefined;
  /** Replaces the platform's `Request`. */
  Request?: typeof Request | undefined;
  /** Passed to `fetch`, such as the `dispatcher` of Node. */
  requestInitExt?: Record<string, unknown> | undefined;
}

/** Options of a client without a catalog: those of `createClient`, and the defaults of calls. */
export interface PathsClientOptions
  extends PathsDefaults, Omit<ClientOptions<string>, "fetch" | "headers" | "baseUrl"> {
  /** The address before the paths. In a browser, it may be relative to the page. */
  baseUrl?: string | undefined;
  /** Code behind the options `concurrency`, `onRateLimit` and `validation`, from `typewire-runtime/client`. */
  parts?: readonly ClientPart[] | undefined;
}

export type ClientMethod<Paths extends {}, Method extends HttpMethod, Media extends MediaType> = <
  Path extends PathsWithMethod<Paths, Method>,
  Init extends MaybeOptionalInit<Paths[Path], Method>,
>(
  path: Path,
  ...init: InitParam<Init>
) => Promise<FetchResponse<OperationOf<Paths, Path, Method>, Init, Media>>;

export type ClientRequestMethod<Paths extends {}, Media extends MediaType> = <
  Method extends HttpMethod,
  Path extends PathsWithMethod<Paths, Method>,
  Init extends MaybeOptionalInit<Paths[Path], Method>,
>(
  method: Method,
  path: Path,
  ...init: InitParam<Init>
) => Promise<FetchResponse<OperationOf<Paths, Path, Method>, Init, Media>>;

/**
 * Sends requests by method and path (contract, section O). A status outside 2xx is no exception.
 * @typeParam Paths `paths`, as openapi-typescript or the output `paths` writes it.
 * @typeParam Media The media types of which `data` and `error` have the types.
 */
export interface PathsClient<Paths extends {}, Media extends MediaType = MediaType> {
  request: ClientRequestMethod<Paths, Media>;
  GET: ClientMethod<Paths, "get", Media>;
  PUT: ClientMethod<Paths, "put", Media>;
  POST: ClientMethod<Paths, "post", Media>;
  DELETE: ClientMethod<Paths, "delete", Media>;
  OPTIONS: ClientMethod<Paths, "options", Media>;
  HEAD: ClientMethod<Paths, "head", Media>;
  PATCH: ClientMethod<Paths, "patch", Media>;
  /** Refused by most platforms. */
  TRACE: ClientMethod<Paths, "trace", Media>;
  /** Adds middleware. Requests pass it in this order, responses and errors in the opposite one. */
  use(...middleware: Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: Middleware[]): void;
}

/** The methods of one path. */
export type ClientForPath<PathItem, Media extends MediaType> = {
  [Method in keyof PathItem as Uppercase<string & Method>]: <
    Init extends MaybeOptionalInit<PathItem, Method>,
  >(
    ...init: InitParam<Init>
  ) => Promise<FetchResponse<PathItem[Method], Init, Media>>;
};

/** A client that has the methods of a path under its name. */
export type PathBasedClient<Paths extends {}, Media extends MediaType = MediaType> = {
  [Path in keyof Paths]: ClientForPath<Paths[Path], Media>;
};

/** The paths of a client that declare a method. */
export type ClientPathsWithMethod<Client, Method extends HttpMethod> =
  Client extends PathsClient<infer Paths, infer Media>
    ? PathsWithMethod<Media extends MediaType ? Paths : never, Method>
    : never;

/** The data of a method of a path. */
export type MethodResponse<
  Client,
  Method extends HttpMethod,
  Path extends ClientPathsWithMethod<Client, Method>,
  Options = {},
> =
  Client extends PathsClient<infer Paths, infer Media>
    ? NonNullable<FetchResponse<At<At<Paths, Path>, Method>, Options, Media>["data"]>
    : never;
