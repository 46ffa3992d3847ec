/** `onDead`, `onLate` and `onStore`: each fact is reported once, by one of the workers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createInboxIn } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import type { AlertStore } from "../../src/inbox/observe/alerts.js";
import type { AttemptError, InboxStore } from "../../src/inbox/store.js";
import { createGate } from "../http/toolkit.js";
import type { Inbox, InboxOptions } from "../../src/inbox/types.js";
import type { Environment } from "../../src/inbox/environment.js";
import { createEnvironment } from "./environment.js";
import { arrive, commit, describeError, HOUR, MINUTE, SECOND, SETTINGS } from "./deliveries.js";
import { asHandled, deliver, setUp } from "./setup.js";

const folder = mkdtempSync(join(tmpdir(), "typewire-alerts-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const STORES: Readonly<Record<string, () => () => InboxStore>> = {
  memory: () => {
    const store = openMemoryStore();
    return () => store;
  },
  sqlite: () => {
    const file = join(folder, `${++files}.db`);
    return () => openSqliteStore(file);
  },
};

describe.each(["memory", "sqlite"])("[R.8] onDead over a store in %s", (kind) => {
  it.each([1, 2, 5])("is called once for each dead delivery by %i workers", async (count) => {
    const { environment, alerts, create } = startWorkers(kind, DEAD);
    const workers: Inbox[] = [];
    for (let n = 0; n < count; n++) workers.push(await create());
    for (let n = 0; n < 12; n++) {
      const body = n % 3 === 0 ? `{"n":${n}}` : `{"n":${n},"fail":true}`;
      await deliver(workers[n % count] as Inbox, { id: String(n), body });
    }
    for (let n = 0; n < 60; n++) await environment.elapse(SECOND);
    const dead = [1, 2, 4, 5, 7, 8, 10, 11];
    expect(alerts.toSorted()).toEqual(dead.map((n) => `${n} dead any/1: no connection`).toSorted());
    for (const worker of workers) await worker.drain();
  });

  it("is called by another worker if the one that tells is killed", async () => {
    const { environment, alerts, create, kill } = startWorkers(kind, DEAD);
    // It tells, and is not done with it until it is killed.
    const killed = await create({ onDead: () => new Promise(() => undefined), lease: 10_000 });
    await deliver(killed, { id: "1", body: '{"fail":true}' });
    await environment.elapse(5 * SECOND);
    const other = await create();
    for (let n = 0; n < 3; n++) await environment.elapse(6 * SECOND);
    expect(alerts).toEqual([]); // it lives, and renews its lease
    kill(killed);
    for (let n = 0; n < 5; n++) await environment.elapse(6 * SECOND);
    expect(alerts).toEqual(["1 dead any/1: no connection"]);
    await other.drain();
  });

  it.each([2, 5])("tells each of many once by %i workers, through a kill", async (count) => {
    const { environment, alerts, create, kill } = startWorkers(kind, DEAD);
    const killed = await create({ onDead: () => new Promise(() => undefined), lease: 10_000 });
    const workers: Inbox[] = [];
    for (let n = 0; n < count; n++) {
      const id = String(n);
      await deliver(killed, { id, body: `{"n":${n},"fail":true}` });
    }
    await environment.elapse(5 * SECOND);
    while (workers.length < count - 1) workers.push(await create({ lease: 10_000 }));
    for (let n = 0; n < 3; n++) await environment.elapse(6 * SECOND);
    const early = [...alerts];
    expect(early).toHaveLength(count - 1); // the killed one holds the other
    kill(killed);
    for (let n = 0; n < 10; n++) await environment.elapse(6 * SECOND);
    const ids = Array.from({ length: count }, (_, n) => `${n} dead any/1: no connection`);
    expect(alerts.toSorted()).toEqual(ids);
    for (const worker of workers) await worker.drain();
  });

  it("is called as soon as a delivery is dead, long before the next look", async () => {
    const { environment, alerts, create } = startWorkers(kind, DEAD);
    const inbox = await create();
    await deliver(inbox, { id: "1", body: '{"fail":true}' });
    await environment.elapse(2 * SECOND);
    expect(alerts).toEqual(["1 dead any/1: no connection"]);
    await inbox.drain();
  });

  it("is called again for a delivery that dies again", async () => {
    const { environment, alerts, create } = startWorkers(kind, DEAD);
    const inbox = await create();
    await deliver(inbox, { id: "1", body: '{"fail":true}' });
    await environment.elapse(10 * SECOND);
    await inbox.replay("1");
    await environment.elapse(10 * SECOND);
    await environment.elapse(10 * SECOND);
    expect(alerts).toHaveLength(2);
    await inbox.drain();
  });

  it("does no harm when it throws", async () => {
    const { environment, alerts, create } = startWorkers(kind, (list) => ({
      onDead: ({ id }) => {
        list.push(id);
        throw new Error("the pager is down");
      },
    }));
    const inbox = await create();
    await deliver(inbox, { id: "1", body: '{"fail":true}' });
    await environment.elapse(MINUTE);
    expect(alerts).toEqual(["1"]);
    await inbox.drain();
  });
});

describe("[R.8] onDead", () => {
  it("is not called for deliveries that died before anybody wanted to know", async () => {
    const { environment, alerts, create } = startWorkers("memory", DEAD);
    const silent = await create({ onDead: undefined });
    await deliver(silent, { id: "1", body: '{"fail":true}' });
    await environment.elapse(10 * SECOND);
    await create();
    await environment.elapse(MINUTE);
    expect(alerts).toEqual([]);
  });
});

describe("[R.8] what onDead is told, and when", () => {
  /** A store in which `count` deliveries are dead, with notes that nobody has told of. */
  const fill = async (count: number, errors: readonly AttemptError[] = []) => {
    const store = openMemoryStore();
    const { clock } = createEnvironment();
    await store.open({ ...SETTINGS, clock, notesDead: true });
    const arrivals = Array.from({ length: count }, (_, n) => arrive(String(n)));
    const { claimed } = await commit(store, { arrivals, room: count });
    const outcomes = claimed.map(({ key, token }) => {
      return { key, token, end: "dead" as const, done: [], errors };
    });
    await commit(store, { outcomes });
    return store as AlertStore;
  };

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
    const store = await fill(1, errors);
    const alerts: unknown[] = [];
    const { inbox, environment } = setUp({ store, onDead: (...args) => void alerts.push(args) });
    await inbox.start();
    await environment.elapse(0);
    expect(alerts).toEqual([[await inbox.get("0"), reason]]);
    expect(await store.listNotes("", 10)).toEqual([]);
  });

  it("is of a hundred at once, and of others five seconds later", async () => {
    const alerts: string[] = [];
    const store = await fill(101);
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
    const store = await fill(1);
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

  it("is told under a lease of the note, which is renewed three times in its length", async () => {
    const store = await fill(1);
    const { environment, ...set } = setUp({
      store,
      lease: 9_000,
      onDead: () => new Promise<void>((resolve) => void environment.setTimer(resolve, 7_000)),
    });
    const changes: unknown[] = [];
    const begin = environment.clock();
    const { changeNote } = store;
    store.changeNote = (change) => {
      const { holder, ...others } = change;
      changes.push([environment.clock() - begin, others]);
      expect(holder).toMatch(/^[0-9a-f-]{36}$/);
      return changeNote.call(store, change);
    };
    await set.inbox.start();
    const drained = environment.elapse(1).then(() => set.inbox.drain()); // waits until it is reported
    await environment.elapse(20_000);
    await drained;
    const held = { name: "dead/1", lease: 9_000 };
    expect(changes).toEqual([
      [0, held],
      [3_000, held],
      [6_000, held],
      [7_000, { ...held, lease: 0, text: null }],
    ]);
    expect(environment.countTimers()).toBe(0);
  });

  it("is told at the next look after the store has failed", async () => {
    const store = await fill(1);
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
      store: await fill(1),
      onDead: () => Promise.reject(error),
    });
    await inbox.start();
    await environment.elapse(MINUTE);
    expect(recorder.entries).toEqual([
      { level: "error", data: ["`onDead` of the inbox failed.", error] },
    ]);
  });
});

describe("[R.8] onLate", () => {
  it("is told of a backlog once that is older than `lateAfter`, and the note says so until it is over", async () => {
    const alerts: unknown[] = [];
    const gate = createGate();
    const store = openMemoryStore() as AlertStore;
    const { inbox, webhooks, environment } = setUp({
      store,
      concurrency: 1,
      timeout: HOUR,
      pollInterval: SECOND,
      lateAfter: 5 * SECOND,
      onLate: (backlog) => void alerts.push(backlog),
    });
    webhooks.onAny(() => gate.passed);
    const readNote = () => store.changeNote({ name: "late", holder: "test", lease: 0 });
    await inbox.start();
    for (const id of ["1", "2", "3"]) await deliver(inbox, { id });
    await environment.elapse(9_999); // it looks each five seconds
    expect([alerts, await readNote()]).toEqual([[], ""]);
    await environment.elapse(1);
    expect([alerts, await readNote()]).toEqual([[{ waiting: 2, oldest: 10_000 }], "late"]);
    await environment.elapse(MINUTE);
    gate.open();
    await environment.elapse(5 * SECOND);
    expect([alerts.length, await readNote()]).toEqual([1, ""]);
    await inbox.drain();
  });

  it.each([
    ["memory", 1],
    ["memory", 2],
    ["memory", 5],
    ["sqlite", 2],
  ])(
    "over a store in %s is called once for a backlog by %i workers, and again for the next one",
    async (kind, count) => {
      const { environment, alerts, create } = startWorkers(kind, (list) => ({
        concurrency: 1,
        lateAfter: MINUTE,
        timeout: HOUR,
        pollInterval: 5 * SECOND,
        onLate: ({ waiting, oldest }) =>
          void list.push(`${waiting} ${Math.floor(oldest / MINUTE)}`),
      }));
      const workers: Inbox[] = [];
      let open: () => void = () => undefined;
      let gate = Promise.resolve();
      const close = () => {
        gate = new Promise((resolve) => (open = resolve));
      };
      for (let n = 0; n < count; n++) {
        const { webhooks } = setUp();
        webhooks.onAny(() => gate);
        workers.push(await create({ webhooks }));
      }
      const first = workers[0] as Inbox;
      for (let round = 0; round < 2; round++) {
        close();
        for (let n = 0; n < count + 3; n++)
          await deliver(first, { id: `${round}-${n}`, body: `{"n":${n}}` });
        for (let n = 0; n < 24; n++) await environment.elapse(5 * SECOND);
        expect(alerts).toHaveLength(round + 1);
        open();
        for (let n = 0; n < 6; n++) await environment.elapse(5 * SECOND);
        expect(alerts).toHaveLength(round + 1);
      }
      expect(alerts).toEqual(["3 1", "3 1"]);
      for (const worker of workers) await worker.drain();
    },
  );

  it.each([
    ["memory", 2],
    ["sqlite", 5],
  ])("over a store in %s is called once by %i workers, through a kill", async (kind, count) => {
    const { environment, alerts, create, kill } = startWorkers(kind, (list) => ({
      concurrency: 1,
      lateAfter: MINUTE,
      lease: 10_000,
      timeout: HOUR,
      onLate: ({ waiting }) => void list.push(`${waiting}`),
    }));
    const start = (onLate: Partial<InboxOptions> = {}): Promise<Inbox> => {
      const { webhooks } = setUp();
      webhooks.onAny(() => new Promise(() => undefined));
      return create({ webhooks, ...onLate });
    };
    const killed = await start({ onLate: () => new Promise(() => undefined) });
    for (let n = 0; n < count + 3; n++) await deliver(killed, { id: String(n) });
    for (let n = 0; n < 20; n++) await environment.elapse(5 * SECOND);
    for (let n = 1; n < count; n++) await start();
    for (let n = 0; n < 4; n++) await environment.elapse(5 * SECOND);
    expect(alerts).toEqual([]); // it is being reported
    kill(killed);
    for (let n = 0; n < 12; n++) await environment.elapse(5 * SECOND);
    expect(alerts).toHaveLength(1);
  });

  it("is not called while a delivery waits for its retry", async () => {
    const { environment, alerts, create } = startWorkers("memory", (list) => ({
      lateAfter: MINUTE,
      retries: { limit: 1, delay: HOUR },
      onLate: () => void list.push("late"),
    }));
    const inbox = await create();
    await deliver(inbox, { id: "1", body: '{"fail":true}' });
    for (let n = 0; n < 30; n++) await environment.elapse(MINUTE);
    expect(alerts).toEqual([]);
    await inbox.drain();
  });
});

describe("[R.8] onStore", () => {
  it("is called once when the store begins to fail, and again after it has worked", async () => {
    const store = openMemoryStore();
    const { commit } = store;
    const alerts: unknown[] = [];
    const { inbox, environment } = setUp({
      store,
      log: {},
      onStore: (error) => void alerts.push(error),
    });
    await inbox.start();
    for (let round = 0; round < 2; round++) {
      const error = new Error(`down ${round}`);
      store.commit = () => Promise.reject(error);
      for (let n = 0; n < 3; n++) {
        await expect(deliver(inbox, { id: String(n) })).rejects.toMatchObject({
          code: "STORE_UNAVAILABLE",
        });
      }
      await environment.elapse(10 * SECOND);
      expect(alerts).toHaveLength(round + 1);
      expect(alerts.at(-1)).toBe(error);
      store.commit = commit;
      await deliver(inbox, { id: `after ${round}` });
      await environment.elapse(10 * SECOND);
    }
  });
});

describe("[R.8] alerts", () => {
  it.each([
    [{ onDead: 1 }, "`onDead`"],
    [{ onLate: "x" }, "`onLate`"],
    [{ onStore: {} }, "`onStore`"],
    [{ observe: [] }, "`observe`"],
    [{ lateAfter: 0 }, "`lateAfter`"],
  ])("are refused as %o", (options, message) => {
    expect(() => setUp(options as never)).toThrow(message);
  });
});

/** Workers on one store, as processes of their own would be. Handlers fail for bodies with `fail`. */
function startWorkers(kind: string, options: (alerts: string[]) => Partial<InboxOptions>) {
  const environment = createEnvironment();
  const open = STORES[kind]?.() ?? openMemoryStore;
  const alerts: string[] = [];
  const killed = new Set<Inbox>();
  const create = async (more: Partial<InboxOptions> = {}): Promise<Inbox> => {
    const { webhooks, recorder } = setUp();
    webhooks.onAny((event) => {
      if ("fail" in asHandled(event).payload) throw new Error("no connection");
    });
    const sharedOptions = {
      webhooks,
      store: open(),
      log: recorder.log,
      retries: { limit: 1, delay: 1_000 },
    };
    const { setTimer } = environment;
    const mortal: Environment = {
      ...environment,
      setTimer: (callback, delay) => setTimer(() => void (killed.has(inbox) || callback()), delay),
    };
    const inbox = createInboxIn(mortal, { ...sharedOptions, ...options(alerts), ...more });
    await inbox.start();
    return inbox;
  };
  /** Nothing happens in its process any more. */
  const kill = (inbox: Inbox): void => void killed.add(inbox);
  return { environment, alerts, create, kill };
}

function DEAD(alerts: string[]): Partial<InboxOptions> {
  return {
    onDead: ({ id, state }, reason) => void alerts.push(`${id} ${state} ${reason}`),
  };
}
