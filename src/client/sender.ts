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
  /** The default headers of every request. */
  readonly headers: Readonly<HeaderRecord>;
  readonly slots: Slots;
  readonly onRateLimit?: ClientOptions["onRateLimit"];
  readonly maxRetryDelay: number;
  readonly now: () => number;
  readonly sleep: typeof sleep;
  readonly followRedirects: FollowRedirects | undefined;
  /** `undefined` for the platform's. A mock replaces it, and puts the former one back. */
  fetch?: Fetch | undefined;
  /** Reads the limit that the last response with one told of. */
  rateLimit?: (() => RateLimit) | undefined;
}

/**
 * The platform's `fetch`, or one that takes more: a mock finds its reply by the route, and shows the
 * URL without credentials.
 */
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
  /** When its timeout is over, in milliseconds since 1970. */
  readonly end: number;
  /** Aborted when the call ends before its response: by the timeout, or by the caller. */
  readonly signal: AbortSignal | undefined;
  /** What hooks get of the latest attempt. */
  event: AttemptEvent;
  /** The credentials of the latest attempt. */
  credentials: Credentials;
  /** Where its response comes from; a redirect changes it. */
  url: string;
  /** How often the request was sent again because of a failure. */
  retries: number;
  /** Whether it was sent again with other credentials. */
  isRenewed: boolean;
}

/** What hooks get of an attempt that was sent: without credentials that the caller put into the query. */
export function showEvent({ event, sender }: Call): AttemptEvent {
  return sender.auth.guard?.showEvent(event) ?? event;
}
