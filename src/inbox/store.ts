/**
 * Interface between an inbox and its store, and the errors of both. The inbox decides what becomes of a
 * delivery; the store keeps it, recognizes duplicates, and returns it when it is due.
 * `test/inbox/store-contract.ts` tests every store.
 */
import { linkTo } from "../base/package.js";

/**
 * Store of deliveries. Times are milliseconds since 1970, durations are milliseconds. A store measures
 * durations by its own clock: that of its engine, or {@link StoreSettings.clock}. While it is not open,
 * calls reject with an InboxError `CLOSED`; only a store in memory may still be read.
 */
export interface InboxStore {
  /**
   * Opens the store, creates it, or migrates one of an older version in a transaction. Called before
   * everything else, and again if it has failed. A store that knows that no other process has it open
   * ends the leases that it finds.
   * @throws InboxError `STORE_TOO_NEW` for a store that a newer version of the package has written.
   */
  open(settings: StoreSettings): Promise<void>;

  /**
   * Renews claims and records outcomes and arrivals in one durable transaction, then takes back what
   * lost workers were handling, and claims due deliveries. Called again only when the call before has
   * settled.
   *
   * A rejection means that nothing of the batch is known to have happened: arrivals are refused, and
   * the same outcomes are committed again later. When only claiming fails, nothing is claimed.
   */
  commit(batch: StoreBatch): Promise<StoreResult>;

  /** Calls back when another process may have written a due delivery. Without it, the inbox polls. */
  subscribe?(wake: () => void): void;

  /** Returns the newest delivery under an id. */
  get(id: string): Promise<StoredDelivery | undefined>;

  /**
   * Returns deliveries, the newest first.
   * @throws TypeError for a `before` that is not a key.
   */
  list(filter: StoreFilter): Promise<readonly DeliverySummary[]>;

  /** Returns the same deliveries as `list`, with bodies and errors. */
  read(filter: StoreFilter): Promise<readonly StoredDelivery[]>;

  stats(): Promise<InboxStats>;

  /**
   * Makes finished deliveries wait again; others stay as they are. Attempts are counted from 1 again,
   * and errors are kept. The list of handlers that are done is kept for a dead delivery, and emptied
   * for one that is done: all handlers run again.
   * @returns their number.
   */
  replay(filter: StoreFilter): Promise<number>;

  /**
   * Deletes some expired deliveries in a short transaction, and shortens waits and leases that are
   * impossibly long because the clock was set back. Called again and again.
   * @returns true while there is more to delete.
   */
  prune(): Promise<boolean>;

  /**
   * Returns all deliveries, the oldest first, piece by piece: for a move to another store.
   * @param after the `key` of the last delivery of the piece before.
   */
  export(after: string | undefined, limit: number): Promise<readonly StoredDelivery[]>;

  /**
   * Writes deliveries from {@link export} of another store, durably and with their whole history.
   * Running ones wait again. Deliveries whose id and body are here already are left out.
   * @returns the number of those written.
   */
  restore(deliveries: readonly StoredDelivery[]): Promise<number>;

  /**
   * Returns those of the ids under which a delivery has arrived within `dedupeFor`, or is still stored. For a
   * catch-up, like `changeNote`; a store without them cannot have one.
   */
  findKnown?(ids: readonly string[]): Promise<ReadonlySet<string>>;

  /**
   * Takes a note, or keeps or changes one that the holder has already. Others cannot while it is held.
   * @returns its text before the change, the empty string for a new note; `undefined` if another holds it.
   */
  changeNote?(change: NoteChange): Promise<string | undefined>;

  /** Returns the names of notes that begin with a text, in the order of the names. */
  listNotes?(prefix: string, limit: number): Promise<readonly string[]>;

  /** Counts the deliveries that are due and that no worker has begun yet. */
  countDue?(): Promise<Backlog>;

  /** Releases the resources of `open`. Closing again does nothing. */
  close(): Promise<void>;
}

/** Settings that an inbox opens its store with. Durations are in milliseconds. */
export interface StoreSettings {
  /** Time after its claim or last renewal at which a delivery passes to another worker. */
  readonly lease: number;
  /** Time after its arrival for which a delivery with the same id and body is a duplicate. */
  readonly dedupeFor: number;
  /** Time for which a delivery is kept once it is done. */
  readonly keepFor: number;
  /** Time for which a dead delivery is kept. */
  readonly keepDeadFor: number;
  /** Longest wait after a failed attempt or a lost worker. */
  readonly longestDelay: number;
  /** Returns the wait of a delivery after its worker was lost. `undefined`: it is dead. */
  readonly waitAfterLoss: (loss: Loss) => number | undefined;
  /** Whole milliseconds since 1970. Never goes back while the process runs. */
  readonly clock: () => number;
  /**
   * Whole milliseconds by which a store without a clock of its own measures leases: since a moment that all
   * processes of the machine share, and by a clock that is never set. Starts again when the machine does.
   * Default: `clock`.
   */
  readonly leaseClock?: (() => number) | undefined;
  /**
   * Writes a note, {@link DEAD_NOTE} and the key, for each delivery that becomes dead, in the same
   * transaction. Default: `false`.
   */
  readonly notesDead?: boolean | undefined;
}

/** Short text that all workers on a store share. One worker at a time holds it. */
export interface NoteChange {
  readonly name: string;
  /** Identifies the worker. */
  readonly holder: string;
  /** Milliseconds until others may take it. With 0 they may at once. */
  readonly lease: number;
  /** New text. Absent: it stays as it is. `null`: the note is deleted. */
  readonly text?: string | null;
}

/** Begin of the names of notes about dead deliveries. The `key` of the delivery follows. */
export const DEAD_NOTE = "dead/";

/** Text of such a note. */
export const UNTOLD = "untold";

/** Deliveries that are due and that no worker has begun. */
export interface Backlog {
  readonly waiting: number;
  /** Milliseconds for which the first of them has been due; 0 when there is none. */
  readonly oldest: number;
}

/** Work for one transaction. */
export interface StoreBatch extends ClaimLimits {
  readonly outcomes: readonly Outcome[];
  readonly arrivals: readonly Arrival[];
  /** Claims of attempts that still run. Their leases begin anew, even if they are over already. */
  readonly renewals: readonly Claim[];
}

/** Number and kind of the deliveries that a transaction claims. */
export interface ClaimLimits {
  /** Maximum number of deliveries to claim, including those that have just arrived. */
  readonly room: number;
  /**
   * Kind of deliveries to claim. A suspect is a delivery whose worker was lost (contract G.10). `none`:
   * claims nothing; only reports whether a suspect is due.
   */
  readonly from: "ordinary" | "suspects" | "none";
}

/** Attempt whose worker has neither ended nor renewed it within its lease. */
export interface Loss {
  /** Number of that attempt. */
  readonly attempt: number;
  /** Number of lost workers of the delivery, including this one. */
  readonly losses: number;
}

export interface StoreResult {
  /** Results in the order of the batch. */
  readonly arrivals: readonly ArrivalResult[];
  /** Claimed deliveries, the longest due first. */
  readonly claimed: readonly ClaimedDelivery[];
  /** True if an unclaimed suspect is due. Known only if the batch had room. */
  readonly isSuspectDue: boolean;
  /** Deliveries taken back from lost workers. */
  readonly lost: readonly LostDelivery[];
  /** In the order of the batch: true if the outcome counted, false if its claim was no longer valid. */
  readonly outcomes: readonly boolean[];
  /** In the order of the batch: false if the claim was no longer valid. */
  readonly renewals: readonly boolean[];
}

/** Delivery whose worker was lost, and its fate. */
export interface LostDelivery extends Loss {
  readonly id: string;
  readonly name: string;
  /** Milliseconds until it is due. `undefined`: it is dead. */
  readonly wait: number | undefined;
  readonly message: string;
}

/** Verified delivery. Its texts are well-formed Unicode without NUL. */
export interface Arrival {
  /** Never empty: if the service sends none, it is made of the name and the body. */
  readonly id: string;
  readonly name: string;
  /** Raw bytes as received. */
  readonly body: Uint8Array;
  /** SHA-256 of the body, in hexadecimal digits. */
  readonly digest: string;
  /**
   * Deliveries with the same key are claimed in order: the oldest unfinished one first, and no other
   * while it waits for a retry.
   */
  readonly orderKey: string | undefined;
  /**
   * Set for a delivery that the service did not send, and that was fetched. Its body may have other bytes than
   * the one that the service sends, so it is compared by its id alone (contract R.4).
   */
  readonly via?: Via | undefined;
}

/** The way of a delivery that was not sent. */
export type Via = "catch-up";

/**
 * `duplicate`: the same id with the same body has arrived before, and nothing was written.
 * `conflict`: the id has arrived before, with another body; this delivery is written all the same.
 */
export type ArrivalResult = "new" | "duplicate" | "conflict";

/** Right to handle a delivery. */
export interface Claim {
  /** Identifies the delivery within its store. */
  readonly key: string;
  /** Identifies the claim; a later claim of the delivery has another token. */
  readonly token: string;
}

export interface ClaimedDelivery extends Claim {
  readonly id: string;
  readonly name: string;
  readonly body: Uint8Array;
  readonly receivedAt: number;
  readonly via?: Via | undefined;
  /**
   * Number of this attempt. Counted from 1; a replay starts again. The first attempt whose worker was
   * lost does not count. For each lost one, the store has added the error of `describeLoss`.
   */
  readonly attempt: number;
  /** Number of lost workers: see {@link DeliverySummary.losses}. */
  readonly losses: number;
  /** Ids of the handlers that succeeded in an earlier attempt. */
  readonly done: readonly string[];
}

/** Result of an attempt. */
export interface Outcome extends Claim {
  readonly end: AttemptEnd;
  /** Ids of all handlers that have succeeded, now or in an earlier attempt. */
  readonly done: readonly string[];
  /** Errors of this attempt; they are added to those of earlier ones. */
  readonly errors: readonly AttemptError[];
}

/** `released`: the delivery is due at once, and the attempt does not count. */
export type AttemptEnd = "done" | "dead" | "released" | { readonly retryAfter: number };

/** Error of a handler, or of an attempt as a whole. */
export interface AttemptError {
  readonly attempt: number;
  readonly at: number;
  /** Id of the handler; the empty string when the attempt failed as a whole. */
  readonly handler: string;
  readonly message: string;
  readonly stack?: string;
}

/** `waiting`: for the first attempt, a retry, or another delivery of its key. `dead`: no retry is left. */
export type DeliveryState = "waiting" | "running" | "done" | "dead";

/** Delivery without its body and errors. */
export interface DeliverySummary {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly state: DeliveryState;
  readonly receivedAt: number;
  /**
   * Number of attempts begun since the arrival or the last replay. The first one whose worker was lost
   * does not count: another delivery may have ended that process.
   */
  readonly attempts: number;
  /**
   * Number of processes that stopped while they handled it. A delivery with a loss is a suspect, which
   * is handled alone. A replay of a dead suspect sets this to 1.
   */
  readonly losses: number;
  /** Earliest time at which a waiting delivery is claimed; `undefined` in another state. */
  readonly dueAt: number | undefined;
  /** Time at which it was done or dead. */
  readonly finishedAt: number | undefined;
  /** Size of the body, in bytes. */
  readonly size: number;
  /** True if another body had arrived under its id. */
  readonly isConflict: boolean;
  readonly orderKey: string | undefined;
  /** `catch-up` for a delivery that was fetched, and not signed. */
  readonly via?: Via | undefined;
}

/** Delivery with its body and history. */
export interface StoredDelivery extends DeliverySummary {
  readonly body: Uint8Array;
  readonly digest: string;
  readonly done: readonly string[];
  /** Errors of all attempts, the oldest first. */
  readonly errors: readonly AttemptError[];
}

/** Filter of deliveries. They must match all properties that are set. */
export interface StoreFilter {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Received then or later. */
  readonly since?: number | undefined;
  /** Received before then. */
  readonly until?: number | undefined;
  /** The `key` of the last delivery of the page before: this page has older ones. */
  readonly before?: string | undefined;
  /** Maximum number; all if absent. */
  readonly limit?: number | undefined;
  /** `key`s of deliveries, of which those match that the store has. */
  readonly keys?: readonly string[] | undefined;
  /**
   * Text that the body contains, in UTF-8. ASCII letters match in either case. A store reads the bodies in
   * slices, so that nothing waits long for them.
   */
  readonly text?: string | undefined;
  /** Ends a search for text when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Deliveries by state. */
export interface InboxStats {
  readonly waiting: number;
  readonly running: number;
  readonly done: number;
  readonly dead: number;
  /** Age of the oldest waiting delivery in milliseconds; 0 when there is none. */
  readonly oldestWaiting: number;
}

// ---- Errors

/** Codes of an {@link InboxError}; stable across releases. */
export type InboxErrorCode =
  | "STORE_UNAVAILABLE"
  | "STORE_TOO_NEW"
  | "STORE_TOO_OLD"
  | "STORE_UNREADABLE"
  | "STORE_REPLACED"
  | "STORE_DAMAGED"
  | "CATCH_UP_FAILED"
  | "CLOSED";

/** Error of the inbox itself. Its `cause` is the error of the store or of its engine. */
export class InboxError extends Error {
  override readonly name = "InboxError";
  readonly code: InboxErrorCode;
  /** Address of the page that explains the code. */
  readonly docs: string;

  constructor(code: InboxErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.docs = linkTo(code);
  }
}

/** Creates the error of a store that is used before `open` or after `close`. */
export function createNotOpenError(): InboxError {
  return new InboxError("CLOSED", "The store is not open.");
}
