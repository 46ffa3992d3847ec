/** An inbox beside its attempts: the end, the deletion of old deliveries, reading, and answers. */
import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import type { StoreBatch } from "../../src/inbox/store.js";
import { createGate, signature } from "../http/toolkit.js";
import { HOUR, SECOND } from "./deliveries.js";
import { settle } from "./environment.js";
import { receiverOf } from "./receiver.js";
import { deliver, setUpReporting } from "./setup.js";

describe("a drain", () => {
  it("[G.7] waits for what the last transaction claims, and writes down its end", async () => {
    const { webhooks, inbox, store, environment } = setUpReporting();
    const gate = createGate();
    const { commit: write } = store;
    store.commit = async (batch) => {
      const result = await write.call(store, batch);
      await gate.passed; // it has claimed, and has not answered yet
      return result;
    };
    webhooks.on(
      "note",
      () => new Promise<void>((resolve) => void environment.setTimer(resolve, 50)),
    );
    await inbox.start();
    const delivered = deliver(inbox);
    await settle();
    const drained = inbox.drain();
    await settle();
    gate.open();
    await delivered;
    await environment.elapse(50);
    await drained;
    expect(await store.get("1")).toMatchObject({ state: "done", attempts: 1 });
    expect(environment.countTimers()).toBe(0);
  });

  it("[R.8] waits until the note of an alert is deleted", async () => {
    const gate = createGate();
    const told: string[] = [];
    const { webhooks, inbox, store, environment } = setUpReporting({
      retries: { limit: 0 },
      onDead: ({ id }) => void told.push(id),
    });
    webhooks.on("note", () => Promise.reject(new Error("no")));
    const { changeNote } = store;
    store.changeNote = async (change) => {
      if (change.text === null) await gate.passed;
      return changeNote?.call(store, change);
    };
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(0);
    expect(told).toEqual(["1"]);
    let isDrained = false;
    const drained = inbox.drain().then(() => (isDrained = true));
    await settle();
    expect(isDrained).toBe(false);
    gate.open();
    await drained;
    expect(environment.countTimers()).toBe(0);
  });
});

describe("what is repeated", () => {
  it("[G.8] is the deletion of old deliveries, each minute, as long as there is more", async () => {
    const store = openMemoryStore();
    const times: number[] = [];
    const answers = [true, true, false, false, true];
    const { inbox, environment, recorder, start } = setUpReporting({ store });
    store.prune = () => {
      times.push(environment.clock() - start);
      return Promise.resolve(answers.shift() ?? false);
    };
    await inbox.start();
    expect(times).toEqual([0, 0, 0]);
    await environment.elapse(3 * 60_000 - 1);
    expect(times).toEqual([0, 0, 0, 60_000, 120_000, 120_000]);
    const gone = new Error("gone");
    store.prune = () => Promise.reject(gone);
    await environment.elapse(1);
    expect(recorder.entries).toEqual([
      { level: "error", data: ["The inbox could not delete old deliveries.", gone] },
    ]);
    await inbox.drain();
    expect(environment.countTimers()).toBe(0);
  });

  it("[G.7] is the look for due deliveries, each second by default", async () => {
    const { inbox, store, environment, start } = setUpReporting({ pollInterval: undefined });
    const times: number[] = [];
    const { commit: write } = store;
    store.commit = (batch: StoreBatch) => {
      times.push(environment.clock() - start);
      return write.call(store, batch);
    };
    await inbox.start();
    await environment.elapse(3_000);
    expect(times).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it("[G.7] is no look while there is no room", async () => {
    const { webhooks, inbox, store, environment } = setUpReporting({
      concurrency: 1,
      pollInterval: 250,
      lease: HOUR,
      timeout: HOUR,
    });
    webhooks.on("note", () => new Promise(() => undefined));
    const rooms: number[] = [];
    const { commit: write } = store;
    store.commit = (batch: StoreBatch) => {
      rooms.push(batch.room);
      return write.call(store, batch);
    };
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(SECOND);
    expect(rooms).toEqual([1]);
  });
});

describe("reading an inbox", () => {
  it("[G.5] ends after 100 deliveries unless it is told otherwise", async () => {
    const { inbox } = setUpReporting();
    await Promise.all(Array.from({ length: 102 }, (_, n) => deliver(inbox, { id: String(n) })));
    const lengths = async (filter?: object) => [
      (await inbox.list(filter)).length,
      (await inbox.read(filter)).length,
    ];
    expect(await lengths()).toEqual([100, 100]);
    expect(await lengths({ limit: 101 })).toEqual([101, 101]);
    expect(await lengths({ id: "7" })).toEqual([1, 1]);
  });

  it("[G.5] needs an id, and a filter", async () => {
    const { inbox } = setUpReporting();
    await expect(inbox.get(7 as never)).rejects.toThrow(
      "The id of the delivery is a number; expected a string.",
    );
    expect(await inbox.get("nobody")).toBeUndefined();
    await expect(inbox.dead({ limit: 0 })).rejects.toThrow("`limit` is 0");
    await expect(inbox.list("7" as never)).rejects.toThrow("The filter is a string");
    await expect(inbox.read("7" as never)).rejects.toThrow("The filter is a string");
  });
});

describe("the answers of an inbox to a middleware", () => {
  it("[G.1] [G.9] are 202 once it is stored, and 503 with a time if not, or not in time", async () => {
    const { inbox, store, facts, recorder } = setUpReporting();
    const delivery = { id: "1", name: "note", payload: "{}", signature: signature("{}") };
    const receiver = receiverOf(inbox);
    const accepted = "accepted\n";
    expect(await receiver.verifyAndReceive(delivery)).toEqual({
      status: 202,
      body: accepted,
      headers: headersOf("text/plain; charset=utf-8", accepted),
    });
    store.commit = () => Promise.reject(new Error("gone"));
    const refusal = (error: string) => {
      const body = JSON.stringify({ error, code: "STORE_UNAVAILABLE" });
      const all = { ...headersOf("application/json", body), "retry-after": "10" };
      return { status: 503, body, headers: all };
    };
    expect(await receiver.verifyAndReceive({ ...delivery, id: "2" })).toEqual(
      refusal("The delivery could not be stored."),
    );
    expect(receiver.late).toEqual(refusal("The delivery was not stored in time."));
    expect(receiver.log).toBeDefined();
    expect(facts.slice(1)).toEqual([{ kind: "unavailable" }]);
    expect(await inbox.metrics()).toContain("\ntypewire_inbox_unavailable_total 1\n");
    expect(recorder.entries).toHaveLength(1);
  });

  it("[G.1] rethrows what is no matter of the store", async () => {
    const { inbox, facts } = setUpReporting();
    const delivery = { id: "1", name: "note", payload: "{}", signature: "wrong" };
    await expect(receiverOf(inbox).verifyAndReceive(delivery)).rejects.toMatchObject({
      name: "AggregateError",
    });
    await expect(inbox.verifyAndReceive(undefined as never)).rejects.toThrow();
    expect(facts).toEqual([]);
  });
});

function headersOf(type: string, body: string) {
  return {
    "content-type": type,
    "content-length": String(body.length),
    "x-content-type-options": "nosniff",
  };
}
