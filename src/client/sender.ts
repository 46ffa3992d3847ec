import type { HeaderRecord } from "../endpoint/headers.js";
import type { FetchInit } from "../endpoint/to-request.js";
import type { RequestOptions } from "../endpoint/types.js";
import type { Authenticator } from "./auth.js";
import type { ClientCatalog, FollowRedirects } from "./catalog.js";
import type { ConnectionError, ResponseError } from "./errors.js";
import type { CallOptions, ClientHooks, ClientOptions, RateLimit } from "./types.js";
import type { Slots, sleep } from "./waiting.js";

/** What all requests of a client share. */
export interface Sender extends ClientHooks {
  readonly catalog: ClientCatalog;
  readonly auth: Authenticator;
  /** Whether a URL is one of the service's own, which may get credentials. */
  readonly isOwnUrl: (url: string) => boolean;
  /** Of every request. */
  readonly defaultHeaders: Readonly<HeaderRecord>;
  /** `undefined` if any number of requests may be under way. */
  readonly slots: Slots | undefined;
  readonly onRateLimit?: ClientOptions["onRateLimit"];
  readonly maxRetryDelay: number;
  readonly now: () => number;
  readonly sleep: typeof sleep;
  readonly followRedirects: FollowRedirects | undefined;
  /** `undefined` for the platform's. A test can replace it. */
  fetch?: Fetch | undefined;
  /** Reads what the service said last about its limit. */
  rateLimit: (() => RateLimit) | undefined;
}

/** As the platform's, which ignores the route and what may be shown of the URL. */
export type Fetch = (
  url: string,
  init: FetchInit,
  route?: string,
  shown?: string,
) => Promise<Response>;

/** One call of a client. */
export interface Call extends CallOptions {
  /** `<METHOD> <url>`, as the caller wrote it. */
  readonly route: string;
  readonly request: RequestOptions;
  readonly retry: number;
}

/** A failed attempt that another one may follow. */
export interface Failure {
  readonly error: ResponseError | ConnectionError;
  /** In how many milliseconds the server takes requests again, if it said so. */
  readonly resumeIn?: number | undefined;
  /** Whether there are other credentials to try. */
  readonly canRenew?: boolean;
}
