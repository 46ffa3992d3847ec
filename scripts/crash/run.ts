import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findBegunBy, judge, parseJournal, type Verdict } from "./journal.js";
import { openStore } from "./open-store.js";
import { startSenders, type SentCounts } from "./senders.js";
import { LEASE, type WorkerSetup } from "./setup.js";
import { buildWorker, startWorker, type Worker } from "./workers.js";

export interface CrashTest {
  readonly store: WorkerSetup["store"];
  /** A connection string, or the path of a file. */
  readonly address: string;
  readonly workers: number;
  readonly kills: number;
}

export interface CrashResult extends Verdict, SentCounts {
  /** How many deliveries were running when their worker was killed. */
  readonly underWay: number;
}

const DAY = 86_400_000;
/** Kills come at random moments after a start, in milliseconds. */
const EARLIEST = 50;
const LATEST = 900;

/** Kills workers under load, starts them again, and judges what was handled. */
export async function runCrashTest(test: CrashTest): Promise<CrashResult> {
  await buildWorker();
  const folder = await mkdtemp(join(tmpdir(), "typewire-crash-"));
  const journal = join(folder, "journal");
  const setup: WorkerSetup = { store: test.store, address: test.address, journal };
  const readJournal = async () => parseJournal(await readFile(journal, "utf8"));
  const workers: (Worker | undefined)[] = [];
  const underWay = new Map<string, number>();
  const store = openStore(test.store, test.address);
  try {
    for (let index = 0; index < test.workers; index++) workers.push(await startWorker(setup));
    await store.open({
      lease: LEASE,
      dedupeFor: DAY,
      keepFor: DAY,
      keepDeadFor: DAY,
      longestDelay: DAY,
      clock: Date.now,
    });
    let turn = 0;
    const senders = startSenders(() => workers[turn++ % workers.length]?.port);
    for (let kill = 0; kill < test.kills; kill++) {
      await delay(EARLIEST + Math.random() * (LATEST - EARLIEST));
      const victim = kill % workers.length;
      const { pid } = await killWorker(workers, victim);
      const begun = findBegunBy(await readJournal(), pid);
      for (const { id } of await store.list({ state: "running" })) {
        if (begun.has(id)) underWay.set(id, (underWay.get(id) ?? 0) + 1);
      }
      workers[victim] = await startWorker(setup);
    }
    await senders.stop();
    for (;;) {
      const { waiting, running } = await store.stats();
      if (waiting + running === 0) break;
      await delay(100);
    }
    const { counts } = senders;
    const total = [...underWay.values()].reduce((sum, count) => sum + count, 0);
    return { ...counts, ...judge(await readJournal(), counts.answered, underWay), underWay: total };
  } finally {
    for (const worker of workers) await worker?.kill();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function killWorker(workers: (Worker | undefined)[], index: number): Promise<Worker> {
  const victim = workers[index];
  if (victim === undefined) throw new Error("No worker is running.");
  workers[index] = undefined;
  await victim.kill();
  return victim;
}
