import type {
  DeliveryContext,
  DeliveryHeaders,
  RawPayload,
  SignContext,
} from "../signatures/types.js";
import type { ValidationOptions } from "./validation.js";
// eslint-disable-next-line @typescript-eslint/no-unused-vars -- the aggregate is named in the documentation below
import type { Answer, WebhookAggregateError, WebhookError } from "./webhook-error.js";

/* Events and handlers */

/** Properties that an inbox adds to the event of a handler. */
export interface EventAttempt {
  /** 1 for the first attempt to handle the delivery, 2 for the first retry. */
  attempt?: number;
  /** Aborted when the time of the attempt is up. */
  signal?: AbortSignal;
}

/** The delivery of an event that the catalog does not know. */
export interface UnknownEvent extends EventAttempt {
  id: string;
  name: string;
  payload: unknown;
}

/**
 * The types of one service's events, as the generator makes them.
 * All three are looked up by index access alone, which keeps calls of `on` cheap to type-check.
 */
export interface WebhookTypes {
  /** Every event name and every `<event>.<action>`. */
  name: string;
  /** From name to event; any other string gives {@link UnknownEvent}. */
  events: { [name: string]: UnknownEvent };
  /** The union over events, each with all of its actions. */
  event: UnknownEvent;
}

/** The key of a property that exists only for the compiler. */
declare const ANY_EVENT: unique symbol;

/** An event name that is not in the catalog, marked as meant by `anyEvent`. */
export type AnyEvent = string & {
  /** Never set. */
  readonly [ANY_EVENT]: true;
};

/** A known name, or one that `anyEvent` marks as meant (contract B.34). */
export type KnownEvent<Types extends WebhookTypes> = Types["name"] | AnyEvent;

/** The name of a delivery, which any sender can choose; written so that editors offer the known ones. */
type DeliveryName<Types extends WebhookTypes> = Types["name"] | (string & {});

export interface HandlerOptions {
  /**
   * The name under which an inbox remembers that the handler has succeeded. By default its position
   * among the handlers of its event, which changes when a program registers others before it.
   */
  readonly id?: string | undefined;
}

/** Called with the event, after `transform`. Its result is awaited and dropped. */
export type EventHandler<Event> = (event: Event) => unknown;

/** Called once for each failure of a delivery. */
export type ErrorHandler<Types extends WebhookTypes> = (
  error: WebhookError<Types["event"] | UnknownEvent>,
) => unknown;

/** The whole answer to a challenge. */
export type ChallengeAnswer = Answer;

/** Declared as a method: loggers accept narrower arguments than `unknown`. */
interface Writer {
  write(...data: unknown[]): unknown;
}

type Write = Writer["write"];

/** The log of a toolkit. Every method is optional; a missing one is silent. */
export interface Log {
  readonly debug?: Write | undefined;
  readonly info?: Write | undefined;
  readonly warn?: Write | undefined;
  readonly error?: Write | undefined;
}

/* Options and deliveries */

export interface WebhooksOptions<Types extends WebhookTypes, Transformed = unknown> {
  /** The secret as the service shows it, or its bytes. */
  readonly secret: string | Uint8Array;
  /** Further secrets that are accepted while one is being rotated; `sign` never uses them. */
  readonly additionalSecrets?: readonly (string | Uint8Array)[] | undefined;
  /** Runs once for a delivery before the handlers registered with `on`. */
  readonly transform?:
    ((event: Types["event"]) => Transformed | PromiseLike<Transformed>) | undefined;
  readonly log?: Log | undefined;
  /** Checks every payload of a known event against the schema before its handlers run. */
  readonly validation?: ValidationOptions<Types["name"]> | undefined;
  /** The token in the service's challenges. Required for a service that sends one. */
  readonly challengeToken?: string | undefined;
}

/** Options for a service that signs more than the body. */
export interface HeaderWebhooksOptions<
  Types extends WebhookTypes,
  Transformed = unknown,
> extends WebhooksOptions<Types, Transformed> {
  /** Largest distance of a signed timestamp from now, in seconds. Default: the service's own tolerance. */
  readonly tolerance?: number | undefined;
  /** The time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** A delivery that is already trusted and parsed. */
export interface ReceivedDelivery<Types extends WebhookTypes> {
  readonly id?: string | undefined;
  readonly name: DeliveryName<Types>;
  readonly payload: object;
}

/** A delivery as it came, its signature unchecked. */
export interface SignedDelivery<Types extends WebhookTypes = WebhookTypes> {
  readonly id?: string | undefined;
  readonly name: DeliveryName<Types>;
  readonly payload: RawPayload;
  readonly signature: string;
}

/** A delivery as it came, of a service whose event names are in the body. */
export interface UnnamedDelivery {
  readonly id?: string | undefined;
  readonly payload: RawPayload;
  readonly signature: string;
}

/** A delivery as it came, of a service that signs more than the body. */
export interface HeaderDelivery extends DeliveryContext {
  /** All headers of the request. The signature is read from them, and the name and the id if sent there. */
  readonly headers: DeliveryHeaders;
  readonly payload: RawPayload;
}

export interface DrainOptions {
  /** Ends the wait, such as `AbortSignal.timeout(20_000)`; what is in flight runs on. */
  readonly signal?: AbortSignal | undefined;
}

/* Toolkits */

/** Removes one registration. Calling it again does nothing. */
export type Unregister = () => void;

/** The toolkit of a service that signs the body alone and names the event in a header. */
export interface Webhooks<Types extends WebhookTypes, Transformed = unknown>
  extends BodySignatures, EventHandlers<Types, Transformed> {
  /**
   * Verifies and parses the payload, then runs the handlers as {@link EventHandlers.receive} does.
   * Rejects with a {@link WebhookAggregateError}; never throws synchronously.
   */
  verifyAndReceive(delivery: SignedDelivery<Types>): Promise<void>;
}

/** The toolkit of a service that signs the body alone, and names the event in the body. */
export interface SignedWebhooks<Types extends WebhookTypes, Transformed = unknown>
  extends BodySignatures, EventHandlers<Types, Transformed> {
  /**
   * Receives as {@link Webhooks.verifyAndReceive}; the name is read from the verified body.
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
   * @throws TypeError if the payload or something else that is signed is missing.
   */
  sign(eventPayload: RawPayload, context?: SignContext): Record<string, string>;
  /**
   * Tells whether a delivery is authentic under any of the secrets, and its timestamp within the
   * tolerance.
   * @throws TypeError if the payload is missing, or the URL or method and the service signs it.
   */
  verify(eventPayload: RawPayload, headers: DeliveryHeaders, context?: DeliveryContext): boolean;
  /**
   * Receives as {@link Webhooks.verifyAndReceive}; name, id and signature are read from the headers, or
   * from the verified body of services that have them there.
   * Resolves with the answer to send if the delivery is a challenge.
   */
  verifyAndReceive(delivery: HeaderDelivery): Promise<ChallengeAnswer | undefined>;
}

/** The toolkits by the kind of deliveries that a service sends. */
export interface WebhooksKinds<Types extends WebhookTypes, Transformed = unknown> {
  /** Signs the body alone; the event's name is in a header. */
  named: Webhooks<Types, Transformed>;
  /** Signs the body alone; the event's name is in it. */
  signed: SignedWebhooks<Types, Transformed>;
  /** Signs more than the body. */
  headers: HeaderWebhooks<Types, Transformed>;
}

/** The options of each of {@link WebhooksKinds}. */
export interface OptionsKinds<Types extends WebhookTypes, Transformed = unknown> {
  named: WebhooksOptions<Types, Transformed>;
  signed: WebhooksOptions<Types, Transformed>;
  headers: HeaderWebhooksOptions<Types, Transformed>;
}

export interface BodySignatures {
  /**
   * Signs a payload as the service does (contract B.1).
   * @throws TypeError if the payload is missing, empty, of another type, or text that is not
   * well-formed Unicode.
   */
  sign(eventPayload: RawPayload): string;
  /**
   * Tells whether `signature` is that of `eventPayload` under any of the secrets.
   * Compares in constant time; a malformed signature is `false`.
   * @throws TypeError if either argument is missing, empty or of another type, or the payload is
   * text that is not well-formed Unicode.
   */
  verify(eventPayload: RawPayload, signature: string): boolean;
}

/** Handler of a name. One signature for all, so that an error is never about another one. */
type ListenerOf<Types extends WebhookTypes, Transformed, Name extends string> = [Name] extends ["*"]
  ? EventHandler<Types["event"]>
  : [Name] extends ["error"]
    ? ErrorHandler<Types>
    : EventHandler<Types["events"][Name] & Transformed>;

export interface EventHandlers<Types extends WebhookTypes, Transformed = unknown> {
  /**
   * Runs the handlers for the event, for its action and for any event, and waits for all of them.
   * The action is read from the payload; a `name` with an action is `INVALID_EVENT_NAME`.
   * Rejects with a {@link WebhookAggregateError}; never throws synchronously.
   */
  receive(delivery: ReceivedDelivery<Types>): Promise<void>;
  /**
   * Registers a handler for one name or several. Returns an unsubscribe function.
   * @example
   * const stop = webhooks.on("issues.opened", ({ payload }) => notify(payload));
   */
  on<Name extends KnownEvent<Types>, Key extends string = Name>(
    // While a further name is being written, an editor offers the names inferred so far and those
    // that nothing is inferred from: `NoInfer` makes it offer all known names.
    eventName: Name | readonly Name[] | NoInfer<readonly Types["name"][]>,
    // `Key` may be any string. With `Name`, the compiler would visit every event while it infers
    // from the handler.
    handler: EventHandler<Types["events"][Key] & Transformed>,
    options?: HandlerOptions,
  ): Unregister;
  /** Registers a handler for every event; it gets the event untransformed. Returns as `on` does. */
  onAny(handler: EventHandler<Types["event"]>, options?: HandlerOptions): Unregister;
  /**
   * Registers a handler for failures. It does not delay `receive`, and its own failure is logged.
   * Returns as `on` does.
   */
  onError(handler: ErrorHandler<Types>): Unregister;
  /**
   * Removes the most recent registration of a handler for each of the names.
   * `*` means `onAny`, `error` means `onError`.
   */
  removeListener<Name extends KnownEvent<Types> | "*" | "error", Key extends string = Name>(
    eventName: Name | readonly Name[] | NoInfer<readonly Types["name"][]>,
    handler: ListenerOf<Types, Transformed, Key>,
  ): void;
  /**
   * Shuts down gracefully: takes no more deliveries, and resolves when those in flight are done,
   * those answered 202 and requests whose body is still arriving included. From the call on,
   * middlewares answer 503, and `receive` and `verifyAndReceive` reject with the code `DRAINING`.
   * It may be called again. A handler must not await it: it would wait for itself.
   * Rejects with the reason of `signal` if that is aborted first.
   */
  drain(options?: DrainOptions): Promise<void>;
}

/* Inside the toolkit */

/** A log whose methods are always there and never throw. */
export interface SafeLog {
  debug(...data: readonly unknown[]): void;
  info(...data: readonly unknown[]): void;
  warn(...data: readonly unknown[]): void;
  error(...data: readonly unknown[]): void;
}

/** Divides a name into event and action. */
export type NameSplitter = (name: string) => readonly [event: string, action: string | undefined];

/** A handler of `on` or `onAny`, or `transform`, as it is called. */
export type Handler = (event: unknown) => unknown;

/** A handler of `onError`, as it is called. */
export type FailureHandler = (error: WebhookError) => unknown;

/** The event as handlers get it if no `transform` runs before them. */
export interface DispatchedEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: object;
}

/** Receivers of each error of a delivery, before it rejects. */
export interface FailureListeners {
  readonly forErrors: readonly FailureHandler[];
  readonly log: SafeLog;
}

/** All functions that take part in a dispatch, as they are registered when it begins. */
export interface Participants extends FailureListeners {
  readonly forAction: readonly Handler[];
  readonly forEvent: readonly Handler[];
  readonly forAny: readonly Handler[];
  readonly transform: Handler | undefined;
}
