/** The storage of a Durable Object over a file: what `ctx.storage` has, with the engine of the tests. */
import { setTimeout as wait } from "node:timers/promises";
import type { DurableStorage } from "../../../src/relay/server/cloudflare.js";
import { SqliteDatabase } from "../../../src/inbox/sqlite/database.js";
import { openFile } from "../../../src/inbox/sqlite/engine.js";

/** Opens a file that has no other reader. Alarms never go off by themselves. */
export async function openTestStorage(file: string): Promise<TestStorage> {
  const db = await SqliteDatabase.open(await openFile(file));
  db.handle.exec("PRAGMA synchronous = OFF"); // no test cuts the power
  const alarms: number[] = [];
  let alarm: number | null = null;
  return {
    sql: {
      exec: (query, ...values) => {
        const bound = values.map((value) =>
          value instanceof ArrayBuffer ? new Uint8Array(value) : value,
        );
        if (!/^(?:SELECT|WITH)|RETURNING/.test(query)) {
          db.run(query, ...bound);
          return { toArray: () => [] };
        }
        const rows = db.all(query, ...bound);
        return { toArray: () => rows.map((row) => ({ ...row })) };
      },
    },
    transactionSync: (work) => {
      db.handle.exec("BEGIN");
      return db.finishTransaction(work);
    },
    getAlarm: () => Promise.resolve(alarm),
    setAlarm: async (time) => {
      await wait(0); // the platform answers later
      alarm = time;
      alarms.push(time);
    },
    alarms,
    goOff: () => (alarm = null),
    close: async () => void (await db.handle.close()),
  };
}

export interface TestStorage extends DurableStorage {
  /** Times of all alarms that were set, the last one last. */
  readonly alarms: readonly number[];
  /** Forgets the alarm, as the platform does when it goes off. */
  readonly goOff: () => void;
  readonly close: () => Promise<void>;
}
