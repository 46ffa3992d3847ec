/** Transactions of an inbox by themselves, over a store that does as it is told. */
import { describe, expect, it } from "vitest";
import type { InboxSettings } from "../../src/inbox/options.js";
import {
  InboxError,
  type Arrival,
  type InboxStore,
  type StoreBatch,
} from "../../src/inbox/store.js";
import type { LostDelivery, Outcome, StoreResult } from "../../src/inbox/store.js";
import { StoreWriter } from "../../src/inbox/store-writer.js";
import { createGate, createRecorder } from "../http/toolkit.js";
import { SECOND, SETTINGS } from "./deliveries.js";
import { createEnvironment, settle } from "./environment.js";

const MIB = 1024 * 1024;

describe("a transaction", () => {
  it("[G.3] has all that came in one turn, and hands on what it was asked for", async () => {
    const { writer, batches, events, request } = setUp(() => ({}));
    Object.assign(request, { room: 3, from: "none" });
    const writing = [writer.write(arrive("1")), writer.write(arrive("2"))];
    writer.end(outcome("a"));
    writer.wake();
    expect(await Promise.all(writing)).toEqual(["new", "new"]);
    await settle();
    expect(batches).toEqual([
      {
        arrivals: [arrive("1"), arrive("2")],
        outcomes: [outcome("a")],
        renewals: [],
        room: 3,
        from: "none",
      },
    ]);
    expect(events).toEqual([
      ["open", true],
      ["renewed", [], [], expect.any(Number)],
      ["claimed", 0, 3, "none", SETTINGS.lease],
    ]);
  });

  it("[G.7] renews before it answers, and claims once the answers are sent", async () => {
    const { writer, request, events, environment } = setUp(() => ({}));
    const claim = { key: "7", token: "1" };
    Object.assign(request, { renewals: [claim] });
    await writer.write(arrive("1")).then(() => events.push("answered"));
    await settle();
    const expiresAt = environment.leaseClock() + SETTINGS.lease;
    expect(events.slice(1)).toEqual([
      ["renewed", [claim], [true], expiresAt],
      "answered",
      ["claimed", 0, 0, "ordinary", SETTINGS.lease],
    ]);
  });

  it("[G.7] measures leases from before it began", async () => {
    const set = setUp(() => {
      set.environment.stall(SECOND);
      return {};
    });
    set.writer.wake();
    await settle();
    expect(set.events.at(-1)).toEqual(["claimed", 0, 0, "ordinary", SETTINGS.lease - SECOND]);
  });

  it.each<[string, readonly number[], readonly number[]]>([
    ["500 deliveries", Array<number>(1_001).fill(1), [500, 500, 1]],
    ["32 MiB", [16 * MIB, 16 * MIB, 1], [2, 1]],
    ["one body, however large", [33 * MIB, 1, 40 * MIB], [1, 1, 1]],
  ])("[G.3] has %s at most", async (_, sizes, counts) => {
    const { writer, batches } = setUp(() => ({}));
    await Promise.all(sizes.map((bytes, index) => writer.write(arrive(String(index), bytes))));
    expect(batches.map(({ arrivals }) => arrivals.length)).toEqual(counts);
    const order = batches.flatMap(({ arrivals }) => arrivals.map(({ id }) => Number(id)));
    expect(order).toEqual(sizes.map((__, index) => index));
  });

  it("[G.3] follows the one before, with what came meanwhile", async () => {
    const gate = createGate();
    const { writer, batches } = setUp(() => gate.passed.then(() => ({})));
    void writer.write(arrive("1"));
    await settle();
    void writer.write(arrive("2"));
    writer.end(outcome("a"));
    writer.wake();
    await settle();
    expect(ids(batches)).toEqual(["1"]);
    gate.open();
    await settle();
    expect(ids(batches)).toEqual(["1", "2 a"]);
  });

  it("[G.3] follows for outcomes alone, and for a wake alone", async () => {
    const gate = createGate();
    const { writer, batches } = setUp(() => gate.passed.then(() => ({})));
    writer.wake();
    await settle();
    writer.end(outcome("a"));
    gate.open();
    await settle();
    writer.wake();
    await settle();
    expect(ids(batches)).toEqual(["", "a", ""]);
  });

  const lost: LostDelivery = {
    id: "1",
    name: "note",
    attempt: 1,
    losses: 1,
    wait: undefined,
    message: "",
  };
  it.each<[string, Outcome["end"], Partial<StoreResult>, boolean]>([
    ["a dead delivery", "dead", {}, true],
    ["a lost worker", "done", { lost: [lost] }, true],
    ["a done delivery", "done", {}, false],
    ["a retry", { retryAfter: 1 }, {}, false],
  ])("[R.8] tells of %s", async (_, end, result, isTold) => {
    const { writer, events } = setUp(() => result);
    writer.end(outcome("a"));
    writer.end(outcome("b", end));
    await settle();
    expect(events.filter((event) => event === "dead")).toHaveLength(isTold ? 1 : 0);
  });

  it("[G.7] logs the outcomes that did not count", async () => {
    const { writer, logged } = setUp(() => ({ outcomes: [true, false] }));
    writer.end(outcome("a"));
    writer.end(outcome("b"));
    await settle();
    expect(logged()).toEqual([
      ["warn", 'The delivery with the key "b" took longer than its lease.'],
    ]);
  });

  it("[G.9] without a result for a delivery refuses it", async () => {
    const { writer } = setUp(() => ({ arrivals: ["duplicate"] }));
    const [first, second] = await Promise.allSettled([
      writer.write(arrive("1")),
      writer.write(arrive("2")),
    ]);
    expect(first).toEqual({ status: "fulfilled", value: "duplicate" });
    expect(second).toMatchObject({
      reason: {
        code: "STORE_UNAVAILABLE",
        message: "The store cannot take the delivery.",
        cause: "The store returned no result for it.",
      },
    });
  });
});

describe("a store that fails", () => {
  const gone = new Error("gone");
  const refused = {
    code: "STORE_UNAVAILABLE",
    message: "The store cannot take the delivery.",
    cause: gone,
  };

  it("[G.9] gets outcomes again after a second, until it takes them", async () => {
    let isBroken = true;
    const { writer, batches, environment, logged, told } = setUp(() =>
      isBroken ? Promise.reject(gone) : {},
    );
    writer.end(outcome("a"));
    await environment.elapse(999);
    expect(ids(batches)).toEqual(["a"]);
    await environment.elapse(1);
    expect(ids(batches)).toEqual(["a", "a"]);
    isBroken = false;
    await environment.elapse(1_000);
    expect(ids(batches)).toEqual(["a", "a", "a"]);
    await environment.elapse(10_000);
    expect(batches).toHaveLength(3);
    expect(environment.countTimers()).toBe(0);
    expect(logged()).toEqual([
      ["error", "The inbox cannot write to its store; deliveries get 503."],
      ["info", "The inbox can write to its store again."],
    ]);
    expect(told).toEqual([gone]);
  });

  it("[G.9] gets them at once with other work, before later ones", async () => {
    let isBroken = true;
    const { writer, batches, environment } = setUp(() => (isBroken ? Promise.reject(gone) : {}));
    writer.end(outcome("a"));
    writer.end(outcome("b"));
    await settle();
    isBroken = false;
    writer.end(outcome("c"));
    await settle();
    expect(ids(batches)).toEqual(["a b", "a b c"]);
    expect(environment.countTimers()).toBe(0);
  });

  it("[G.9] refuses what has arrived, once", async () => {
    const { writer, batches, entries } = setUp(() => Promise.reject(gone));
    const results = await Promise.allSettled([
      writer.write(arrive("1")),
      writer.write(arrive("2")),
    ]);
    for (const result of results) {
      expect(result).toMatchObject({ status: "rejected", reason: refused });
      expect(result).toHaveProperty("reason", expect.any(InboxError));
    }
    await settle();
    expect(ids(batches)).toEqual(["1 2"]);
    expect(entries.map(({ data }) => data[1])).toEqual([gone]);
  });

  it("[G.9] is opened again for the next delivery", async () => {
    const { writer, store, batches } = setUp(() => ({}));
    const { open } = store;
    store.open = () => Promise.reject(gone);
    await expect(writer.write(arrive("1"))).rejects.toMatchObject(refused);
    store.open = open;
    expect(await writer.write(arrive("2"))).toBe("new");
    expect(await writer.open()).toBe(store);
    expect(ids(batches)).toEqual(["2"]);
  });

  it.each<[string, Partial<StoreBatch>, readonly string[], boolean]>([
    ["a delivery, and takes one", {}, ["1"], true],
    ["a delivery, and takes an outcome", {}, ["end"], false],
    ["a delivery, and finds nothing due", { room: 1 }, ["wake"], false],
  ])("[G.9] fails to take %s", async (_, request, work, isTold) => {
    let isBroken = true;
    const set = setUp(() => (isBroken ? Promise.reject(gone) : {}));
    await expect(set.writer.write(arrive("0"))).rejects.toMatchObject(refused);
    isBroken = false;
    Object.assign(set.request, request);
    for (const one of work) {
      if (one === "end") set.writer.end(outcome("a"));
      else if (one === "wake") set.writer.wake();
      else await set.writer.write(arrive(one));
    }
    await settle();
    expect(set.entries.map(({ level }) => level)).toEqual(isTold ? ["error", "info"] : ["error"]);
  });

  const claimed = [{ key: "1" }] as never[];
  it.each<[string, Partial<StoreBatch>, Partial<StoreResult>, boolean]>([
    ["with room", { room: 1 }, {}, true],
    ["without room", { room: 0 }, {}, false],
    ["that renews", { room: 0, renewals: claimed }, {}, true],
    ["that claims", { room: 0 }, { claimed }, true],
  ])("[G.9] at a poll works again at one %s", async (_, request, result, isTold) => {
    let isBroken = true;
    const set = setUp(() => (isBroken ? Promise.reject(gone) : result));
    set.writer.wake();
    await settle();
    isBroken = false;
    Object.assign(set.request, request);
    set.writer.wake();
    await settle();
    expect(set.entries.map(({ level }) => level)).toEqual(isTold ? ["error", "info"] : ["error"]);
  });

  it("[G.9] because it is damaged is told once, and never works again", async () => {
    let error: Error | undefined = new InboxError("STORE_DAMAGED", "damaged");
    const { writer, told, logged } = setUp(() => (error ? Promise.reject(error) : {}));
    const damage = error;
    for (const id of ["1", "2"]) {
      await expect(writer.write(arrive(id))).rejects.toMatchObject({ cause: error });
      error = gone;
    }
    error = undefined;
    await writer.write(arrive("3"));
    await settle();
    expect(told).toEqual([damage]);
    expect(logged()).toEqual([
      ["error", "The inbox cannot write to its store; deliveries get 503."],
    ]);
  });

  it("[G.9] is told again when it turns out that it is damaged, no more than once", async () => {
    let error: Error | undefined = gone;
    const { writer, told, logged } = setUp(() => (error ? Promise.reject(error) : {}));
    await expect(writer.write(arrive("1"))).rejects.toBeDefined();
    error = undefined;
    await writer.write(arrive("2"));
    error = gone;
    await expect(writer.write(arrive("3"))).rejects.toBeDefined();
    expect(told).toEqual([gone, gone]);
    expect(logged().map(([level]) => level)).toEqual(["error", "info", "error"]);
  });

  it("[G.9] is slow after four seconds, once", async () => {
    const gate = createGate();
    const { writer, environment, logged, told } = setUp(() => gate.passed.then(() => ({})));
    const writing = writer.write(arrive("1"));
    await environment.elapse(3_999);
    expect(logged()).toEqual([]);
    await environment.elapse(1);
    const slow = "The store has not answered for 4 seconds; deliveries get 503 while it does not.";
    expect(logged()).toEqual([["warn", slow]]);
    gate.open();
    await writing;
    await environment.elapse(60_000);
    expect(logged()).toEqual([
      ["warn", slow],
      ["info", "The store of the inbox answers again."],
    ]);
    expect(told).toEqual([]);
  });

  it("[G.9] that fails is not slow besides", async () => {
    const gate = createGate();
    const { writer, environment, batches, logged } = setUp(() =>
      batches.length === 1 ? Promise.reject(gone) : gate.passed.then(() => ({})),
    );
    await expect(writer.write(arrive("1"))).rejects.toMatchObject(refused);
    const writing = writer.write(arrive("2"));
    await environment.elapse(10_000);
    gate.open();
    await writing;
    expect(logged().map(([level]) => level)).toEqual(["error", "info"]);
  });
});

describe("the end", () => {
  const CLOSED = { code: "CLOSED", message: "The inbox is closed: `drain()` was called." };

  it("[G.7] of what is written is waited for", async () => {
    const gate = createGate();
    const { writer, batches } = setUp(() => gate.passed.then(() => ({})));
    await writer.flush(); // there is nothing
    writer.end(outcome("a"));
    await settle();
    writer.end(outcome("b"));
    let isFlushed = false;
    const flushed = writer.flush().then(() => (isFlushed = true));
    await settle();
    expect([isFlushed, ids(batches)]).toEqual([false, ["a"]]);
    gate.open();
    await flushed;
    expect(ids(batches)).toEqual(["a", "b"]);
  });

  it("[G.7] is not waited for while the store fails, but it is tried once more", async () => {
    const { writer, batches } = setUp(() => Promise.reject(new Error("gone")));
    writer.end(outcome("a"));
    await settle();
    await writer.flush();
    expect(ids(batches)).toEqual(["a", "a"]);
  });

  it("[G.7] refuses all that comes later, and what waits", async () => {
    const gate = createGate();
    const { writer, events, environment, batches, logged } = setUp(() =>
      gate.passed.then(() => ({})),
    );
    const running = writer.write(arrive("1"));
    await settle();
    const waiting = writer.write(arrive("2"));
    const closing = writer.close();
    await expect(waiting).rejects.toMatchObject(CLOSED);
    await expect(writer.write(arrive("3"))).rejects.toMatchObject(CLOSED);
    await expect(writer.open()).rejects.toMatchObject(CLOSED);
    await closing;
    const flushed = writer.flush();
    writer.end(outcome("a"));
    writer.wake();
    gate.open();
    expect(await running).toBe("new");
    await flushed;
    await environment.elapse(10_000);
    expect(ids(batches)).toEqual(["1"]);
    expect(events.filter((event) => event === "close")).toHaveLength(1);
    expect(logged()).toEqual([]);
  });

  it("[G.7] says nothing of a store that fails then, and lets those go that wait for it", async () => {
    const gate = createGate();
    const { writer, logged, told } = setUp(() => gate.passed.then(() => ({})));
    writer.end(outcome("a"));
    await settle();
    const flushed = writer.flush();
    await writer.close();
    gate.fail(new Error("gone"));
    await flushed;
    expect([logged(), told]).toEqual([[], []]);
  });

  it("[G.7] during a pause leaves no timer behind", async () => {
    const { writer, environment } = setUp(() => Promise.reject(new Error("gone")));
    writer.end(outcome("a"));
    await settle();
    expect(environment.countTimers()).toBe(1);
    await writer.close();
    expect(environment.countTimers()).toBe(0);
  });

  it("[G.7] does not close a store that was never opened", async () => {
    const { writer, events } = setUp(() => ({}));
    await writer.close();
    expect(events).toEqual([]);
  });
});

/** A writer whose store answers each batch with `answer`, and all that it does, in order. */
function setUp(
  answer: (batch: StoreBatch) => Promise<Partial<StoreResult>> | Partial<StoreResult>,
) {
  const environment = createEnvironment();
  const { log, entries, text } = createRecorder();
  const events: unknown[] = [];
  const batches: StoreBatch[] = [];
  const told: unknown[] = [];
  const storeSettings = { ...SETTINGS, clock: environment.clock };
  const store = {
    open: (settings: unknown) =>
      Promise.resolve(void events.push(["open", settings === storeSettings])),
    commit: async (batch: StoreBatch): Promise<StoreResult> => {
      batches.push(batch);
      const result = await answer(batch);
      const { arrivals, outcomes, renewals } = batch;
      return {
        arrivals: arrivals.map(() => "new" as const),
        outcomes: outcomes.map(() => true),
        renewals: renewals.map(() => true),
        claimed: [],
        lost: [],
        isSuspectDue: false,
        ...result,
      };
    },
    close: () => Promise.resolve(void events.push("close")),
  };
  const request = { room: 0, from: "ordinary" as StoreBatch["from"], renewals: [] as never[] };
  const settings = { environment, log, store: store as unknown as InboxStore, storeSettings };
  const onStore = (error: unknown) => void told.push(error);
  const writer = new StoreWriter({ ...settings, onStore } as unknown as InboxSettings, {
    onBegin: () => ({ ...request }),
    onRenewed: (...renewed) => void events.push(["renewed", ...renewed]),
    onClaimed: ({ claimed }, { room, from }, expiresAt) =>
      void events.push([
        "claimed",
        claimed.length,
        room,
        from,
        expiresAt - environment.leaseClock(),
      ]),
    onDead: () => void events.push("dead"),
  });
  const logged = () => entries.map(({ level, data }) => [level, data[0]]);
  return { environment, store, writer, request, events, batches, told, entries, logged, text };
}

function arrive(id: string, bytes = 2): Arrival {
  return { id, name: "note", body: new Uint8Array(bytes), digest: "", orderKey: undefined };
}

function outcome(key: string, end: Outcome["end"] = "done"): Outcome {
  return { key, token: "1", end, done: [], errors: [] };
}

function ids(batches: readonly StoreBatch[]) {
  return batches.map(({ arrivals, outcomes }) =>
    [...arrivals.map(({ id }) => id), ...outcomes.map(({ key }) => key)].join(" "),
  );
}
