/**
 * What an inbox needs of a store. The inbox decides what becomes of a delivery; the store keeps it,
 * knows it again, and hands out what is due. `test/inbox/store-contract.ts` is one suite for all.
 */

/**
 * Times are milliseconds since 1970, durations are milliseconds. A store resolves durations by its
 * own clock: that of its engine, or {@link StoreSettings.clock}.
 */
export interface InboxStore {
  /**
   * Opens the store, creates it, or migrates one of an older version in a transaction. Called before
   * everything else, and again if it has failed.
   * @throws InboxError `STORE_TOO_NEW` for a store that a newer version of the package has written.
   */
  open(settings: StoreSettings): Promise<void>;

  /**
   * Records outcomes and arrivals in one durable transaction, then claims what is due. Called again
   * only when the call before has settled.
   *
   * A rejection means that nothing of the batch is known to have happened: arrivals are refused, and
   * the same outcomes are committed again later. When only claiming fails, nothing is claimed.
   */
  commit(batch: StoreBatch): Promise<StoreResult>;

  /** Calls back when a delivery may be due that another process has written. Without it, the inbox polls. */
  subscribe?(wake: () => void): void;

  /** The newest delivery under an id. */
  get(id: string): Promise<StoredDelivery | undefined>;

  /**
   * The newest first.
   * @throws TypeError for a `before` that is no key.
   */
  list(filter: StoreFilter): Promise<readonly DeliverySummary[]>;

  /** The same with bodies and errors. */
  read(filter: StoreFilter): Promise<readonly StoredDelivery[]>;

  stats(): Promise<InboxStats>;

  /**
   * Makes finished deliveries wait again; others stay as they are. Attempts are counted from 1 again,
   * and errors are kept. The list of handlers that are done is kept for a dead delivery, and emptied
   * for one that is done: all handlers run again.
   * @returns how many there were.
   */
  replay(filter: StoreFilter): Promise<number>;

  /**
   * Deletes some of what is no longer kept, in a short transaction, and brings times back that are
   * further in the future than they can be: the clock was set back. Called again and again.
   * @returns whether there is more to delete.
   */
  prune(): Promise<boolean>;

  /**
   * Everything that is kept, the oldest first, piece by piece: for a move to another store.
   * @param after the `key` of the last delivery of the piece before.
   */
  export(after: string | undefined, limit: number): Promise<readonly StoredDelivery[]>;

  /**
   * Takes what {@link export} of another store returned, durably and with all that is known of it.
   * Running deliveries wait again. One whose id and body are here already is left out.
   * @returns how many were taken.
   */
  restore(deliveries: readonly StoredDelivery[]): Promise<number>;

  /** Closes what `open` has opened. Closing again does nothing. */
  close(): Promise<void>;
}

export interface StoreSettings {
  /** A claim that is older is given to another worker. It is longer than the deadline of an attempt. */
  readonly lease: number;
  /** For so long after its arrival, a delivery with the same id and body is a duplicate. */
  readonly dedupeFor: number;
  /** How long a delivery is kept once it is done. */
  readonly keepFor: number;
  /** How long a dead delivery is kept. */
  readonly keepDeadFor: number;
  /** The longest wait there is, after a failed attempt or a lost worker. */
  readonly longestDelay: number;
  /** How long a delivery waits after its worker was lost. `undefined`: it is dead. */
  readonly waitAfterLoss: (loss: Loss) => number | undefined;
  /** Never goes back while the process runs. */
  readonly clock: () => number;
}

export interface StoreBatch {
  readonly outcomes: readonly Outcome[];
  readonly arrivals: readonly Arrival[];
  /** How many deliveries are claimed at most, those that have just arrived among them. */
  readonly room: number;
  /**
   * Which deliveries are claimed. A suspect is one whose worker was lost (contract G.10). `none`: the
   * batch only asks whether a suspect is due.
   */
  readonly from: "ordinary" | "suspects" | "none";
}

/** An attempt whose worker did not end it within its lease. */
export interface Loss {
  /** The number of that attempt. */
  readonly attempt: number;
  /** How often the delivery's worker was lost, this time included. */
  readonly losses: number;
}

export interface StoreResult {
  /** As in the batch. */
  readonly arrivals: readonly ArrivalResult[];
  /** Those that became due first come first. */
  readonly claimed: readonly ClaimedDelivery[];
  /** Whether a suspect is due that was not claimed. Known only where the batch had room. */
  readonly isSuspectDue: boolean;
  /** What was taken back from lost workers. */
  readonly lost: readonly LostDelivery[];
  /** Whether the outcome counted, as in the batch. `false`: the claim was no longer valid. */
  readonly outcomes: readonly boolean[];
}

/** A delivery whose worker was lost, and what becomes of it. */
export interface LostDelivery extends Loss {
  readonly id: string;
  readonly name: string;
  /** The milliseconds until it is due. `undefined`: it is dead. */
  readonly wait: number | undefined;
  readonly message: string;
}

/** A delivery that was verified. Its texts are well-formed Unicode without NUL. */
export interface Arrival {
  /** Never empty: where the service sends none, it is made of the name and the body. */
  readonly id: string;
  readonly name: string;
  /** As it came. */
  readonly body: Uint8Array;
  /** The SHA-256 of the body, in hexadecimal digits. */
  readonly digest: string;
  /**
   * Of all deliveries with one key, only the oldest is claimed that is neither done nor dead, also
   * while that waits for a retry.
   */
  readonly orderKey: string | undefined;
}

/**
 * `duplicate`: the same id with the same body has arrived before, and nothing was written.
 * `conflict`: the id has arrived before, with another body; this delivery is written all the same.
 */
export type ArrivalResult = "new" | "duplicate" | "conflict";

/** The right to handle a delivery. */
export interface Claim {
  /** Identifies the delivery within its store. */
  readonly key: string;
  /** Identifies the claim: another claim of the same delivery has another one. */
  readonly token: string;
}

export interface ClaimedDelivery extends Claim {
  readonly id: string;
  readonly name: string;
  readonly body: Uint8Array;
  readonly receivedAt: number;
  /**
   * From 1, and again from 1 after a replay. It counts every attempt that has begun, except the first
   * whose worker was lost. For each lost one, the store has added `describeLostAttempt` to the errors.
   */
  readonly attempt: number;
  /** How often its worker was lost: see {@link DeliverySummary.losses}. */
  readonly losses: number;
  /** The ids of the handlers that succeeded in an earlier attempt. */
  readonly done: readonly string[];
}

/** How an attempt ended. */
export interface Outcome extends Claim {
  readonly end: AttemptEnd;
  /** The ids of all handlers that have succeeded, now or in an earlier attempt. */
  readonly done: readonly string[];
  /** Of this attempt; they are added to those before. */
  readonly errors: readonly AttemptError[];
}

/** `released`: the delivery is due at once, and the attempt does not count. */
export type AttemptEnd = "done" | "dead" | "released" | { readonly retryAfter: number };

/** Why an attempt failed. */
export interface AttemptError {
  readonly attempt: number;
  readonly at: number;
  /** The id of the handler; the empty string when the attempt failed as a whole. */
  readonly handler: string;
  readonly message: string;
  readonly stack?: string;
}

/** `waiting`: for the first attempt, a retry, or another delivery of its key. `dead`: nobody retries. */
export type DeliveryState = "waiting" | "running" | "done" | "dead";

export interface DeliverySummary {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly state: DeliveryState;
  readonly receivedAt: number;
  /**
   * How many attempts have begun since the arrival or the last replay. The first one whose worker was
   * lost does not count: another delivery may have ended that process.
   */
  readonly attempts: number;
  /**
   * How often the process that was handling it has stopped before it was done. From the first time on
   * it is a suspect: it is handled while no other is. A replay of a dead suspect sets this to 1.
   */
  readonly losses: number;
  /** The earliest time at which a waiting delivery is claimed; `undefined` in another state. */
  readonly dueAt: number | undefined;
  /** When it was done or dead. */
  readonly finishedAt: number | undefined;
  /** Of the body, in bytes. */
  readonly size: number;
  /** Whether another body had arrived under its id. */
  readonly isConflict: boolean;
  readonly orderKey: string | undefined;
}

export interface StoredDelivery extends DeliverySummary {
  readonly body: Uint8Array;
  readonly digest: string;
  readonly done: readonly string[];
  /** Of all attempts, the oldest first. */
  readonly errors: readonly AttemptError[];
}

/** Everything that is given must match. */
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
  /** At most so many; all if there is none. */
  readonly limit?: number | undefined;
}

export interface InboxStats {
  readonly waiting: number;
  readonly running: number;
  readonly done: number;
  readonly dead: number;
  /** For how long the oldest waiting delivery has been there; 0 when there is none. */
  readonly oldestWaiting: number;
}
