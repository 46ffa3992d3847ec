import {
  describeKind,
  expectInteger,
  expectObject,
  expectOptionalFunction,
  readOptions,
  unexpected,
} from "../expect.js";
import { readLog } from "../webhooks/log.js";
import type { Log, SafeLog } from "../webhooks/types.js";
import {
  findReceiver,
  type DeliveryReceiver,
  type HandlerAccess,
  type WebhooksInstance,
} from "../webhooks/receiver.js";
import { readRetries, type RetryOptions, type RetrySchedule } from "./retries.js";
import type { InboxStore } from "./store.js";

/** Durations are in milliseconds. */
export interface InboxOptions {
  /** Its handlers handle the deliveries; its secrets verify them. */
  readonly webhooks: WebhooksInstance;
  readonly store: InboxStore;
  /** How many deliveries this process handles at once. Default: 10. */
  readonly concurrency?: number | undefined;
  /**
   * Deliveries with the same key are handled one after the other, as they arrived. Without a key, a
   * delivery waits for no other.
   */
  readonly orderBy?: ((event: OrderedEvent) => string | number | null | undefined) | undefined;
  /** How often, and when, a failed delivery is tried again. Default: 8 times within about a day. */
  readonly retries?: RetryOptions | undefined;
  /** The deadline of one attempt, for all of its handlers together. Default: a minute. */
  readonly timeout?: number | undefined;
  /**
   * After this time another process takes over what a lost one was handling; longer than `timeout`.
   * Default: 15 seconds longer.
   */
  readonly lease?: number | undefined;
  /** For how long a delivery with the same id and body is a duplicate. Default: 7 days. */
  readonly dedupeFor?: number | undefined;
  /** How long a delivery is kept once it is done. Default: 3 days. */
  readonly keepFor?: number | undefined;
  /** How long a dead delivery is kept. Default: 30 days. */
  readonly keepDeadFor?: number | undefined;
  /** How often the store is asked for retries and for deliveries of other processes. Default: a second. */
  readonly pollInterval?: number | undefined;
  /** Where the inbox writes, in place of the log of the webhooks. */
  readonly log?: Log | undefined;
}

/** The verified event that an order key is made of. */
export interface OrderedEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The checked options, with their defaults. */
export interface InboxSettings {
  readonly receiver: DeliveryReceiver;
  readonly handlers: HandlerAccess;
  readonly store: InboxStore;
  readonly concurrency: number;
  readonly orderBy: ((event: unknown) => unknown) | undefined;
  readonly retries: RetrySchedule;
  readonly timeout: number;
  readonly lease: number;
  readonly dedupeFor: number;
  readonly keepFor: number;
  readonly keepDeadFor: number;
  readonly pollInterval: number;
  readonly log: SafeLog;
}

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const DEFAULT_TIMEOUT = 60 * SECOND;
/** How much longer than its deadline an attempt may take to be recorded. */
const LEASE_MARGIN = 15 * SECOND;

/**
 * @throws TypeError when an option has the wrong type.
 * @throws RangeError for a number that is out of range.
 */
export function readSettings(options: InboxOptions): InboxSettings {
  const given = readOptions(
    options,
    "The argument of `createInbox()`",
    "an object with `webhooks` and `store`",
  );
  const receiver = findReceiver(given.webhooks);
  const { timeout = DEFAULT_TIMEOUT, lease } = given;
  expectInteger(timeout, "`timeout`");
  return {
    receiver,
    handlers: expectHandlers(receiver),
    store: expectStore(given.store),
    concurrency: expectInteger(given.concurrency ?? 10, "`concurrency`"),
    orderBy: expectOptionalFunction(given.orderBy, "`orderBy`"),
    retries: readRetries(given.retries),
    timeout,
    lease: expectInteger(lease ?? timeout + LEASE_MARGIN, "`lease`", timeout + 1),
    dedupeFor: expectDuration(given.dedupeFor ?? 7 * DAY, "`dedupeFor`"),
    keepFor: expectDuration(given.keepFor ?? 3 * DAY, "`keepFor`"),
    keepDeadFor: expectDuration(given.keepDeadFor ?? 30 * DAY, "`keepDeadFor`"),
    pollInterval: expectInteger(given.pollInterval ?? SECOND, "`pollInterval`"),
    log: readLog(given.log, receiver.log),
  };
}

/** Longer than a timer can run is allowed: these durations are compared, never waited for. */
function expectDuration(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  const got = typeof value === "number" ? value : describeKind(value);
  throw new RangeError(`${what} is ${got}; expected milliseconds, an integer from 0.`);
}

function expectHandlers({ handlers }: DeliveryReceiver): HandlerAccess {
  if (handlers !== undefined) return handlers;
  throw new TypeError(
    "`webhooks` is an inbox, or comes from an older copy of the package; expected a Webhooks " +
      "instance of this version.",
  );
}

const METHODS = ["open", "commit", "get", "list", "stats", "replay", "prune", "close"] as const;

function expectStore(store: unknown): InboxStore {
  const expected = "a store, such as `openMemoryStore()` or `openSqliteStore(path)`";
  expectObject(store, "`store`", expected);
  const found = store as Partial<InboxStore>; // each method is looked at
  if (METHODS.every((name) => typeof found[name] === "function")) return found as InboxStore;
  throw unexpected(store, "`store`", expected);
}
