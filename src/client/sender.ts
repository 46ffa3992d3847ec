import type { HeaderRecord } from "../endpoint/headers.js";
import type { FetchInit } from "../endpoint/to-request.js";
import type { RequestOptions } from "../endpoint/types.js";
import type { Authenticator, Credentials } from "./auth.js";
import type { ClientCatalog, FollowRedirects } from "./catalog.js";
import type {
  AttemptEvent,
  ClientHooks,
  ClientOptions,
  RateLimit,
  RequestSettings,
} from "./types.js";
import type { Slots, sleep } from "./waiting.js";

/** The options of a call, over those of the client. */
export interface Settings extends RequestSettings {
  readonly retry: number;
}

/** What all requests of a client share. */
export interface Sender extends Settings, ClientHooks {
  readonly catalog: ClientCatalog;
  readonly auth: Authenticator;
  /** Whether a URL is one of the service's own, which may get credentials. */
  readonly isOwnUrl: (url: string) => boolean;
  /** Names of headers that are credentials. */
  readonly sensitive: readonly string[];
  /** Of every request. */
  readonly headers: Readonly<HeaderRecord>;
  readonly slots: Slots;
  readonly onRateLimit?: ClientOptions["onRateLimit"];
  readonly maxRetryDelay: number;
  readonly now: () => number;
  readonly sleep: typeof sleep;
  readonly followRedirects: FollowRedirects | undefined;
  /** `undefined` for the platform's. A test can replace it. */
  fetch?: Fetch | undefined;
  /** Reads what the service said last about its limit. */
  rateLimit?: (() => RateLimit) | undefined;
}

/** As the platform's, which ignores the route and what may be shown of the URL. */
export type Fetch = (
  url: string,
  init: FetchInit,
  route?: string,
  shown?: string,
) => Promise<Response>;

/** One call of a client, and where it stands. */
export interface Call {
  readonly sender: Sender;
  readonly settings: Settings;
  /** As it was built; hooks get copies. */
  readonly request: RequestOptions;
  /** When its time is over, in milliseconds since 1970. */
  readonly end: number;
  /** Ends it. */
  readonly signal: AbortSignal | undefined;
  /** What hooks get of the attempt that was made last. */
  event: AttemptEvent;
  /** The credentials that it sent. */
  credentials: Credentials;
  /** Where its response comes from: changed by redirects. */
  url: string;
  /** How often the request was sent again because of a failure. */
  retries: number;
  /** Whether it was sent again with other credentials. */
  isRenewed: boolean;
}
