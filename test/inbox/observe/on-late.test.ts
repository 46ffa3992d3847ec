/** `onLate`: one of the workers tells of each backlog that is older than `lateAfter`, once. */
import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import type { AlertStore } from "../../../src/inbox/options.js";
import type { Inbox, InboxOptions } from "../../../src/inbox/types.js";
import { createGate } from "../../http/toolkit.js";
import { HOUR, MINUTE, SECOND } from "../deliveries.js";
import { deliver, setUp } from "../setup.js";
import { setUpWorkers } from "./alert-workers.js";

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
  ] as const)(
    "over a store in %s is called once for a backlog by %i workers, and again for the next one",
    async (kind, count) => {
      const { environment, alerts, startWorker } = setUpWorkers(kind, (list) => ({
        concurrency: 1,
        lateAfter: MINUTE,
        timeout: HOUR,
        pollInterval: 5 * SECOND,
        onLate: ({ waiting, oldest }) =>
          void list.push(`${waiting} for ${Math.floor(oldest / MINUTE)} min`),
      }));
      const workers: Inbox[] = [];
      let gate = createGate();
      for (let n = 0; n < count; n++) {
        const { webhooks } = setUp();
        webhooks.onAny(() => gate.passed);
        workers.push(await startWorker({ webhooks }));
      }
      const first = workers[0] as Inbox;
      for (let round = 0; round < 2; round++) {
        gate = createGate();
        // Each worker handles one of them, and three wait.
        for (let n = 0; n < count + 3; n++) await deliver(first, { id: `${round}-${n}` });
        await environment.elapse(2 * MINUTE);
        expect(alerts).toHaveLength(round + 1);
        gate.open();
        await environment.elapse(MINUTE / 2);
        expect(alerts).toHaveLength(round + 1);
      }
      expect(alerts).toEqual(["3 for 1 min", "3 for 1 min"]);
      for (const worker of workers) await worker.drain();
    },
  );

  it.each([
    ["memory", 2],
    ["sqlite", 5],
  ] as const)(
    "over a store in %s is called once by %i workers, of which one is killed",
    async (kind, count) => {
      const { environment, alerts, startWorker, kill } = setUpWorkers(kind, (list) => ({
        concurrency: 1,
        lateAfter: MINUTE,
        lease: 10 * SECOND,
        timeout: HOUR,
        onLate: ({ waiting }) => void list.push(`${waiting}`),
      }));
      const startBusyWorker = (options: Partial<InboxOptions> = {}): Promise<Inbox> => {
        const { webhooks } = setUp();
        webhooks.onAny(() => new Promise(() => undefined));
        return startWorker({ webhooks, ...options });
      };
      const killed = await startBusyWorker({ onLate: () => new Promise(() => undefined) });
      for (let n = 0; n < count + 3; n++) await deliver(killed, { id: String(n) });
      await environment.elapse(100 * SECOND);
      for (let n = 1; n < count; n++) await startBusyWorker();
      await environment.elapse(20 * SECOND);
      expect(alerts).toEqual([]); // the first worker still tells of it
      kill(killed);
      await environment.elapse(MINUTE);
      expect(alerts).toHaveLength(1);
    },
  );

  it("is not called while a delivery waits for its retry", async () => {
    const { environment, alerts, startWorker } = setUpWorkers("memory", (list) => ({
      lateAfter: MINUTE,
      retries: { limit: 1, delay: HOUR },
      onLate: () => void list.push("late"),
    }));
    const inbox = await startWorker();
    await deliver(inbox, { id: "1", body: '{"fail":true}' });
    await environment.elapse(HOUR / 2);
    expect(alerts).toEqual([]);
    await inbox.drain();
  });
});
