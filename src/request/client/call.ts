/** The data of a call: its settings, its attempts, and what all calls of a client share. */
import type { ClientCatalog, ClientChecks } from "../../catalog/client.js";
import type { BodyValues } from "../../catalog/values.js";
import type { HeaderRecord } from "../endpoint/headers.js";
import type { RoutePlan } from "../endpoint/route/placement.js";
import type { FetchInit } from "../endpoint/to-request.js";
import type { RequestOptions } from "../endpoint/types.js";
import type { Authenticator, Credentials } from "./auth/auth.js";
import type { ConnectionError, FindErrorClass, ResponseError } from "./errors.js";
import type { ClientResponse } from "./response-types.js";
import type { SentBody } from "./sent-body.js";
import type { ClientHooks, ClientOptions, RateLimit, RequestSettings } from "./types.js";

// ---- One call

/** One call of a client. It stays as it is; what changes is in its attempts. */
export interface ClientCall {
  readonly sender: Sender;
  readonly settings: CallSettings;
  /** `<METHOD> <url>`, as the caller wrote it. */
  readonly route: string;
  /** The request, as it was built; hooks get copies. */
  readonly request: RequestOptions;
  /** The header for idempotency keys, in lowercase. */
  readonly keyHeader: string;
  /** The end of its timeout, in milliseconds since 1970. */
  readonly end: number;
  /** Aborted when the call ends before its response: by the timeout, or by the caller. */
  readonly signal: AbortSignal | undefined;
}

/** One attempt of a call. Only `request.ts` makes and changes it. */
export interface Attempt {
  readonly call: ClientCall;
  /** The request of the call, or a copy that hooks may change. */
  readonly request: RequestOptions;
  /** Counts from 1. */
  readonly number: number;
  /** The number of retries before it. Those with new credentials, or after a rate limit, do not count. */
  readonly retries: number;
  /** Set once the call was sent again with new credentials. */
  readonly isRenewed: boolean;
  /** The credentials that it is sent with. Until they are read, those of the attempt before. */
  credentials: Credentials;
  /** The address that its response comes from; a redirect changes it. */
  url: string;
}

/** The settings of a call, over those of its client. */
export interface CallSettings extends InternalSettings {
  readonly timeout?: number | undefined;
  readonly retry: number;
  readonly stream?: boolean | undefined;
  readonly body: SentBody;
}

/** Settings of a call that its caller does not see. */
export interface InternalSettings {
  /** Set for calls that leave the body to their caller. Later pages of a list have none. */
  readonly choice?: BodyChoice | undefined;
  /** Absent from a method without a body. */
  readonly body?: SentBody | undefined;
  /** The header for idempotency keys that its route declares, in lowercase. Set where a function makes the call. */
  readonly declaredKey?: string | undefined;
  /** Milliseconds until the response of an attempt must begin. Only a {@link RequestPolicy} applies them. */
  readonly attemptTimeout?: number | undefined;
  /** A `fetch` for this call, in place of that of its client. */
  readonly fetch?: Fetch | undefined;
}

/** Decides whether the client or the caller reads the body of a good response. */
export interface BodyChoice {
  /** Set to take responses that are errors, too, unless they are retried. */
  readonly takesErrors?: boolean | undefined;
  /**
   * Ends an attempt, by `readResponse` with the response or a clone of it, or by `leaveUnread`.
   * @param attempt For the errors of a body that is read after it.
   */
  take(attempt: Attempt, response: Response): Promise<AttemptOutcome>;
  /**
   * True once the body is left for the caller to read. The caller's signal then stays connected, to end it. A
   * function, because a getter made for each call would cost as much as the rest of the call.
   */
  isKept(): boolean;
}

/** The end of an attempt that did not throw. */
export type AttemptOutcome =
  { readonly kind: "response"; readonly response: ClientResponse } | RetriedAttempt;

/** An error after which the request is sent again. */
export interface RetriedAttempt extends RetryDecision {
  readonly kind: "retry";
  readonly error: ResponseError | ConnectionError;
}

/** A decision to send a request again. */
export interface RetryDecision {
  /** Only retries after errors count against the option `retry`. */
  readonly reason: "error" | "limit" | "credentials";
  /** The wait before it, in milliseconds. */
  readonly delay: number;
}

// ---- All calls of a client

/** Builds and sends the requests of a client. */
export interface ClientHost {
  readonly sender: Sender;
  readonly build: (route: string, parameters: unknown, plan?: RoutePlan) => RequestOptions;
  /** @param internal Settings that callers do not see. By default, those of `client.request`. */
  readonly start: (
    route: string,
    request: RequestOptions,
    settings?: RequestSettings,
    internal?: InternalSettings,
  ) => Promise<ClientResponse>;
}

/**
 * Key of a client's internal function that lends its parts to a method. The symbol is global: a method
 * and a client may be of two copies of the package.
 */
export const CALL = /* @__PURE__ */ Symbol.for("typewire.call");

/** State and options that all requests of a client share. */
export interface Sender extends SenderState, SenderOptions {}

/** The part that changes after the client was created. */
interface SenderState {
  /** `undefined` for the platform's. A mock replaces it, and restores the former one. */
  fetch?: Fetch | undefined;
  /** Set by the class of an SDK, whose errors have classes by status. */
  findErrorClass?: FindErrorClass | undefined;
  /** Parses the rate limit of the last response that had one. */
  rateLimit?: (() => RateLimit) | undefined;
}

/** The part that stays: what the options and the catalog of the client give. */
interface SenderOptions extends ClientHooks {
  readonly signal?: AbortSignal | undefined;
  readonly retry: number;
  readonly catalog: ClientCatalog;
  readonly auth: Authenticator;
  /** Tells whether a URL is one of the service's own, which may get credentials. */
  readonly isOwnUrl: (url: string) => boolean;
  /** Names of headers that are credentials. */
  readonly sensitive: readonly string[];
  /** The default headers of every request. */
  readonly headers: Readonly<HeaderRecord>;
  /** Absent, like `readRateLimit`, from a client without the part `limits`. */
  readonly slots: Slots | undefined;
  readonly readRateLimit: ReadRateLimit | undefined;
  readonly onRateLimit?: ClientOptions["onRateLimit"];
  /** The header for idempotency keys of all routes, in lowercase. */
  readonly idempotency: string | undefined;
  readonly maxRetryDelay: number;
  readonly now: () => number;
  readonly sleep: NonNullable<ClientOptions["sleep"]>;
  readonly followRedirects: FollowRedirects | undefined;
  /** Set if bodies are checked. */
  readonly checks: ClientChecks | undefined;
  readonly values: BodyValues | undefined;
  /** Set by a class with the surface of Stainless. */
  readonly policy?: RequestPolicy | undefined;
}

/**
 * Rules of retries, in place of those of `retries.ts`. The class with the surface of Stainless
 * gives them to its client (`src/stainless/policy.ts`). They are no public option.
 */
export interface RequestPolicy {
  /**
   * Finds the wait before a request is sent again, in milliseconds; `undefined` if it is not. Asked only while
   * the option `retry` leaves another attempt.
   * @param status 0 for a lost connection, which has no headers.
   * @param retries The number of retries before this one.
   */
  findDelay(status: number, headers: Headers | undefined, retries: number): number | undefined;
  /**
   * Wraps what sends an attempt, to limit its time or to log it.
   * @param retries The number of retries before it.
   */
  wrapFetch(send: Fetch, call: Pick<ClientCall, "sender" | "settings">, retries: number): Fetch;
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

/** Sends the request of an attempt, with its redirects. */
export type FollowRedirects = (
  attempt: Pick<Attempt, "url" | "credentials"> & { readonly call: Pick<ClientCall, "sender"> },
  init: SentInit,
  /** @param url Without the credentials. */
  send: (target: string, url: string, credentials: Credentials) => Promise<Response>,
) => Promise<Response>;

/** The headers are an object of the client's own. */
export interface SentInit extends FetchInit {
  headers: HeaderRecord;
}

/** Slots for tasks that run at the same time. */
export interface Slots {
  /** Takes a slot: at once (`undefined`), or once the promise resolves. */
  take(): Promise<void> | undefined;
  /** Passes the slot to the task that has waited longest. */
  release(): void;
}

/** Reads the rate limit in the headers of a response; `undefined` if they report none. */
export type ReadRateLimit = (
  sender: Pick<Sender, "catalog" | "now">,
  headers: Headers,
) => (() => RateLimit) | undefined;
