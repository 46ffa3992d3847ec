/** `onDead`: one of the workers tells of each delivery that becomes dead, once. */
import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import type { AlertStore } from "../../../src/inbox/options.js";
import type { AttemptError } from "../../../src/inbox/store.js";
import type { Inbox, InboxOptions } from "../../../src/inbox/types.js";
import { arrive, commit, describeError, MINUTE, SECOND, SETTINGS } from "../deliveries.js";
import { createEnvironment } from "../environment.js";
import { deliver, setUp } from "../setup.js";
import { setUpWorkers } from "./alert-workers.js";

describe.each(["memory", "sqlite"] as const)("[R.8] onDead over a store in %s", (kind) => {
  it.each([1, 2, 5])("is called once for each dead delivery by %i workers", async (count) => {
    const { environment, alerts, startWorker } = setUpWorkers(kind, noteDead);
    const workers: Inbox[] = [];
    for (let n = 0; n < count; n++) workers.push(await startWorker());
    for (let n = 0; n < 12; n++) {
      const isHandled = n % 3 === 0;
      const body = isHandled ? `{"n":${n}}` : `{"n":${n},"fail":true}`;
      await deliver(workers[n % count] as Inbox, { id: String(n), body });
    }
    await environment.elapse(MINUTE);
    const dead = [1, 2, 4, 5, 7, 8, 10, 11];
    expect(alerts.toSorted()).toEqual(dead.map((n) => `${n} dead any/1: no connection`).toSorted());
    for (const worker of workers) await worker.drain();
  });

  it("is called by another worker if the one that calls it is killed", async () => {
    const { environment, alerts, startWorker, kill } = setUpWorkers(kind, noteDead);
    const killed = await startWorker({ onDead: neverReturn, lease: 10 * SECOND });
    await deliver(killed, { id: "1", body: '{"fail":true}' });
    await environment.elapse(5 * SECOND);
    const other = await startWorker();
    await environment.elapse(18 * SECOND);
    expect(alerts).toEqual([]); // the first worker still tells, and renews its lease
    kill(killed);
    await environment.elapse(30 * SECOND);
    expect(alerts).toEqual(["1 dead any/1: no connection"]);
    await other.drain();
  });

  it.each([2, 5])(
    "is called once for each of many by %i workers, of which one is killed",
    async (count) => {
      const { environment, alerts, startWorker, kill } = setUpWorkers(kind, noteDead);
      const killed = await startWorker({ onDead: neverReturn, lease: 10 * SECOND });
      const workers: Inbox[] = [];
      for (let n = 0; n < count; n++) {
        const id = String(n);
        await deliver(killed, { id, body: `{"n":${n},"fail":true}` });
      }
      await environment.elapse(5 * SECOND);
      while (workers.length < count - 1) workers.push(await startWorker({ lease: 10 * SECOND }));
      await environment.elapse(18 * SECOND);
      expect(alerts).toHaveLength(count - 1); // the first worker still tells of the other one
      kill(killed);
      await environment.elapse(MINUTE);
      const all = Array.from({ length: count }, (_, n) => `${n} dead any/1: no connection`);
      expect(alerts.toSorted()).toEqual(all);
      for (const worker of workers) await worker.drain();
    },
  );

  it("is called as soon as a delivery is dead, long before the next look", async () => {
    const { environment, alerts, startWorker } = setUpWorkers(kind, noteDead);
    const inbox = await startWorker();
    await deliver(inbox, { id: "1", body: '{"fail":true}' });
    await environment.elapse(2 * SECOND);
    expect(alerts).toEqual(["1 dead any/1: no connection"]);
    await inbox.drain();
  });

  it("is called again for a delivery that dies again", async () => {
    const { environment, alerts, startWorker } = setUpWorkers(kind, noteDead);
    const inbox = await startWorker();
    await deliver(inbox, { id: "1", body: '{"fail":true}' });
    await environment.elapse(10 * SECOND);
    await inbox.replay("1");
    await environment.elapse(10 * SECOND);
    await environment.elapse(10 * SECOND);
    expect(alerts).toHaveLength(2);
    await inbox.drain();
  });

  it("does no harm when it throws", async () => {
    const { environment, alerts, startWorker } = setUpWorkers(kind, (calls) => ({
      onDead: ({ id }) => {
        calls.push(id);
        throw new Error("the pager is down");
      },
    }));
    const inbox = await startWorker();
    await deliver(inbox, { id: "1", body: '{"fail":true}' });
    await environment.elapse(MINUTE);
    expect(alerts).toEqual(["1"]);
    await inbox.drain();
  });
});

describe("[R.8] onDead", () => {
  it("is not called for deliveries that died before anybody wanted to know", async () => {
    const { environment, alerts, startWorker } = setUpWorkers("memory", noteDead);
    const silent = await startWorker({ onDead: undefined });
    await deliver(silent, { id: "1", body: '{"fail":true}' });
    await environment.elapse(10 * SECOND);
    await startWorker();
    await environment.elapse(MINUTE);
    expect(alerts).toEqual([]);
  });
});

describe("[R.8] what onDead is told, and when", () => {
  it.each<[string, readonly AttemptError[], string]>([
    ["no error", [], ""],
    [
      "the errors of the last attempt, by their handlers",
      [
        describeError({ attempt: 1, message: "early" }),
        describeError({ attempt: 2, message: "no mail" }),
        describeError({ attempt: 2, handler: "", message: "lost" }),
        describeError({ attempt: 2, handler: "any/1", message: "no log" }),
      ],
      "mail: no mail; lost; any/1: no log",
    ],
  ])("is the delivery and %s", async (_, errors, reason) => {
    const store = await openWithDead(1, errors);
    const alerts: unknown[] = [];
    const { inbox, environment } = setUp({ store, onDead: (...args) => void alerts.push(args) });
    await inbox.start();
    await environment.elapse(0);
    expect(alerts).toEqual([[await inbox.get("0"), reason]]);
    expect(await store.listNotes("", 10)).toEqual([]);
  });

  it("is of a hundred at once, and of others five seconds later", async () => {
    const alerts: string[] = [];
    const store = await openWithDead(101);
    const { inbox, environment } = setUp({ store, onDead: ({ id }) => void alerts.push(id) });
    await inbox.start();
    await environment.elapse(4_999);
    expect([alerts.length, new Set(alerts).size]).toEqual([100, 100]);
    await environment.elapse(1);
    expect(new Set(alerts).size).toBe(101);
    await environment.elapse(MINUTE);
    expect(alerts).toHaveLength(101);
  });

  it("is of none that is deleted, or that somebody has told of", async () => {
    const store = await openWithDead(1);
    const note = { holder: "another", lease: 0 };
    await store.changeNote({ ...note, name: "dead/1", text: "" });
    await store.changeNote({ ...note, name: "dead/999", text: "untold" });
    const alerts: unknown[] = [];
    const { inbox, environment } = setUp({ store, onDead: (...args) => void alerts.push(args) });
    await inbox.start();
    await environment.elapse(0);
    expect(alerts).toEqual([]);
    expect(await store.listNotes("", 10)).toEqual([]);
  });

  it("is told under a lease of the note, which is renewed after each third of it", async () => {
    const store = await openWithDead(1);
    const { inbox, environment } = setUp({
      store,
      lease: 9 * SECOND,
      onDead: () => new Promise<void>((resolve) => void environment.setTimer(resolve, 7 * SECOND)),
    });
    const changes: unknown[] = [];
    const start = environment.clock();
    const { changeNote } = store;
    store.changeNote = (change) => {
      const { holder, ...others } = change;
      changes.push([environment.clock() - start, others]);
      expect(holder).toMatch(/^[0-9a-f-]{36}$/);
      return changeNote.call(store, change);
    };
    await inbox.start();
    const drained = environment.elapse(1).then(() => inbox.drain()); // waits until `onDead` returns
    await environment.elapse(20 * SECOND);
    await drained;
    const renewal = { name: "dead/1", lease: 9 * SECOND };
    expect(changes).toEqual([
      [0, renewal],
      [3_000, renewal],
      [6_000, renewal],
      [7_000, { ...renewal, lease: 0, text: null }],
    ]);
    expect(environment.countTimers()).toBe(0);
  });

  it("is told at the next look after the store has failed", async () => {
    const store = await openWithDead(1);
    const alerts: unknown[] = [];
    const { inbox, environment, recorder } = setUp({
      store,
      onDead: ({ id }) => void alerts.push(id),
    });
    const { listNotes } = store;
    const gone = new Error("gone");
    store.listNotes = () => Promise.reject(gone);
    await inbox.start();
    await environment.elapse(4_999);
    store.listNotes = listNotes;
    expect(recorder.entries).toEqual([
      { level: "debug", data: ["The inbox could not look for alerts.", gone] },
    ]);
    await environment.elapse(1);
    expect(alerts).toEqual(["0"]);
  });

  it("is told to a function that fails, and the log has its error", async () => {
    const error = new Error("the pager is down");
    const { inbox, environment, recorder } = setUp({
      store: await openWithDead(1),
      onDead: () => Promise.reject(error),
    });
    await inbox.start();
    await environment.elapse(MINUTE);
    expect(recorder.entries).toEqual([
      { level: "error", data: ["`onDead` of the inbox failed.", error] },
    ]);
  });
});

/** Options of a worker that notes a line for each dead delivery. */
function noteDead(alerts: string[]): Partial<InboxOptions> {
  return {
    onDead: ({ id, state }, reason) => void alerts.push(`${id} ${state} ${reason}`),
  };
}

function neverReturn(): Promise<void> {
  return new Promise(() => undefined);
}

/** Opens a store in which `count` deliveries are dead, each with a note that nobody has told of it. */
async function openWithDead(count: number, errors: readonly AttemptError[] = []) {
  const store = openMemoryStore();
  const { clock } = createEnvironment();
  await store.open({ ...SETTINGS, clock, notesDead: true });
  const arrivals = Array.from({ length: count }, (_, n) => arrive(String(n)));
  const { claimed } = await commit(store, { arrivals, room: count });
  const outcomes = claimed.map(({ key, token }) => {
    return { key, token, end: "dead" as const, done: [], errors };
  });
  await commit(store, { outcomes });
  return store as AlertStore; // it has what alerts need
}
