/** The options of an inbox, checked and with their defaults. */
import { describeKind } from "../base/values.js";
import {
  expectInteger,
  expectMethods,
  expectOptionalFunction,
  readOptions,
} from "../base/expect.js";
import type { OptionNames } from "../base/nearest.js";
import { readLog } from "../receive/webhooks/log.js";
import type { SafeLog } from "../receive/webhooks/types.js";
import {
  type DeliveryReceiver,
  findReceiver,
  type HandlerAccess,
} from "../receive/webhooks/receiver.js";
import type { CatchUpOptions } from "./catch-up/types.js";
import { type Environment, PLATFORM } from "./environment.js";
import { Metrics } from "./observe/metrics.js";
import { readRetries, type RetrySchedule } from "./retries.js";
import type { Backlog, InboxStore, StoredDelivery, StoreSettings } from "./store.js";
import type { InboxFact, InboxOptions } from "./types.js";
import { joinObservers } from "./user-functions.js";

const INBOX_OPTIONS: OptionNames<InboxOptions> = {
  webhooks: true,
  store: true,
  concurrency: true,
  orderBy: true,
  retries: true,
  timeout: true,
  lease: true,
  dedupeFor: true,
  keepFor: true,
  keepDeadFor: true,
  pollInterval: true,
  log: true,
  catchUp: true,
  onDead: true,
  onLate: true,
  lateAfter: true,
  onStore: true,
  observe: true,
};

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const DEFAULT_TIMEOUT = 60 * SECOND;
const DEFAULT_LATE_AFTER = 300 * SECOND;
/** With a poll and some delay, a delivery passes to another process within 15 seconds. */
const DEFAULT_LEASE = 12 * SECOND;
/** Shorter leases would end while a busy process waits for its turn. */
const MIN_LEASE = SECOND;
/** Renewals during a lease, so that a thread may be blocked for more than half of it. */
const RENEWALS = 6;

/**
 * Checks options and adds defaults.
 * @throws TypeError when an option has the wrong type.
 * @throws RangeError for a number that is out of range.
 */
export function readInboxSettings(options: InboxOptions, environment = PLATFORM): InboxSettings {
  const checked = readOptions(
    options,
    "The argument of `createInbox()`",
    "an object with `webhooks` and `store`",
    INBOX_OPTIONS,
  );
  const receiver = findReceiver(checked.webhooks);
  const lease = expectInteger(checked.lease ?? DEFAULT_LEASE, "`lease`", MIN_LEASE);
  const retries = readRetries(checked.retries);
  const store = expectStore(checked.store);
  const alerts = readAlerts(checked);
  const log = readLog(checked.log, receiver.log);
  const metrics = new Metrics(receiver.catalog.eventNames);
  const observe = expectOptionalFunction(checked.observe, "`observe`");
  return {
    environment,
    receiver,
    handlers: expectHandlers(receiver),
    store,
    catchUp: checked.catchUp,
    alerts,
    alertStore: alerts && expectAlertStore(store),
    onStore: expectOptionalFunction(checked.onStore, "`onStore`"),
    metrics,
    observe: joinObservers([metrics.observe, observe], log),
    storeSettings: {
      lease,
      dedupeFor: expectDuration(checked.dedupeFor ?? 7 * DAY, "`dedupeFor`"),
      keepFor: expectDuration(checked.keepFor ?? 3 * DAY, "`keepFor`"),
      keepDeadFor: expectDuration(checked.keepDeadFor ?? 30 * DAY, "`keepDeadFor`"),
      longestDelay: retries.longestDelay,
      waitAfterLoss: (loss) => retries.waitAfterLoss(loss, environment.random()),
      clock: environment.clock,
      leaseClock: environment.leaseClock,
      notesDead: alerts?.onDead !== undefined,
    },
    concurrency: expectInteger(checked.concurrency ?? 10, "`concurrency`"),
    orderBy: expectOptionalFunction(checked.orderBy, "`orderBy`"),
    retries,
    timeout: expectInteger(checked.timeout ?? DEFAULT_TIMEOUT, "`timeout`"),
    renewInterval: Math.floor(lease / RENEWALS),
    pollInterval: expectInteger(checked.pollInterval ?? SECOND, "`pollInterval`"),
    log,
  };
}

/** Checks the options of alerts. Returns `undefined` if there is no function to call. */
function readAlerts({ onDead, onLate, lateAfter }: InboxOptions): AlertHandlers | undefined {
  const alerts = {
    onDead: expectOptionalFunction(onDead, "`onDead`"),
    onLate: expectOptionalFunction(onLate, "`onLate`"),
    lateAfter: expectInteger(lateAfter ?? DEFAULT_LATE_AFTER, "`lateAfter`"),
  };
  return onDead === undefined && onLate === undefined ? undefined : alerts;
}

const ALERT_METHODS = ["changeNote", "listNotes", "countDue"] as const;

function expectAlertStore(store: InboxStore): AlertStore {
  const expected = "a store that keeps notes, for alerts";
  return expectMethods<AlertStore>(store, "`store`", ALERT_METHODS, expected);
}

/** Allows more than a timer can wait: these durations are only compared. */
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

const STORE_METHODS = [
  "open",
  "commit",
  "get",
  "list",
  "read",
  "stats",
  "replay",
  "prune",
  "close",
] as const;

function expectStore(store: unknown): InboxStore {
  const expected = "a store, such as `openMemoryStore()` or `openSqliteStore(path)`";
  return expectMethods<InboxStore>(store, "`store`", STORE_METHODS, expected);
}

// ---- Types

/** Checked options, with their defaults. */
export interface InboxSettings {
  readonly environment: Environment;
  readonly receiver: DeliveryReceiver;
  readonly handlers: HandlerAccess;
  readonly store: InboxStore;
  readonly storeSettings: StoreSettings;
  readonly concurrency: number;
  readonly orderBy: ((event: unknown) => unknown) | undefined;
  readonly retries: RetrySchedule;
  readonly timeout: number;
  /** Milliseconds between two renewals of a lease. */
  readonly renewInterval: number;
  readonly pollInterval: number;
  readonly log: SafeLog;
  readonly catchUp: CatchUpOptions | undefined;
  /** Absent without a function to call. */
  readonly alerts: AlertHandlers | undefined;
  /** The store, if there are alerts to keep in it. */
  readonly alertStore: AlertStore | undefined;
  readonly onStore: ((error: unknown) => unknown) | undefined;
  readonly metrics: Metrics;
  /** Passes a fact to the metrics, and to the option `observe`. */
  readonly observe: (fact: InboxFact) => void;
}

/** Functions that are called when a delivery needs somebody (contract R.8). */
export interface AlertHandlers {
  readonly onDead: ((delivery: StoredDelivery, reason: string) => unknown) | undefined;
  readonly onLate: ((backlog: Backlog) => unknown) | undefined;
  /** Milliseconds for which a delivery may be due before it is late. */
  readonly lateAfter: number;
}

/** Store that keeps notes, and counts deliveries that are due. */
export type AlertStore = InboxStore & Required<Pick<InboxStore, (typeof ALERT_METHODS)[number]>>;
