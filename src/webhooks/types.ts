// eslint-disable-next-line @typescript-eslint/no-unused-vars -- named in the documentation below
import type { WebhookAggregateError, WebhookError } from "./webhook-error.js";
import type { RawPayload } from "../signatures/raw-data.js";
import type { Log } from "./log.js";
import type { ValidationOptions } from "./validation.js";

/** Header names of a delivery, lowercase. */
export interface DeliveryHeaderNames {
  readonly event: string;
  readonly delivery: string;
  readonly signature: string;
}

/** The keys of a relay's message. The first key that is present is read. */
export interface RelayMessageKeys {
  readonly id: readonly string[];
  readonly event: readonly string[];
  readonly signature: readonly string[];
  /** The payload as an object. */
  readonly body: readonly string[];
  /** The payload as the text that was signed. */
  readonly rawBody: readonly string[];
}

/** What the webhook toolkit knows of a hosting service: data, generated from YAML. */
export interface WebhookCatalog {
  /** Where the middleware listens when no `path` is given. */
  readonly path: string;
  readonly headers: DeliveryHeaderNames;
  readonly relay: RelayMessageKeys;
  /** Every event, each followed by its combinations with an action. */
  readonly eventNames: readonly string[];
}

/** The delivery of an event that the catalog does not know. */
export interface UnknownEvent {
  id: string;
  name: string;
  payload: unknown;
}

/**
 * The types of one hosting service's events, bundled by the generator.
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

/** A known name, or any other string; written so that editors offer the known ones. */
export type EventNameInput<Types extends WebhookTypes> = Types["name"] | (string & {});

/** Called with the event, after `transform`. Whatever it returns is awaited and dropped. */
export type EventHandler<Event> = (event: Event) => unknown;

/** Called once for each failure of a delivery. */
export type ErrorHandler<Types extends WebhookTypes> = (
  error: WebhookError<Types["event"] | UnknownEvent>,
) => unknown;

export type { RawPayload };

export interface WebhooksOptions<Types extends WebhookTypes, Transformed = unknown> {
  /** As configured on the hosting side. */
  readonly secret: string | Uint8Array;
  /** Further secrets that are accepted while one is being rotated; `sign` never uses them. */
  readonly additionalSecrets?: readonly (string | Uint8Array)[] | undefined;
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

/** Unsubscribes: removes one registration. Calling it again does nothing. */
export type Unregister = () => void;

export interface Webhooks<Types extends WebhookTypes, Transformed = unknown> {
  /**
   * Signs a payload with HMAC-SHA256 (contract B.1; RFC 2104).
   * @throws TypeError when the payload is missing, empty, of another type, or text that is not
   * well-formed Unicode.
   */
  sign(eventPayload: RawPayload): string;
  /**
   * Tells whether `signature` is that of `eventPayload` under any of the secrets.
   * Compares in constant time; a malformed signature is `false`.
   * @throws TypeError when either argument is missing, empty or of another type, or the payload is
   * text that is not well-formed Unicode.
   */
  verify(eventPayload: RawPayload, signature: string): boolean;
  /**
   * Verifies and parses the payload, then runs the handlers as {@link Webhooks.receive} does.
   * Rejects with a {@link WebhookAggregateError}; never throws synchronously.
   */
  verifyAndReceive(delivery: SignedDelivery<Types>): Promise<void>;
  /**
   * Runs the handlers for the event, for its action and for any event, and waits for all of them.
   * The action is read from the payload; a `name` with an action is `INVALID_EVENT_NAME`.
   * Rejects with a {@link WebhookAggregateError}; never throws synchronously.
   */
  receive(delivery: ReceivedDelivery<Types>): Promise<void>;
  /** Registers a handler for one name or several. Returns an unsubscribe function. */
  on<Name extends EventNameInput<Types>, Key extends string = Name>(
    // While a further name is being written, an editor offers the names inferred so far and those
    // that nothing is inferred from: `NoInfer` makes it offer all known names.
    eventName: Name | readonly Name[] | NoInfer<readonly Types["name"][]>,
    // `Key` may be any string. With `Name`, the compiler would visit every event while it infers
    // from the handler.
    handler: EventHandler<Types["events"][Key] & Transformed>,
  ): Unregister;
  /** Registers a handler for every event; it gets the event untransformed. Returns as `on` does. */
  onAny(handler: EventHandler<Types["event"]>): Unregister;
  /**
   * Registers a handler for failures. It does not delay `receive`, and its own failure is logged.
   * Returns as `on` does.
   */
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
   * Shuts down gracefully: takes no more deliveries, and resolves when those in flight are done,
   * those answered 202 and requests whose body is still arriving included. From the call on,
   * middlewares answer 503, and `receive` and `verifyAndReceive` reject with the code `DRAINING`.
   * It may be called again. A handler must not await it: it would wait for itself.
   * Rejects with the reason of `signal` when that is aborted first.
   */
  drain(options?: DrainOptions): Promise<void>;
}
