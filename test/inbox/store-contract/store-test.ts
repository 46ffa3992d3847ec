/** The store that a test of the contract is given, and the steps that such tests are made of. */
import { afterEach, beforeEach } from "vitest";
import type {
  Arrival,
  AttemptEnd,
  AttemptError,
  ClaimedDelivery,
  InboxStore,
  StoreSettings,
  StoredDelivery,
  StoreResult,
} from "../../../src/inbox/store.js";
import { commit, SECOND } from "../deliveries.js";

/** Opens a store before each test of the suite that calls this, and closes it after. */
export function setUpStore(create: CreateHarness): StoreTest {
  let harness: StoreHarness;
  let store: InboxStore;

  beforeEach(async () => {
    harness = await create();
    store = await harness.open();
  });

  afterEach(async () => {
    await store.close();
    await harness.close();
  });

  const claim = async (room = 1, from = store) => (await commit(from, { room })).claimed;
  const takeSuspect = async () => (await commit(store, { room: 1, from: "suspects" })).claimed[0];

  return {
    get harness() {
      return harness;
    },
    get store() {
      return store;
    },
    create,
    reopen: async (settings) => {
      store = await harness.open(settings);
    },
    write: (...arrivals) => commit(store, { arrivals }),
    claim,
    claimIds: async (room = 100) => (await claim(room)).map(({ id }) => id),
    claimOne: async () => {
      const [claimed] = await claim();
      if (claimed === undefined) throw new Error("Nothing is due.");
      return claimed;
    },
    takeSuspect,
    claimSuspect: async () => {
      const suspect = await takeSuspect();
      if (suspect !== undefined) return suspect;
      await harness.elapse(2 * SECOND);
      const waited = await takeSuspect();
      if (waited === undefined) throw new Error("No suspect is due.");
      return waited;
    },
    end: async ({ key, token, done }, how, changes) => {
      const outcome = { key, token, end: how, done, errors: [], ...changes };
      return (await commit(store, { outcomes: [outcome] })).outcomes[0];
    },
    endFrom: (from, claimed) => {
      const outcomes = claimed.map(({ key, token }) => {
        return { key, token, end: "done" as const, done: [], errors: [] };
      });
      return commit(from, { outcomes });
    },
    expectStored: async (id) => {
      const stored = await store.get(id);
      if (stored === undefined) throw new Error(`${id} is not stored.`);
      return stored;
    },
  };
}

export interface StoreTest {
  readonly harness: StoreHarness;
  /** The store that is open on the place of `harness`. */
  readonly store: InboxStore;
  /** Makes another place, for tests with two. */
  readonly create: CreateHarness;
  /** Replaces `store`, which the test has closed. */
  readonly reopen: (settings?: Partial<StoreSettings>) => Promise<void>;
  write(...arrivals: readonly Arrival[]): Promise<StoreResult>;
  claim(room?: number, from?: InboxStore): Promise<readonly ClaimedDelivery[]>;
  claimIds(room?: number): Promise<readonly string[]>;
  claimOne(): Promise<ClaimedDelivery>;
  takeSuspect(): Promise<ClaimedDelivery | undefined>;
  /** Claims a suspect. One whose lease is over is taken back first, and then waits for a second for each loss. */
  claimSuspect(): Promise<ClaimedDelivery>;
  /** Writes the outcome of an attempt; `false` if the claim is not valid any more. */
  end(
    claimed: ClaimedDelivery,
    how: AttemptEnd,
    changes?: { done?: readonly string[]; errors?: readonly AttemptError[] },
  ): Promise<boolean | undefined>;
  /** Writes from another store that deliveries are done. */
  endFrom(from: InboxStore, claimed: readonly ClaimedDelivery[]): Promise<StoreResult>;
  expectStored(id: string): Promise<StoredDelivery>;
}

export type CreateHarness = () => Promise<StoreHarness> | StoreHarness;

/** A new, empty place where stores keep their deliveries. */
export interface StoreHarness {
  /**
   * Opens a store on that place, as one process would. Called twice, the two stores share what they
   * keep. The clock of the settings is the harness's own.
   */
  open(settings?: Partial<StoreSettings>): Promise<InboxStore>;
  /** Lets time pass for all stores; a negative time sets the clock back. */
  elapse(milliseconds: number): Promise<void> | void;
  /** Removes everything. */
  close(): Promise<void> | void;
}
