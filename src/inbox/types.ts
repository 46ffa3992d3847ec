/** Public types of the inbox, besides those of its stores in `store.ts`. */
import type { DrainOptions, Log } from "../receive/webhooks/types.js";
import type { WebhooksInstance } from "../receive/webhooks/receiver.js";
import type { CatchUpClient, CatchUpOptions, CatchUpReport } from "./catch-up/types.js";
import type {
  ArrivalResult,
  AttemptError,
  Backlog,
  DeliveryState,
  DeliverySummary,
  InboxStats,
  InboxStore,
  StoredDelivery,
  Via,
} from "./store.js";

/**
 * Receiver between a middleware and the handlers of a `Webhooks` instance: a delivery is verified,
 * stored, answered with 202, and handled afterwards. Middlewares and the relay take it in place of the
 * instance.
 */
export interface Inbox extends WebhooksInstance {
  /**
   * Begins to handle deliveries. Register the handlers before. A process that only receives does not
   * call it.
   * @throws InboxError when the store is too new or cannot be read. Errors of its engine pass through.
   */
  start(): Promise<void>;
  /**
   * Shuts down gracefully: takes no more deliveries, waits for those that are being handled, and closes
   * the store. When `signal` is aborted first, unfinished deliveries are given back to the store, for
   * another process or the next start. A handler must not await it.
   */
  drain(options?: DrainOptions): Promise<void>;
  /**
   * Takes one delivery without a middleware, as `webhooks.verifyAndReceive` does. Resolves once it is
   * stored. Rejects with a `WebhookAggregateError` when it is refused, and with an `InboxError` when it
   * cannot be stored.
   */
  verifyAndReceive(delivery: never): Promise<void>;
  /** Counts deliveries by state. */
  stats(): Promise<InboxStats>;
  /** Returns the newest delivery under an id, with its body and all errors. */
  get(id: string): Promise<StoredDelivery | undefined>;
  /** Returns the newest deliveries first; at most 100 unless `limit` says otherwise. */
  list(filter?: InboxFilter): Promise<readonly DeliverySummary[]>;
  /** Returns the same deliveries as `list`, with their bodies and all errors. */
  read(filter?: InboxFilter): Promise<readonly StoredDelivery[]>;
  /** Returns dead deliveries, which have no retries left, as `list` does. */
  dead(filter?: Omit<InboxFilter, "state">): Promise<readonly DeliverySummary[]>;
  /**
   * Requeues finished deliveries: the one with this id, or all that match the filter (by default dead
   * ones). For a dead delivery, only failed handlers run again.
   * @returns the number of these deliveries.
   */
  replay(which: string | InboxFilter): Promise<number>;
  /**
   * Fetches once what never arrived, and stores it, the oldest first.
   * @param client Default: that of the option `catchUp`.
   * @throws TypeError for a wrong option, RangeError for a `since` that is too early.
   * @throws InboxError `CATCH_UP_FAILED` if the service refuses, or cannot be reached. What was fetched is stored.
   */
  catchUp(client?: CatchUpClient, options?: CatchUpRunOptions): Promise<CatchUpReport>;
  /** Prints what this process has counted, and the state of the store, as OpenMetrics text. */
  metrics(): Promise<string>;
}

/** Options of `createInbox`. Durations are in milliseconds. */
export interface InboxOptions {
  /** Its handlers handle the deliveries; its secrets verify them. */
  readonly webhooks: WebhooksInstance;
  readonly store: InboxStore;
  /** Number of deliveries that this process handles at once. Default: 10. */
  readonly concurrency?: number | undefined;
  /**
   * Order key of a delivery. Deliveries with the same key are handled one after the other, as they
   * arrived. Without a key, a delivery waits for no other.
   */
  readonly orderBy?: ((event: OrderedEvent) => string | number | null | undefined) | undefined;
  /** Number and times of retries. Default: 8 within about a day. */
  readonly retries?: RetryOptions | undefined;
  /** Deadline of one attempt, for all of its handlers together. Default: a minute. */
  readonly timeout?: number | undefined;
  /**
   * Time after which another process takes over from one that has stopped; from 1,000. A process that
   * runs renews it six times as often, so `timeout` may be longer. Default: 12 seconds.
   */
  readonly lease?: number | undefined;
  /** Time for which a delivery with the same id and body is a duplicate. Default: 7 days. */
  readonly dedupeFor?: number | undefined;
  /** Time for which a delivery is kept once it is done. Default: 3 days. */
  readonly keepFor?: number | undefined;
  /** Time for which a dead delivery is kept. Default: 30 days. */
  readonly keepDeadFor?: number | undefined;
  /** Interval at which the store is asked for retries and deliveries of other processes. Default: a second. */
  readonly pollInterval?: number | undefined;
  /** Log of the inbox, in place of the log of the webhooks. */
  readonly log?: Log | undefined;
  /**
   * Fetches deliveries that the service sent and that never arrived: when the inbox starts, and at intervals. Needs
   * a service that sends ids, and lists what it has sent.
   */
  readonly catchUp?: CatchUpOptions | undefined;
  /**
   * Called when a delivery is dead, with the errors of its last attempt: by one of the workers that have it, and
   * again only if that one is killed meanwhile.
   */
  readonly onDead?: ((delivery: StoredDelivery, reason: string) => unknown) | undefined;
  /**
   * Called when deliveries have been due for longer than `lateAfter`: by one of the workers that have it, and
   * again only after all of them were on time.
   */
  readonly onLate?: ((backlog: Backlog) => unknown) | undefined;
  /** Default: 5 minutes. */
  readonly lateAfter?: number | undefined;
  /**
   * Called when the store begins to fail, in each process that finds it so: processes agree over the store. Again
   * only after it has worked.
   */
  readonly onStore?: ((error: unknown) => unknown) | undefined;
  /** Called with all that happens in this process, for traces and numbers of your own. Must be quick. */
  readonly observe?: ((fact: InboxFact) => unknown) | undefined;
}

/** Options of one catch-up. Those of the inbox are the defaults. */
export interface CatchUpRunOptions extends Omit<Partial<CatchUpOptions>, "client" | "every"> {
  /**
   * Time to look back to: a `Date`, milliseconds since 1970, or a text such as `2h`. Default: where the last
   * catch-up got to. At most `dedupeFor` less an hour: what arrived earlier is forgotten, and would be handled again.
   */
  readonly since?: Date | number | string | undefined;
}

/** Verified event that an order key is made of. */
export interface OrderedEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Retry `n` waits between a half and the whole of `delay * factor ** (n - 1)`, at most `maxDelay`. */
export interface RetryOptions {
  /** Number of retries after the first attempt. Default: 8. */
  readonly limit?: number | undefined;
  /** Milliseconds before the first retry. Default: 5 seconds. */
  readonly delay?: number | undefined;
  /** Factor by which each wait is longer than the one before. Default: 4. */
  readonly factor?: number | undefined;
  /** Longest wait, in milliseconds. Default: a day. */
  readonly maxDelay?: number | undefined;
}

/**
 * Something that has just happened in this process, as the option `observe` is told of it. Another process reports the
 * deliveries that it handles.
 * - `arrival`: a delivery was stored, or dropped as a duplicate.
 * - `attempt`: an attempt is over. `released`: the process shuts down, and the attempt does not count.
 * - `takeover`: the worker that handled a delivery has stopped, and its lease is over.
 * - `unavailable`: a delivery was answered with 503, because the store could not take it.
 */
export type InboxFact =
  | {
      readonly kind: "arrival";
      readonly id: string;
      readonly name: string;
      readonly result: ArrivalResult;
      readonly via: Via | undefined;
    }
  | {
      readonly kind: "attempt";
      readonly id: string;
      readonly name: string;
      /** The `key` of the delivery in the store. */
      readonly key: string;
      /** Counted from 1. */
      readonly attempt: number;
      readonly outcome: "done" | "failed" | "dead" | "released";
      /** Milliseconds since 1970. */
      readonly startedAt: number;
      readonly endedAt: number;
      readonly via: Via | undefined;
      readonly errors: readonly AttemptError[];
    }
  | {
      readonly kind: "takeover";
      readonly id: string;
      readonly name: string;
      readonly losses: number;
      readonly isDead: boolean;
    }
  | { readonly kind: "unavailable" };

/** Filter of deliveries. They must match all properties that are set. */
export interface InboxFilter {
  readonly id?: string | undefined;
  /** Name of the event, without an action. */
  readonly name?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Received then or later: a `Date`, or milliseconds since 1970. */
  readonly since?: Date | number | undefined;
  /** Received before then. */
  readonly until?: Date | number | undefined;
  /** The `key` of the last delivery of the page before. */
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
  /** `key`s of deliveries. */
  readonly keys?: readonly string[] | undefined;
  /**
   * Text that the body contains, as it was sent: `\u00e9` in JSON is not `é`. ASCII letters match in
   * either case. Every body that matches the rest of the filter is read, in slices, and from SQLite in a
   * thread of its own.
   */
  readonly text?: string | undefined;
  /** Ends a search for text when it is aborted; the call rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}
