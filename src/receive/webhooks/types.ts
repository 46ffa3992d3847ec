/** The public types of the toolkit. */
import type {
  DeliveryContext,
  DeliveryHeaders,
  RawPayload,
  SignContext,
} from "../signatures/types.js";
import type { Answer } from "./http-answer.js";
// oxlint-disable-next-line no-unused-vars -- the aggregate is named in the documentation below
import type { WebhookAggregateError, WebhookError } from "./webhook-error.js";

// ---- Events and handlers

/** Properties that an inbox adds to the event that a handler gets. */
export interface EventAttempt {
  /** 1 for the first attempt to handle the delivery, 2 for the first retry. */
  attempt?: number;
  /** Aborted when the attempt ends before the handler, for example because its time is up. */
  signal?: AbortSignal;
  /**
   * `catch-up` for a delivery that the service did not send, and that the inbox fetched: it was not signed, and
   * came from the service over TLS.
   */
  via?: "catch-up";
}

/** An event whose name is not in the catalog. */
export interface UnknownEvent extends EventAttempt {
  id: string;
  name: string;
  payload: unknown;
}

/**
 * Types of the events of one service, which the generator emits. They are only read by index access, so
 * that calls of `on` are cheap to type-check.
 */
export interface WebhookTypes {
  /** Every event name and every `<event>.<action>`. */
  name: string;
  /** The event of each name. Any other string gives {@link UnknownEvent}. */
  events: { [name: string]: UnknownEvent };
  /** The union of all events, each with all of its actions. */
  event: UnknownEvent;
}

/** Key of a property that exists only for the compiler. */
declare const ANY_EVENT: unique symbol;

/** An event name that is not in the catalog and that `anyEvent` marks as intended. */
export type AnyEvent = string & {
  /** Never set at run time. */
  readonly [ANY_EVENT]: true;
};

/** A known name, or one that `anyEvent` marks as intended (contract B.34). */
export type KnownEvent<Types extends WebhookTypes> = Types["name"] | AnyEvent;

/** The name of a delivery: any string, because the sender chooses it. Editors offer the known names. */
type DeliveryName<Types extends WebhookTypes> = Types["name"] | (string & {});

export interface HandlerOptions {
  /**
   * The name under which an inbox remembers that the handler has succeeded. Default: its position
   * among the handlers of the same event name, which changes when others are registered before it.
   */
  readonly id?: string | undefined;
  /** Removes the handler when its first event comes, before it is called. Default: `false`. */
  readonly once?: boolean | undefined;
  /** Removes the handler when aborted. A handler is not added if the signal is aborted already. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Called with the event. A handler of `on` gets the result of `transform`, if there is one. The toolkit
 * waits for the handler, and ignores the value that it returns.
 */
export type EventHandler<Event> = (event: Event) => unknown;

/** Called once for each error of a delivery. */
export type ErrorHandler<Types extends WebhookTypes> = (
  error: WebhookError<Types["event"] | UnknownEvent>,
) => unknown;

/** The complete HTTP answer to a challenge. */
export type ChallengeAnswer = Answer;

/** Declares a method: its parameters are bivariant, so loggers with narrower parameters are assignable. */
interface BivariantWriter {
  write(...data: unknown[]): unknown;
}

type Write = BivariantWriter["write"];

/** The log of a toolkit. Every method is optional; a missing one writes nothing. */
export interface Log {
  readonly debug?: Write | undefined;
  readonly info?: Write | undefined;
  readonly warn?: Write | undefined;
  readonly error?: Write | undefined;
}

// ---- Deliveries

/** A delivery that is already trusted and parsed. */
export interface ReceivedDelivery<Types extends WebhookTypes> {
  readonly id?: string | undefined;
  readonly name: DeliveryName<Types>;
  readonly payload: object;
}

/** Delivery as received. Its signature is not verified yet. */
export interface SignedDelivery<
  Types extends WebhookTypes = WebhookTypes,
> extends RequestOfDelivery {
  readonly id?: string | undefined;
  readonly name: DeliveryName<Types>;
  readonly payload: RawPayload;
  readonly signature: string;
}

/** Parts of a request that are read only if `secret` is a function. */
interface RequestOfDelivery {
  readonly headers?: DeliveryHeaders | undefined;
  readonly url?: string | undefined;
}

/** Delivery as received, of a service with event names in the body. */
export interface UnnamedDelivery extends RequestOfDelivery {
  readonly id?: string | undefined;
  readonly payload: RawPayload;
  readonly signature: string;
}

/** Delivery as received, of a service that signs more than the body. */
export interface HeaderDelivery extends DeliveryContext {
  /** All headers of the request. They hold the signature, and may hold the name and the id. */
  readonly headers: DeliveryHeaders;
  readonly payload: RawPayload;
}

export interface DrainOptions {
  /** Ends the wait when aborted, for example `AbortSignal.timeout(20_000)`. Handlers run on. */
  readonly signal?: AbortSignal | undefined;
}

// ---- Toolkits

/** Undoes one call of `on`, `onAny` or `onError`. Calling it again does nothing. */
export type Unregister = () => void;

/** The toolkit of a service that signs the body alone and names the event in a header. */
export interface Webhooks<Types extends WebhookTypes, Transformed = unknown>
  extends BodySignatures, EventHandlers<Types, Transformed> {
  /**
   * Verifies and parses the payload, then runs the handlers as {@link EventHandlers.receive} does.
   * Rejects with a {@link WebhookAggregateError} if the delivery fails, and with a TypeError for a
   * mistake in the call; never throws synchronously.
   */
  verifyAndReceive(delivery: SignedDelivery<Types>): Promise<void>;
}

/** The toolkit of a service that signs the body alone and names the event in the body. */
export interface SignedWebhooks<Types extends WebhookTypes, Transformed = unknown>
  extends BodySignatures, EventHandlers<Types, Transformed> {
  /**
   * Receives as {@link Webhooks.verifyAndReceive} does, but reads the name from the verified body.
   * Resolves with the answer to send if the delivery is a challenge.
   */
  verifyAndReceive(delivery: UnnamedDelivery): Promise<ChallengeAnswer | undefined>;
}

/** The toolkit of a service whose signature covers more than the body. */
export interface HeaderWebhooks<
  Types extends WebhookTypes,
  Transformed = unknown,
> extends EventHandlers<Types, Transformed> {
  /**
   * Signs a payload; returns the headers to send with it.
   * @throws TypeError if the payload, or another part that the service signs, is missing.
   */
  sign(eventPayload: RawPayload, context?: SignContext): Record<string, string>;
  /**
   * Tells whether a delivery is signed with any of the secrets, and whether a signed timestamp is
   * within the tolerance.
   * @throws TypeError if the payload is missing, or a URL or method that the service signs.
   */
  verify(eventPayload: RawPayload, headers: DeliveryHeaders, context?: DeliveryContext): boolean;
  /**
   * Receives as {@link Webhooks.verifyAndReceive} does, but reads the signature from the headers, and
   * the name and the id from the headers or from the verified body.
   * Resolves with the answer to send if the delivery is a challenge.
   */
  verifyAndReceive(delivery: HeaderDelivery): Promise<ChallengeAnswer | undefined>;
}

/** The toolkits by the kind of deliveries that a service sends. */
export interface WebhooksKinds<Types extends WebhookTypes, Transformed = unknown> {
  /** For a service that signs the body alone and names the event in a header. */
  named: Webhooks<Types, Transformed>;
  /** For a service that signs the body alone and names the event in it. */
  signed: SignedWebhooks<Types, Transformed>;
  /** For a service that signs more than the body. */
  headers: HeaderWebhooks<Types, Transformed>;
}

export interface BodySignatures {
  /**
   * Signs a payload as the service does (contract B.1).
   * @throws TypeError if the payload is missing, empty, of another type, or text that is not
   * well-formed Unicode.
   */
  sign(eventPayload: RawPayload): string;
  /**
   * Tells whether `signature` is the signature of `eventPayload` with any of the secrets.
   * Compares in constant time, and returns `false` for a malformed signature.
   * @throws TypeError if either argument is missing, empty or of another type, or the payload is
   * text that is not well-formed Unicode.
   */
  verify(eventPayload: RawPayload, signature: string): boolean;
}

/** The handler of a name. Overloads would give compile errors about other names. */
type ListenerOf<Types extends WebhookTypes, Transformed, Name extends string> = [Name] extends ["*"]
  ? EventHandler<Types["event"]>
  : [Name] extends ["error"]
    ? ErrorHandler<Types>
    : EventHandler<Types["events"][Name] & Transformed>;

export interface EventHandlers<Types extends WebhookTypes, Transformed = unknown> {
  /**
   * Runs the handlers for the event, for its action and for any event, and waits for all of them.
   * The action is read from the payload, so a `name` with an action fails as `INVALID_EVENT_NAME`.
   * Rejects with a {@link WebhookAggregateError} if the delivery fails, and with a TypeError for a
   * mistake in the call; never throws synchronously.
   */
  receive(delivery: ReceivedDelivery<Types>): Promise<void>;
  /**
   * Registers a handler for one name or several. Returns an unsubscribe function.
   * @example
   * const stop = webhooks.on("issues.opened", ({ payload }) => notify(payload));
   * webhooks.on(["push", "create"], build, { once: true, signal: AbortSignal.timeout(60_000) });
   */
  on<Name extends KnownEvent<Types>, Key extends string = Name>(
    // `NoInfer` lets editors offer all known names inside an array, and not only those inferred so far.
    eventName: Name | readonly Name[] | NoInfer<readonly Types["name"][]>,
    // `Key` can be any string. If this were `Name`, the compiler would visit every event while it
    // infers from the handler.
    handler: EventHandler<Types["events"][Key] & Transformed>,
    options?: HandlerOptions,
  ): Unregister;
  /**
   * Registers a handler for every event. The handler gets the event without the changes of `transform`.
   * Returns an unsubscribe function.
   */
  onAny(handler: EventHandler<Types["event"]>, options?: HandlerOptions): Unregister;
  /**
   * Registers a handler for errors. `receive` does not wait for it, and its own error is logged.
   * Returns an unsubscribe function.
   */
  onError(handler: ErrorHandler<Types>): Unregister;
  /**
   * Removes the most recent registration of a handler for each of the names.
   * The name `*` removes a handler of `onAny`, and `error` one of `onError`.
   */
  removeListener<Name extends KnownEvent<Types> | "*" | "error", Key extends string = Name>(
    eventName: Name | readonly Name[] | NoInfer<readonly Types["name"][]>,
    handler: ListenerOf<Types, Transformed, Key>,
  ): void;
  /**
   * Shuts down gracefully: takes no more deliveries, and resolves when those in flight are done. These
   * include requests whose body is still arriving, and handlers that run on after an answer 202.
   * From the call on, middlewares answer 503, and `receive` and `verifyAndReceive` reject with the code
   * `DRAINING`. It may be called again. A handler must not await it, because `drain` waits for it.
   * Rejects with the reason of `signal` if that is aborted first.
   */
  drain(options?: DrainOptions): Promise<void>;
}

// ---- Inside the toolkit

/** A log that has every method. None of them throws. */
export interface SafeLog {
  debug(...data: readonly unknown[]): void;
  info(...data: readonly unknown[]): void;
  warn(...data: readonly unknown[]): void;
  error(...data: readonly unknown[]): void;
}

/** Splits a name into event and action. */
export type NameSplitter = (name: string) => readonly [event: string, action: string | undefined];

/** A handler of `on` or `onAny`, or `transform`, as the toolkit calls it. */
export type Handler = (event: unknown) => unknown;

/** A handler of `onError`, as the toolkit calls it. */
export type ErrorListener = (error: WebhookError) => unknown;

/** The event as handlers get it if no `transform` runs before them. */
export interface DispatchedEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: object;
}

/** The handlers that get each error of a delivery before it rejects, and the log of their own errors. */
export interface ErrorListeners {
  readonly forErrors: readonly ErrorListener[];
  readonly log: SafeLog;
}

/** All functions that take part in a dispatch, as they are registered when it begins. */
export interface Participants extends ErrorListeners {
  readonly forAction: readonly Handler[];
  readonly forEvent: readonly Handler[];
  readonly forAny: readonly Handler[];
  readonly transform: Handler | undefined;
}
