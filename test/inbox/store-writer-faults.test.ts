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

  it("[G.9] gets outcomes again after a second, until it takes them", async () => {
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

  it("[G.9] gets them at once with other work, before later ones", async () => {
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

  it("[G.9] refuses what has arrived, once", async () => {
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

  it.each<[string, Partial<WorkerRequest>, (writer: StoreWriter) => unknown, boolean]>([
    ["a delivery, and takes one", {}, (writer) => writer.write(describeArrival("1")), true],
    ["a delivery, and takes an outcome", {}, (writer) => writer.end(describeOutcome("a")), false],
    ["a delivery, and finds nothing due", { room: 1 }, (writer) => writer.wake(), false],
  ])("[G.9] fails to take %s", async (_, changes, work, isTold) => {
    let isBroken = true;
    const { writer, askFor, listLogged } = setUpWriter(() =>
      isBroken ? Promise.reject(gone) : {},
    );
    await expect(writer.write(describeArrival("0"))).rejects.toMatchObject(refused);
    isBroken = false;
    askFor(changes);
    await work(writer);
    await settle();
    expect(listLogged().map(({ level }) => level)).toEqual(isTold ? ["error", "info"] : ["error"]);
  });

  it.each<[string, Partial<WorkerRequest>, Partial<StoreResult>, boolean]>([
    ["with room", { room: 1 }, {}, true],
    ["without room", { room: 0 }, {}, false],
    ["that renews", { room: 0, renewals: [describeClaim("1")] }, {}, true],
    ["that claims", { room: 0 }, { claimed: [describeClaim("1")] }, true],
  ])("[G.9] at a poll works again at one %s", async (_, changes, result, isTold) => {
    let isBroken = true;
    const { writer, askFor, listLogged } = setUpWriter(() =>
      isBroken ? Promise.reject(gone) : result,
    );
    writer.wake();
    await settle();
    isBroken = false;
    askFor(changes);
    writer.wake();
    await settle();
    expect(listLogged().map(({ level }) => level)).toEqual(isTold ? ["error", "info"] : ["error"]);
  });

  it("[G.9] because it is damaged is told once, and never works again", async () => {
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

  it("[G.9] is told again when it turns out that it is damaged, no more than once", async () => {
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

  it("[G.9] is slow after four seconds, once", async () => {
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

  it("[G.9] that fails is not slow besides", async () => {
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
