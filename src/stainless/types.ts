/** Public types of a class with the surface of one that Stainless made. */
import type { Call, ListCall, PageSteps, SdkOptions, UnwrapHeaders } from "../request/sdk/types.js";

// ---- Options

export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

type LogFunction = (message: string, ...details: unknown[]) => void;

/** The console, or a logger with the same methods. */
export interface Logger {
  readonly error: LogFunction;
  readonly warn: LogFunction;
  readonly info: LogFunction;
  readonly debug: LogFunction;
}

type HeadersGiven =
  | Headers
  | readonly (readonly [string, string | null | undefined])[]
  | Readonly<Record<string, string | number | null | undefined>>;

/** Options for `fetch` besides those that a request sets, including those of a single platform. */
export type FetchOptions = Omit<RequestInit, "body" | "headers" | "method" | "signal"> & {
  readonly [option: string]: unknown;
};

/** Options of one request: the last argument of a method. */
export interface RequestOptions {
  /** Replaces the path of the method. */
  readonly path?: string | undefined;
  /** Added to the query. */
  readonly query?: object | null | undefined;
  /** Replaces the body of the method; `null` leaves it out. */
  readonly body?: unknown;
  /** `null` removes a default header. */
  readonly headers?: HeadersGiven | undefined;
  /** Number of times that the request is sent again. Default: that of the client. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds until the response of an attempt must begin. Default: that of the client. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | null | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly fetchOptions?: FetchOptions | undefined;
}

/**
 * Options of the class, besides those that its service adds: those of the SDK, so that editors complete no
 * others. The class takes those of `SdkOptions`, too.
 */
export interface StainlessOptions {
  /** Default: the variable `<NAME>_BASE_URL`, or the address of the service. `null` ignores the variable. */
  readonly baseURL?: string | null | undefined;
  /** Number of times that a request is sent again. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds until the response of an attempt must begin. Default: 60,000. */
  readonly timeout?: number | undefined;
  readonly defaultHeaders?: HeadersGiven | undefined;
  readonly defaultQuery?: Readonly<Record<string, string | undefined>> | undefined;
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  readonly fetchOptions?: FetchOptions | undefined;
  /** Default: the variable `<NAME>_LOG`, or `warn`. */
  readonly logLevel?: LogLevel | undefined;
  /** Default: the console. */
  readonly logger?: Logger | undefined;
  /** Has no effect. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** Options of a class whose client gets tokens of OAuth 2 itself. */
export interface StainlessOAuthOptions<Auth extends string = string, Grants = unknown>
  extends StainlessOptions, Pick<SdkOptions<Auth, Grants>, "auth"> {}

/**
 * The deliveries of a service.
 * @typeParam Payload The payloads of all events.
 */
export interface StainlessWebhooks<Payload = unknown> {
  /**
   * Verifies a delivery and returns its payload.
   * @param body The raw body.
   * @throws WebhookError for a delivery that the service has not signed, or that cannot be read.
   * @throws TypeError without a key.
   */
  unwrap(
    body: string,
    options: {
      readonly headers: UnwrapHeaders;
      /** Default: the secret among the options of the class. */
      readonly key?: string | null | undefined;
    },
  ): Payload;
  /**
   * Parses a body that was verified before.
   * @throws SyntaxError for a body that is not JSON.
   */
  unsafeUnwrap(body: string): Payload;
}

/** Members of every instance besides its resources. */
export interface StainlessClient {
  readonly baseURL: string;
  readonly maxRetries: number;
  readonly timeout: number;
  readonly logLevel: LogLevel;
  get<Data = unknown>(path: string, options?: RequestOptions): APIPromise<Data>;
  post<Data = unknown>(path: string, options?: RequestOptions): APIPromise<Data>;
  put<Data = unknown>(path: string, options?: RequestOptions): APIPromise<Data>;
  patch<Data = unknown>(path: string, options?: RequestOptions): APIPromise<Data>;
  delete<Data = unknown>(path: string, options?: RequestOptions): APIPromise<Data>;
}

export type APIPromise<Data> = Call<Data>;

/** A request for a list: a promise of its first page, and an async iterable of all items. */
export interface PagePromise<Body, Item>
  extends Call<Page<Body, Item>>, Pick<ListCall<Body, Item>, typeof Symbol.asyncIterator> {}

/** A page of a list: the fields of its body, and the way to the next page. */
export type Page<Body, Item> = Omit<PageSteps<Body, Item>, "getNextPage"> & {
  getPaginatedItems(): readonly Item[];
  /** Requests the next page; rejects if there is none. */
  getNextPage(): Promise<Page<Body, Item>>;
  /** This page and all later ones. */
  iterPages(): AsyncIterable<Page<Body, Item>>;
  [Symbol.asyncIterator](): AsyncIterator<Item>;
} & (Body extends readonly unknown[] ? { readonly data: readonly Item[] } : Body);

/** A file or a blob, a response, or a stream of Node. */
export type Uploadable = File | Blob | Response | FileStream;

interface FileStream extends AsyncIterable<unknown> {
  readonly path: string | { toString(): string };
}

/** Content that {@link toFile} takes. */
export type ToFileInput =
  | Uploadable
  | string
  | ArrayBuffer
  | ArrayBufferView
  | AsyncIterable<string | ArrayBuffer | ArrayBufferView>;
