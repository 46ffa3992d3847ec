// eslint-disable-next-line @typescript-eslint/no-unused-vars -- named in the documentation below
import type { WebhookAggregateError, WebhookError } from "../webhook-error.js";
import type { Log, SafeLog } from "../log.js";
import type { WebhookCatalog } from "./catalog.js";
import type { ValidationOptions } from "./validation.js";

/** The delivery of an event that the catalog does not know. */
export interface UnknownEvent {
  id: string;
  name: string;
  payload: unknown;
}

/**
 * The types of one hosting service's events, bundled by the generator.
 * All three are looked up by index alone, which is what keeps a call to `on` cheap to check.
 */
export interface WebhookTypes {
  /** Every event name and every `<event>.<action>`. */
  name: string;
  /** From name to event; any other string gives {@link UnknownEvent}. */
  events: { [name: string]: UnknownEvent };
  /** The union over events, each with all of its actions. */
  event: UnknownEvent;
}

/** A known name, or any other string; written so that editors offer the known ones. */
export type EventNameInput<Types extends WebhookTypes> = Types["name"] | (string & {});

/** Called with the event, after `transform`. Whatever it returns is awaited and dropped. */
export type EventHandler<Event> = (event: Event) => unknown;

/** Called once for each failure of a delivery. */
export type ErrorHandler<Types extends WebhookTypes> = (
  error: WebhookError<Types["event"] | UnknownEvent>,
) => unknown;

/** Bytes or text as they came from the sender. */
export type RawPayload = string | Uint8Array | ArrayBuffer;

export interface WebhooksOptions<Types extends WebhookTypes, Transformed = unknown> {
  /** As configured on the hosting side. */
  readonly secret: string;
  /** Further secrets that are accepted while one is being rotated; `sign` never uses them. */
  readonly additionalSecrets?: readonly string[] | undefined;
  /** Runs once for a delivery before the handlers registered with `on`. */
  readonly transform?:
    ((event: Types["event"]) => Transformed | PromiseLike<Transformed>) | undefined;
  readonly log?: Log | undefined;
  /** Checks every payload of a known event against the schema before its handlers run. */
  readonly validation?: ValidationOptions<Types["name"]> | undefined;
}

/** A delivery that is already trusted and parsed. */
export interface ReceivedDelivery<Types extends WebhookTypes> {
  readonly id?: string | undefined;
  readonly name: EventNameInput<Types>;
  readonly payload: object;
}

/** A delivery as it came, its signature unchecked. */
export interface SignedDelivery<Types extends WebhookTypes = WebhookTypes> {
  readonly id?: string | undefined;
  readonly name: EventNameInput<Types>;
  readonly payload: RawPayload;
  readonly signature: string;
}

export interface DrainOptions {
  /** Ends the wait, such as `AbortSignal.timeout(20_000)`; what is in flight runs on. */
  readonly signal?: AbortSignal | undefined;
}

/** Undoes one registration; calling it again does nothing. */
export type Unregister = () => void;

export interface Webhooks<Types extends WebhookTypes, Transformed = unknown> {
  /**
   * Signs a payload with HMAC-SHA256 (specification, section B; RFC 2104).
   * @throws TypeError when the payload is missing, empty or of another type.
   */
  sign(eventPayload: RawPayload): string;
  /**
   * Tells whether `signature` is that of `eventPayload` under any of the secrets.
   * Compares in constant time; a malformed signature is `false`.
   * @throws TypeError when either argument is missing, empty or of another type.
   */
  verify(eventPayload: RawPayload, signature: string): boolean;
  /**
   * Verifies, parses, then dispatches as {@link Webhooks.receive} does.
   * Rejects with a {@link WebhookAggregateError}; never throws synchronously.
   */
  verifyAndReceive(delivery: SignedDelivery<Types>): Promise<void>;
  /**
   * Runs every handler for the event, its action, and any event, and waits for all.
   * Rejects with a {@link WebhookAggregateError}; never throws synchronously.
   */
  receive(delivery: ReceivedDelivery<Types>): Promise<void>;
  /** Registers a handler for one name or several. Returns what unregisters it. */
  on<Name extends EventNameInput<Types>, Key extends string = Name>(
    // While a name is written behind others, an editor offers what was inferred from these, and what
    // nothing is inferred from: all known names.
    eventName: Name | readonly Name[] | NoInfer<readonly Types["name"][]>,
    // By a key that may be any string: a compiler that asks what the event can be, as it does while
    // it infers from the handler, would else visit every event.
    handler: EventHandler<Types["events"][Key] & Transformed>,
  ): Unregister;
  /** Registers a handler for every event; it gets the event untransformed. */
  onAny(handler: EventHandler<Types["event"]>): Unregister;
  /** Registers a handler for failures. It does not delay `receive`, and its own failure is logged. */
  onError(handler: ErrorHandler<Types>): Unregister;
  /**
   * Removes the most recent registration of a handler for each of the names.
   * `*` stands for `onAny`, `error` for `onError`.
   */
  removeListener<Name extends EventNameInput<Types>>(
    eventName: Name | readonly Name[] | NoInfer<readonly Types["name"][]>,
    handler: EventHandler<Types["events"][Name] & Transformed>,
  ): void;
  removeListener(eventName: "*", handler: EventHandler<Types["event"]>): void;
  removeListener(eventName: "error", handler: ErrorHandler<Types>): void;
  /**
   * Takes no more deliveries, for good, and resolves when those that were taken are done: every
   * handler, also of those answered 202, and every request that a middleware has begun to read.
   * From the call on, the middlewares answer 503, and `receive` and `verifyAndReceive` reject with the code
   * `DRAINING`. It may be called again. A handler that awaits it waits for itself.
   * Rejects with the reason of `signal` when that is aborted first.
   */
  drain(options?: DrainOptions): Promise<void>;
  readonly catalog: WebhookCatalog;
  readonly log: SafeLog;
}

/**
 * As much of a {@link Webhooks} as the middleware and the relay client need: all that they
 * know of the toolkit.
 */
export interface DeliveryReceiver {
  readonly catalog: WebhookCatalog;
  readonly log: SafeLog;
  /** Rejects with a {@link WebhookAggregateError}, whose `status` and `code` tell the stage. */
  verifyAndReceive(delivery: SignedDelivery): Promise<void>;
}
