/** A `StoreWriter` over a store that does as a test tells it. */
import { type InboxSettings, readInboxSettings } from "../../src/inbox/options.js";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import type {
  Arrival,
  ClaimedDelivery,
  ClaimLimits,
  InboxStore,
  Outcome,
  StoreBatch,
  StoreResult,
} from "../../src/inbox/store.js";
import { StoreWriter } from "../../src/inbox/store-writer.js";
import { createRecorder, createToolkit, type LogEntry } from "../http/toolkit.js";
import { SETTINGS } from "./deliveries.js";
import { createEnvironment, type TestEnvironment } from "./environment.js";

/** A writer over a store that answers each batch with `answer`, and all that happens to it. */
export function setUpWriter(answer: Answer): WriterSetup {
  const environment = createEnvironment();
  const { log, entries } = createRecorder();
  const events: WriterEvent[] = [];
  const batches: StoreBatch[] = [];
  const storeErrors: unknown[] = [];
  let request: WorkerRequest = { room: 0, from: "ordinary", renewals: [] };

  const store: InboxStore = Object.assign(openMemoryStore(), {
    open: async (settings: unknown) => {
      events.push({ kind: "opened", isWithSettings: settings === inboxSettings.storeSettings });
    },
    commit: async (batch: StoreBatch) => {
      batches.push(batch);
      return { ...acceptAll(batch), ...(await answer(batch)) };
    },
    close: async () => {
      events.push({ kind: "closed" });
    },
  });
  const { webhooks } = createToolkit();
  const onStore = (error: unknown) => void storeErrors.push(error);
  const inboxSettings: InboxSettings = readInboxSettings(
    { webhooks, store, lease: SETTINGS.lease, log, onStore },
    environment,
  );
  const writer = new StoreWriter(inboxSettings, {
    askWorkers: () => request,
    onRenewed: (claims, areValid, expiresAt) =>
      void events.push({ kind: "renewed", claims, areValid, expiresAt }),
    onClaimed: ({ claimed }, { room, from }, expiresAt) => {
      const leaseLeft = expiresAt - environment.leaseClock();
      events.push({ kind: "claimed", count: claimed.length, room, from, leaseLeft });
    },
    onDead: () => void events.push({ kind: "dead" }),
  });
  return {
    writer,
    environment,
    store,
    events,
    batches,
    storeErrors,
    askFor: (changes) => void (request = { ...request, ...changes }),
    listLogged: () => entries.map(toLogged),
  };
}

function acceptAll({ arrivals, outcomes, renewals }: StoreBatch): StoreResult {
  return {
    arrivals: arrivals.map(() => "new" as const),
    outcomes: outcomes.map(() => true),
    renewals: renewals.map(() => true),
    claimed: [],
    lost: [],
    isSuspectDue: false,
  };
}

function toLogged({ level, data: [message, cause] }: LogEntry): Logged {
  return { level, message, cause };
}

export function describeArrival(id: string, bytes = 2): Arrival {
  return { id, name: "note", body: new Uint8Array(bytes), digest: "", orderKey: undefined };
}

export function describeOutcome(key: string, end: Outcome["end"] = "done"): Outcome {
  return { key, token: "1", end, done: [], errors: [] };
}

export function describeClaim(key: string): ClaimedDelivery {
  const delivery = { id: key, name: "note", body: new Uint8Array(2), receivedAt: 0 };
  return { ...delivery, key, token: "1", attempt: 1, losses: 0, done: [] };
}

/** Ids of the arrivals and keys of the outcomes of each batch, as one text. */
export function listIds(batches: readonly StoreBatch[]) {
  return batches.map(({ arrivals, outcomes }) =>
    [...arrivals.map(({ id }) => id), ...outcomes.map(({ key }) => key)].join(" "),
  );
}

// ---- Types

/** Results of a batch. Those that are absent accept all, and claim nothing. */
type Answer = (batch: StoreBatch) => Promise<Partial<StoreResult>> | Partial<StoreResult>;

interface WriterSetup {
  readonly writer: StoreWriter;
  readonly environment: TestEnvironment;
  /** A test may replace its methods. */
  readonly store: InboxStore;
  /** Calls of the writer, in their order. A test may add to them. */
  readonly events: WriterEvent[];
  /** Batches that the store has got, whether it took them or not. */
  readonly batches: readonly StoreBatch[];
  /** Errors that the option `onStore` was called with. */
  readonly storeErrors: readonly unknown[];
  /** Changes the work besides arrivals and outcomes of later transactions. There is none at first. */
  readonly askFor: (changes: Partial<WorkerRequest>) => void;
  readonly listLogged: () => readonly Logged[];
}

/** Work of a transaction besides arrivals and outcomes. */
export interface WorkerRequest extends ClaimLimits {
  readonly renewals: readonly ClaimedDelivery[];
}

type WriterEvent =
  /** `isWithSettings`: the store got the settings of the inbox. */
  | { readonly kind: "opened"; readonly isWithSettings: boolean }
  | {
      readonly kind: "renewed";
      readonly claims: readonly ClaimedDelivery[];
      readonly areValid: readonly boolean[];
      readonly expiresAt: number;
    }
  | ClaimedEvent
  /** `answered`: added by a test that waits for the answer to a delivery. */
  | { readonly kind: "dead" | "closed" | "answered" };

interface ClaimedEvent extends ClaimLimits {
  readonly kind: "claimed";
  /** Number of the claimed deliveries. */
  readonly count: number;
  /** Milliseconds until the leases of the claimed deliveries end. */
  readonly leaseLeft: number;
}

interface Logged {
  readonly level: LogEntry["level"];
  readonly message: unknown;
  /** The error that was logged with the message. */
  readonly cause: unknown;
}
