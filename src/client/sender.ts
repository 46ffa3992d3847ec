import type { HeaderRecord } from "../endpoint/headers.js";
import type { FetchInit } from "../endpoint/to-request.js";
import type { RequestOptions } from "../endpoint/types.js";
import type { Authenticator } from "./auth.js";
import type { ClientCatalog } from "./catalog.js";
import type { sleep } from "./deadline.js";
import type { RateLimit, Slots } from "./rate-limit.js";
import type { ClientHooks, ClientOptions } from "./types.js";

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
  readonly onRateLimit: ClientOptions["onRateLimit"];
  readonly maxRetryDelay: number;
  readonly now: () => number;
  readonly sleep: typeof sleep;
  /** `undefined` for the platform's. A test can replace it. */
  fetch: Fetch | undefined;
  /** Reads what the service said last about its limit. */
  rateLimit: (() => RateLimit) | undefined;
}

/** As the platform's, which ignores the route. */
export type Fetch = (url: string, init: FetchInit, route?: string) => Promise<Response>;

/** One call of a client. */
export interface Call {
  /** `<METHOD> <url>`, as the caller wrote it. */
  readonly route: string;
  readonly request: RequestOptions;
  readonly retry: number;
  readonly timeout: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly isStream: boolean;
}
