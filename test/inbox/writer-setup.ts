/** A `StoreWriter` over a store that does as a test tells it. */
import type { InboxSettings } from "../../src/inbox/options.js";
import type {
  Arrival,
  InboxStore,
  Outcome,
  StoreBatch,
  StoreResult,
} from "../../src/inbox/store.js";
import { StoreWriter } from "../../src/inbox/store-writer.js";
import { createRecorder } from "../http/toolkit.js";
import { SETTINGS } from "./deliveries.js";
import { createEnvironment } from "./environment.js";

/**
 * A writer over a store that answers each batch with `answer`, and all that happens to it. A test changes `request`
 * to have the writer ask for other deliveries.
 */
export function setUpWriter(
  answer: (batch: StoreBatch) => Promise<Partial<StoreResult>> | Partial<StoreResult>,
) {
  const environment = createEnvironment();
  const { log, entries } = createRecorder();
  const events: unknown[] = [];
  const batches: StoreBatch[] = [];
  const storeErrors: unknown[] = [];
  const storeSettings = { ...SETTINGS, clock: environment.clock };
  const store = {
    open: async (settings: unknown) => {
      events.push(["open", settings === storeSettings]);
    },
    commit: async (batch: StoreBatch): Promise<StoreResult> => {
      batches.push(batch);
      return { ...acceptAll(batch), ...(await answer(batch)) };
    },
    close: async () => {
      events.push("close");
    },
  };
  const request = { room: 0, from: "ordinary" as StoreBatch["from"], renewals: [] as never[] };
  const settings = { environment, log, store: store as unknown as InboxStore, storeSettings };
  const onStore = (error: unknown) => void storeErrors.push(error);
  const writer = new StoreWriter({ ...settings, onStore } as unknown as InboxSettings, {
    onBegin: () => ({ ...request }),
    onRenewed: (...renewed) => void events.push(["renewed", ...renewed]),
    onClaimed: ({ claimed }, { room, from }, expiresAt) => {
      const leaseLeft = expiresAt - environment.leaseClock();
      events.push(["claimed", claimed.length, room, from, leaseLeft]);
    },
    onDead: () => void events.push("dead"),
  });
  const listLogged = () => entries.map(({ level, data }) => [level, data[0]]);
  return { environment, store, writer, request, events, batches, storeErrors, entries, listLogged };
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

export function describeArrival(id: string, bytes = 2): Arrival {
  return { id, name: "note", body: new Uint8Array(bytes), digest: "", orderKey: undefined };
}

export function describeOutcome(key: string, end: Outcome["end"] = "done"): Outcome {
  return { key, token: "1", end, done: [], errors: [] };
}

/** Ids of the arrivals and keys of the outcomes of each batch, as one text. */
export function listIds(batches: readonly StoreBatch[]) {
  return batches.map(({ arrivals, outcomes }) =>
    [...arrivals.map(({ id }) => id), ...outcomes.map(({ key }) => key)].join(" "),
  );
}
