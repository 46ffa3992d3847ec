/** Transactions of an inbox over a store that fails: what is refused, kept for later, and logged. */
import { describe, expect, it } from "vitest";
import { InboxError, type StoreResult } from "../../src/inbox/store.js";
import type { StoreWriter } from "../../src/inbox/store-writer.js";
import { createGate } from "../http/toolkit.js";
import { settle } from "./environment.js";
import {
  describeArrival,
  describeClaim,
  describeOutcome,
  listIds,
  setUpWriter,
  type WorkerRequest,
} from "./writer-setup.js";

describe("a store that fails", () => {
  const gone = new Error("gone");
  const refused = {
    code: "STORE_UNAVAILABLE",
    message: "The store cannot take the delivery.",
    cause: gone,
  };

  it("[G.9] gets outcomes again after each second, until it takes them", async () => {
    let isBroken = true;
    const { writer, batches, environment, listLogged, storeErrors } = setUpWriter(() =>
      isBroken ? Promise.reject(gone) : {},
    );
    writer.end(describeOutcome("a"));
    await environment.elapse(999);
    expect(listIds(batches)).toEqual(["a"]);
    await environment.elapse(1);
    expect(listIds(batches)).toEqual(["a", "a"]);
    isBroken = false;
    await environment.elapse(1_000);
    expect(listIds(batches)).toEqual(["a", "a", "a"]);
    await environment.elapse(10_000);
    expect(batches).toHaveLength(3);
    expect(environment.countTimers()).toBe(0);
    expect(listLogged()).toMatchObject([
      { level: "error", message: "The inbox cannot write to its store; deliveries get 503." },
      { level: "info", message: "The inbox can write to its store again." },
    ]);
    expect(storeErrors).toEqual([gone]);
  });

  it("[G.9] gets failed outcomes again at once with other work, before later ones", async () => {
    let isBroken = true;
    const { writer, batches, environment } = setUpWriter(() =>
      isBroken ? Promise.reject(gone) : {},
    );
    writer.end(describeOutcome("a"));
    writer.end(describeOutcome("b"));
    await settle();
    isBroken = false;
    writer.end(describeOutcome("c"));
    await settle();
    expect(listIds(batches)).toEqual(["a b", "a b c"]);
    expect(environment.countTimers()).toBe(0);
  });

  it("[G.9] refuses what has arrived, and does not get it again", async () => {
    const { writer, batches, listLogged } = setUpWriter(() => Promise.reject(gone));
    const results = await Promise.allSettled([
      writer.write(describeArrival("1")),
      writer.write(describeArrival("2")),
    ]);
    for (const result of results) {
      expect(result).toMatchObject({ status: "rejected", reason: refused });
      expect(result).toHaveProperty("reason", expect.any(InboxError));
    }
    await settle();
    expect(listIds(batches)).toEqual(["1 2"]);
    expect(listLogged().map(({ cause }) => cause)).toEqual([gone]);
  });

  it("[G.9] is opened again for the next delivery", async () => {
    const { writer, store, batches } = setUpWriter(() => ({}));
    const { open } = store;
    store.open = () => Promise.reject(gone);
    await expect(writer.write(describeArrival("1"))).rejects.toMatchObject(refused);
    store.open = open;
    expect(await writer.write(describeArrival("2"))).toBe("new");
    expect(await writer.open()).toBe(store);
    expect(listIds(batches)).toEqual(["2"]);
  });

  it.each<{
    claim: string;
    request: Partial<WorkerRequest>;
    work: Work;
    logged: readonly string[];
  }>([
    {
      claim: "is said to work again when it takes another one",
      request: {},
      work: (writer) => writer.write(describeArrival("1")),
      logged: ["error", "info"],
    },
    {
      claim: "is not said to work again when it takes an outcome",
      request: {},
      work: (writer) => writer.end(describeOutcome("a")),
      logged: ["error"],
    },
    {
      claim: "is not said to work again when it is polled and has nothing due",
      request: { room: 1 },
      work: (writer) => writer.wake(),
      logged: ["error"],
    },
  ])("[G.9] to take a delivery $claim", async ({ request, work, logged }) => {
    let isBroken = true;
    const { writer, askFor, listLogged } = setUpWriter(() =>
      isBroken ? Promise.reject(gone) : {},
    );
    await expect(writer.write(describeArrival("0"))).rejects.toMatchObject(refused);
    isBroken = false;
    askFor(request);
    await work(writer);
    await settle();
    expect(listLogged().map(({ level }) => level)).toEqual(logged);
  });

  it.each<{
    claim: string;
    request: Partial<WorkerRequest>;
    result: Partial<StoreResult>;
    logged: readonly string[];
  }>([
    {
      claim: "is said to work again when it is polled for new claims",
      request: { room: 1 },
      result: {},
      logged: ["error", "info"],
    },
    {
      // Nothing is written or claimed then, so nothing is proven.
      claim: "is not said to work again when it is polled without room for claims",
      request: { room: 0 },
      result: {},
      logged: ["error"],
    },
    {
      claim: "is said to work again when it renews a lease",
      request: { room: 0, renewals: [describeClaim("1")] },
      result: {},
      logged: ["error", "info"],
    },
    {
      claim: "is said to work again when it hands out a claim",
      request: { room: 0 },
      result: { claimed: [describeClaim("1")] },
      logged: ["error", "info"],
    },
  ])("[G.9] at a poll $claim", async ({ request, result, logged }) => {
    let isBroken = true;
    const { writer, askFor, listLogged } = setUpWriter(() =>
      isBroken ? Promise.reject(gone) : result,
    );
    writer.wake();
    await settle();
    isBroken = false;
    askFor(request);
    writer.wake();
    await settle();
    expect(listLogged().map(({ level }) => level)).toEqual(logged);
  });

  it("[G.9] because it is damaged is reported once, and is never said to work again", async () => {
    let error: Error | undefined = new InboxError("STORE_DAMAGED", "damaged");
    const { writer, storeErrors, listLogged } = setUpWriter(() =>
      error ? Promise.reject(error) : {},
    );
    const damage = error;
    for (const id of ["1", "2"]) {
      await expect(writer.write(describeArrival(id))).rejects.toMatchObject({ cause: error });
      error = gone;
    }
    error = undefined;
    await writer.write(describeArrival("3"));
    await settle();
    expect(storeErrors).toEqual([damage]);
    expect(listLogged()).toMatchObject([
      { level: "error", message: "The inbox cannot write to its store; deliveries get 503." },
    ]);
  });

  it("[G.9] is reported again when it fails anew after it has worked", async () => {
    let error: Error | undefined = gone;
    const { writer, storeErrors, listLogged } = setUpWriter(() =>
      error ? Promise.reject(error) : {},
    );
    await expect(writer.write(describeArrival("1"))).rejects.toBeDefined();
    error = undefined;
    await writer.write(describeArrival("2"));
    error = gone;
    await expect(writer.write(describeArrival("3"))).rejects.toBeDefined();
    expect(storeErrors).toEqual([gone, gone]);
    expect(listLogged().map(({ level }) => level)).toEqual(["error", "info", "error"]);
  });

  it("[G.9] is said to be slow after four seconds, once, and to answer again when it does", async () => {
    const gate = createGate();
    const { writer, environment, listLogged, storeErrors } = setUpWriter(() =>
      gate.passed.then(() => ({})),
    );
    const writing = writer.write(describeArrival("1"));
    await environment.elapse(3_999);
    expect(listLogged()).toEqual([]);
    await environment.elapse(1);
    const message =
      "The store has not answered for 4 seconds; deliveries get 503 while it does not.";
    expect(listLogged()).toEqual([{ level: "warn", message }]);
    gate.open();
    await writing;
    await environment.elapse(60_000);
    expect(listLogged()).toEqual([
      { level: "warn", message },
      { level: "info", message: "The store of the inbox answers again." },
    ]);
    expect(storeErrors).toEqual([]);
  });

  it("[G.9] that is known to fail is not said to be slow besides", async () => {
    const gate = createGate();
    const { writer, environment, batches, listLogged } = setUpWriter(() =>
      batches.length === 1 ? Promise.reject(gone) : gate.passed.then(() => ({})),
    );
    await expect(writer.write(describeArrival("1"))).rejects.toMatchObject(refused);
    const writing = writer.write(describeArrival("2"));
    await environment.elapse(10_000);
    gate.open();
    await writing;
    expect(listLogged().map(({ level }) => level)).toEqual(["error", "info"]);
  });
});

type Work = (writer: StoreWriter) => unknown;
