/** Types of a client: its options, and the client itself. */
import type { ClientSchemas } from "../../catalog/client.js";
import type { RouteAlone, RouteParameters, Uninferred } from "../endpoint/route-arguments.js";
import type {
  EndpointDefaults,
  HeadersInput,
  RequestOptions,
  RequestParameters,
  RouteInput,
} from "../endpoint/types.js";
import type { Credential } from "./auth/auth.js";
import type { ConnectionError, ResponseError } from "./errors.js";
import type {
  IfPaged,
  IfStreamed,
  ItemOf,
  Page,
  ResponseFor,
  SuccessOf,
} from "./response-types.js";

// ---- Options

/** Options of one call. As options of a client, they are the defaults of its calls. */
export interface CallOptions {
  /** Rejects the request with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds, for all attempts, the waits between them and the body. Default: none. */
  readonly timeout?: number | undefined;
  /** The most retries of a request (contract F.5). Default: 2. */
  readonly retry?: number | undefined;
}

/** The options of one request. */
export interface RequestSettings extends CallOptions {
  /** `data` is the body as a stream. The timeout ends with the headers, the signal does not. */
  readonly stream?: boolean | undefined;
  /** An ETag; the response may then be a 304 without data. */
  readonly ifNoneMatch?: string | undefined;
}

/** The options of one stream. */
export interface StreamOptions extends CallOptions {
  /** In milliseconds, for all attempts until the response begins. Default: none. */
  readonly timeout?: number | undefined;
  /** The longest item, in characters; a longer one is an error. Default: 33,554,432. */
  readonly maxItemSize?: number | undefined;
  /**
   * Connects again when the connection is lost or the service ends the response, with the id of the
   * last event. Only for the events of a GET.
   */
  readonly reconnect?: boolean | undefined;
  /** Called with each text of a JSON text sequence that is skipped because it is not valid. */
  readonly onSkipped?: ((text: string) => void) | undefined;
}

/** An attempt, as hooks see it. */
export interface AttemptEvent {
  /** `<METHOD> <url>`, as the caller wrote it. */
  readonly route: string;
  /** Without the credentials of `auth`. */
  readonly request: RequestOptions;
  /** Counts from 1. */
  readonly attempt: number;
}

export interface ResponseEvent extends AttemptEvent {
  readonly response: Response;
}

export interface RetryEvent extends AttemptEvent {
  /** Without data: the body of a response that is retried is not read. */
  readonly error: ResponseError | ConnectionError;
  /** In milliseconds. */
  readonly delay: number;
}

/** A value, or a promise of one. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Hooks are awaited; an error that a hook throws rejects the request. */
export interface ClientHooks {
  /** May change the request's URL, headers and body. A response that it returns is used instead of sending. */
  readonly onRequest?: ((event: AttemptEvent) => Awaitable<Response> | Awaitable<void>) | undefined;
  /** A response that it returns replaces the one that came. */
  readonly onResponse?:
    ((event: ResponseEvent) => Awaitable<Response> | Awaitable<void>) | undefined;
  readonly onRetry?: ((event: RetryEvent) => Awaitable<void>) | undefined;
}

/** Credentials by the names of schemes, for services with several. An undefined one is not sent. */
type CredentialsOf<Auth extends string, Grants> = [Auth] extends [never]
  ? never
  : { readonly [Scheme in Auth]?: Credential | Grants[Extract<keyof Grants, Scheme>] | undefined };

/**
 * @typeParam Auth The names of schemes, where there are several.
 * @typeParam Grants From each scheme with OAuth 2 to what gets its tokens.
 */
export interface ClientOptions<Auth extends string = never, Grants = unknown>
  extends CallOptions, ClientHooks {
  /**
   * A credential, or a function that gives one: it is called once, and again after a 401. With OAuth 2,
   * also what the client gets tokens with.
   */
  readonly auth?: Credential | Grants[keyof Grants] | CredentialsOf<Auth, Grants> | undefined;
  /** Replaces the service's address. */
  readonly baseUrl?: string | undefined;
  /** Sent with every request. */
  readonly headers?: HeadersInput | undefined;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** The most requests under way at a time. Default: no limit. */
  readonly concurrency?: number | undefined;
  /** With `wait`, a request that exceeds the service's limit waits for the reset. Default: `throw`. */
  readonly onRateLimit?: "wait" | "throw" | undefined;
  /**
   * The header for idempotency keys, such as `Idempotency-Key`, if the service's description does not name
   * it (contract F.12).
   */
  readonly idempotency?: string | undefined;
  /** The longest wait before a request is sent again, in milliseconds. Default: 60,000. */
  readonly maxRetryDelay?: number | undefined;
  /**
   * Checks bodies by the `schemas` (contract K.5): `refuse` rejects the call, and does not send a body that
   * does not match; `report` calls `onInvalid`. Default: `off`.
   */
  readonly validation?: "off" | "report" | "refuse" | undefined;
  /** `schemas` of the package's module `validate`. Needed for `validation`. */
  readonly schemas?: ClientSchemas | undefined;
  /** Gets an `InvalidDataError` under `report`; it is awaited. Default: `console.warn`. */
  readonly onInvalid?: ((error: Error) => unknown) | undefined;
  /** The current time in milliseconds since 1970, for tests. */
  readonly now?: (() => number) | undefined;
  /** Waits for milliseconds, for tests. */
  readonly sleep?: ((delay: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

// ---- Clients

/** An async iterable of the items of all pages. */
export interface Paginated<Response, Item> extends AsyncIterable<Item> {
  /** The pages themselves. */
  pages(): AsyncIterable<Page<Response, Item>>;
}

/**
 * A response that is read item by item, once. Its request is sent when the first item, or the response, is
 * asked for. Leaving the loop closes the connection.
 */
export interface Streamed<Item> extends AsyncIterable<Item> {
  /** Resolves when the response begins; the stream reads its body. Rejects as the iteration does. */
  response(): Promise<Response>;
  /** Closes the connection; the iteration ends without an error. */
  close(): void;
}

/**
 * Sends the requests that `endpoint` builds (contract, section F).
 * @typeParam Routes From route to arguments, as for `endpoint`.
 * @typeParam Responses From route to responses.
 * @typeParam Lists From each route with pagination to its items.
 * @typeParam Given Parameters that have a default.
 * @typeParam Streams From each route that streams to its items.
 */
export interface Client<
  Routes,
  Responses,
  Lists,
  Given extends PropertyKey = never,
  Streams = unknown,
> {
  /**
   * Sends the request of a route, and resolves to its response.
   *
   * Rejects with a `ResponseError` for a status outside 2xx, a `ConnectionError` without a response,
   * a `TimeoutError`, the reason of the signal, or an `EndpointError` if no request can be built.
   * @example
   * const { data } = await client.request("GET /things/{id}", { id: "7" });
   */
  request<Route extends string>(
    route: RouteAlone<Routes, Route, Given>,
  ): Promise<SuccessOf<Responses, Route>>;
  request<Route extends RouteInput<Routes>, Parameters = RouteParameters<Routes, Route, Given>>(
    route: Route,
    parameters: Uninferred<Parameters>,
  ): Promise<SuccessOf<Responses, Route>>;
  request<
    Route extends RouteInput<Routes>,
    const Options extends RequestSettings,
    Parameters = RouteParameters<Routes, Route, Given>,
  >(
    route: Route,
    parameters: Uninferred<Parameters>,
    options: Options,
  ): Promise<ResponseFor<Responses, Route, Options>>;

  /**
   * Iterates over a list page by page; a page is requested when it is needed (contract F.15).
   * It rejects as `request` does.
   * @example
   * for await (const item of client.paginate("GET /things")) console.log(item);
   */
  paginate<Route extends RouteInput<Lists>>(
    route: IfPaged<Lists, Route, RouteAlone<Routes, Route, Given>>,
  ): Paginated<SuccessOf<Responses, Route>, ItemOf<Lists, Route>>;
  paginate<
    Route extends RouteInput<Lists>,
    Parameters = IfPaged<Lists, Route, RouteParameters<Routes, Route, Given>>,
  >(
    route: Route,
    parameters: Uninferred<Parameters>,
    options?: CallOptions,
  ): Paginated<SuccessOf<Responses, Route>, ItemOf<Lists, Route>>;

  /**
   * Iterates over the items of a response as they arrive (contract, section I). It rejects as `request`
   * does, and with a `ResponseError` for an error that comes among the items.
   * @example
   * for await (const item of client.stream("GET /things/changes")) console.log(item);
   */
  stream<Route extends RouteInput<Streams>>(
    route: IfStreamed<Streams, Route, RouteAlone<Routes, Route, Given>>,
  ): Streamed<ItemOf<Streams, Route>>;
  stream<
    Route extends RouteInput<Streams>,
    Parameters = IfStreamed<Streams, Route, RouteParameters<Routes, Route, Given>>,
  >(
    route: Route,
    parameters: Uninferred<Parameters>,
    options?: StreamOptions,
  ): Streamed<ItemOf<Streams, Route>>;

  /** The rate limit that the service reported last, if any. */
  readonly rateLimit: RateLimit | undefined;
}

/** The rate limit that the service reported last. */
export interface RateLimit {
  /** The number of requests that are left. */
  readonly remaining: number;
  /** The time at which the limit is reset. */
  readonly reset: Date | undefined;
}

/**
 * Creates clients of one service.
 * @example
 * const client = createClient({ auth: process.env.TOKEN, timeout: 10_000 });
 */
export interface CreateClient<
  Routes,
  Responses,
  Lists,
  Auth extends string = string,
  Extra = unknown,
  Grants = unknown,
  Streams = unknown,
> {
  <const Defaults extends (EndpointDefaults | RequestParameters) & Extra>(
    options: ClientOptions<Auth, Grants> & {
      /** Options and parameters of every request, as for `endpoint.defaults`. */
      readonly defaults: Defaults;
    },
  ): Client<Routes, Responses, Lists, keyof Defaults, Streams>;
  (options?: ClientOptions<Auth, Grants>): Client<Routes, Responses, Lists, never, Streams>;
}

/** A client for functions of resources. It has no method that takes a route by its name. */
export interface CoreClient {
  /** The rate limit that the service reported last, if any. */
  readonly rateLimit: RateLimit | undefined;
}

/**
 * Creates clients of one service for its functions.
 * @example
 * const client = createClient({ auth: process.env.TOKEN, timeout: 10_000 });
 */
export type CreateCore<Auth extends string = string, Extra = unknown, Grants = unknown> = (
  options?: ClientOptions<Auth, Grants> & {
    /** Options and parameters of every request, as for `endpoint.defaults`. */
    readonly defaults?: ((EndpointDefaults | RequestParameters) & Extra) | undefined;
    /** Code behind the options `concurrency`, `defaults`, `mediaType`, `onRateLimit` and `validation`. */
    readonly parts?: readonly ClientPart[] | undefined;
  },
) => CoreClient;

/** A part of a client of functions: the code behind options that few programs set. */
export interface ClientPart {
  readonly defaults?: unknown;
  readonly limits?: unknown;
  readonly mediaTypes?: unknown;
  readonly optionNames?: unknown;
  readonly validation?: unknown;
}
