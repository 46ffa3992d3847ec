/** Transactions of an inbox by themselves, and their end, over a store that does as it is told. */
import { describe, expect, it } from "vitest";
import type { LostDelivery, Outcome, StoreResult } from "../../src/inbox/store.js";
import { createGate } from "../http/toolkit.js";
import { SECOND, SETTINGS } from "./deliveries.js";
import { settle } from "./environment.js";
import {
  describeArrival,
  describeClaim,
  describeOutcome,
  listIds,
  setUpWriter,
} from "./writer-setup.js";

const MIB = 1024 * 1024;

const LOST: LostDelivery = {
  id: "1",
  name: "note",
  attempt: 1,
  losses: 1,
  wait: undefined,
  message: "",
};

describe("a transaction", () => {
  it("[G.3] has all that came in one turn, and hands on what it was asked for", async () => {
    const { writer, batches, events, askFor } = setUpWriter(() => ({}));
    askFor({ room: 3, from: "none" });
    const writing = [writer.write(describeArrival("1")), writer.write(describeArrival("2"))];
    writer.end(describeOutcome("a"));
    writer.wake();
    expect(await Promise.all(writing)).toEqual(["new", "new"]);
    await settle();
    expect(batches).toEqual([
      {
        arrivals: [describeArrival("1"), describeArrival("2")],
        outcomes: [describeOutcome("a")],
        renewals: [],
        room: 3,
        from: "none",
      },
    ]);
    expect(events).toEqual([
      { kind: "opened", isWithSettings: true },
      { kind: "renewed", claims: [], areValid: [], expiresAt: expect.any(Number) },
      { kind: "claimed", count: 0, room: 3, from: "none", leaseLeft: SETTINGS.lease },
    ]);
  });

  it("[G.7] renews before it answers, and claims once the answers are sent", async () => {
    const { writer, askFor, events, environment } = setUpWriter(() => ({}));
    const claim = describeClaim("7");
    askFor({ renewals: [claim] });
    await writer.write(describeArrival("1")).then(() => events.push({ kind: "answered" }));
    await settle();
    const expiresAt = environment.leaseClock() + SETTINGS.lease;
    expect(events.slice(1)).toEqual([
      { kind: "renewed", claims: [claim], areValid: [true], expiresAt },
      { kind: "answered" },
      { kind: "claimed", count: 0, room: 0, from: "ordinary", leaseLeft: SETTINGS.lease },
    ]);
  });

  it("[G.7] measures leases from before it began", async () => {
    const { writer, environment, events } = setUpWriter(() => {
      environment.stall(SECOND);
      return {};
    });
    writer.wake();
    await settle();
    const leaseLeft = SETTINGS.lease - SECOND;
    expect(events.at(-1)).toEqual({
      kind: "claimed",
      count: 0,
      room: 0,
      from: "ordinary",
      leaseLeft,
    });
  });

  it.each<[string, readonly number[], readonly number[]]>([
    ["500 deliveries", Array<number>(1_001).fill(1), [500, 500, 1]],
    ["32 MiB", [16 * MIB, 16 * MIB, 1], [2, 1]],
    ["one body, however large", [33 * MIB, 1, 40 * MIB], [1, 1, 1]],
  ])("[G.3] has %s at most", async (_, sizes, counts) => {
    const { writer, batches } = setUpWriter(() => ({}));
    await Promise.all(
      sizes.map((bytes, index) => writer.write(describeArrival(String(index), bytes))),
    );
    expect(batches.map(({ arrivals }) => arrivals.length)).toEqual(counts);
    const order = batches.flatMap(({ arrivals }) => arrivals.map(({ id }) => Number(id)));
    expect(order).toEqual(sizes.map((__, index) => index));
  });

  it("[G.3] follows the one before, with what came meanwhile", async () => {
    const gate = createGate();
    const { writer, batches } = setUpWriter(() => gate.passed.then(() => ({})));
    void writer.write(describeArrival("1"));
    await settle();
    void writer.write(describeArrival("2"));
    writer.end(describeOutcome("a"));
    writer.wake();
    await settle();
    expect(listIds(batches)).toEqual(["1"]);
    gate.open();
    await settle();
    expect(listIds(batches)).toEqual(["1", "2 a"]);
  });

  it("[G.3] follows for outcomes alone, and for a wake alone", async () => {
    const gate = createGate();
    const { writer, batches } = setUpWriter(() => gate.passed.then(() => ({})));
    writer.wake();
    await settle();
    writer.end(describeOutcome("a"));
    gate.open();
    await settle();
    writer.wake();
    await settle();
    expect(listIds(batches)).toEqual(["", "a", ""]);
  });

  it.each<[string, Outcome["end"], Partial<StoreResult>, boolean]>([
    ["a dead delivery", "dead", {}, true],
    ["a lost worker", "done", { lost: [LOST] }, true],
    ["a done delivery", "done", {}, false],
    ["a retry", { retryAfter: 1 }, {}, false],
  ])("[R.8] tells of %s", async (_, end, result, isTold) => {
    const { writer, events } = setUpWriter(() => result);
    writer.end(describeOutcome("a"));
    writer.end(describeOutcome("b", end));
    await settle();
    expect(events.filter(({ kind }) => kind === "dead")).toHaveLength(isTold ? 1 : 0);
  });

  it("[G.7] logs the outcomes that did not count", async () => {
    const { writer, listLogged } = setUpWriter(() => ({ outcomes: [true, false] }));
    writer.end(describeOutcome("a"));
    writer.end(describeOutcome("b"));
    await settle();
    expect(listLogged()).toEqual([
      { level: "warn", message: 'The delivery with the key "b" took longer than its lease.' },
    ]);
  });

  it("[G.9] without a result for a delivery refuses it", async () => {
    const { writer } = setUpWriter(() => ({ arrivals: ["duplicate"] }));
    const [first, second] = await Promise.allSettled([
      writer.write(describeArrival("1")),
      writer.write(describeArrival("2")),
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

describe("the end", () => {
  const CLOSED = { code: "CLOSED", message: "The inbox is closed: `drain()` was called." };

  it("[G.7] of what is written is waited for", async () => {
    const gate = createGate();
    const { writer, batches } = setUpWriter(() => gate.passed.then(() => ({})));
    await writer.flush(); // there is nothing
    writer.end(describeOutcome("a"));
    await settle();
    writer.end(describeOutcome("b"));
    let isFlushed = false;
    const flushed = writer.flush().then(() => (isFlushed = true));
    await settle();
    expect([isFlushed, listIds(batches)]).toEqual([false, ["a"]]);
    gate.open();
    await flushed;
    expect(listIds(batches)).toEqual(["a", "b"]);
  });

  it("[G.7] is not waited for while the store fails, but it is tried once more", async () => {
    const { writer, batches } = setUpWriter(() => Promise.reject(new Error("gone")));
    writer.end(describeOutcome("a"));
    await settle();
    await writer.flush();
    expect(listIds(batches)).toEqual(["a", "a"]);
  });

  it("[G.7] refuses all that comes later, and what waits", async () => {
    const gate = createGate();
    const { writer, events, environment, batches, listLogged } = setUpWriter(() =>
      gate.passed.then(() => ({})),
    );
    const running = writer.write(describeArrival("1"));
    await settle();
    const waiting = writer.write(describeArrival("2"));
    const closing = writer.close();
    await expect(waiting).rejects.toMatchObject(CLOSED);
    await expect(writer.write(describeArrival("3"))).rejects.toMatchObject(CLOSED);
    await expect(writer.open()).rejects.toMatchObject(CLOSED);
    await closing;
    const flushed = writer.flush();
    writer.end(describeOutcome("a"));
    writer.wake();
    gate.open();
    expect(await running).toBe("new");
    await flushed;
    await environment.elapse(10_000);
    expect(listIds(batches)).toEqual(["1"]);
    expect(events.filter(({ kind }) => kind === "closed")).toHaveLength(1);
    expect(listLogged()).toEqual([]);
  });

  it("[G.7] says nothing of a store that fails then, and lets those go that wait for it", async () => {
    const gate = createGate();
    const { writer, listLogged, storeErrors } = setUpWriter(() => gate.passed.then(() => ({})));
    writer.end(describeOutcome("a"));
    await settle();
    const flushed = writer.flush();
    await writer.close();
    gate.fail(new Error("gone"));
    await flushed;
    expect([listLogged(), storeErrors]).toEqual([[], []]);
  });

  it("[G.7] during a pause leaves no timer behind", async () => {
    const { writer, environment } = setUpWriter(() => Promise.reject(new Error("gone")));
    writer.end(describeOutcome("a"));
    await settle();
    expect(environment.countTimers()).toBe(1);
    await writer.close();
    expect(environment.countTimers()).toBe(0);
  });

  it("[G.7] does not close a store that was never opened", async () => {
    const { writer, events } = setUpWriter(() => ({}));
    await writer.close();
    expect(events).toEqual([]);
  });
});
