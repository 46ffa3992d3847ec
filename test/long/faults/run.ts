/** Runs one history: workers with an inbox, senders, and the faults of a plan. Then judges what was handled. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { InboxStore } from "../../../src/inbox/store.js";
import { Fleet } from "../crash/fleet.js";
import { judge, parseJournal, type Verdict } from "../crash/journal.js";
import { openStore } from "../crash/open-store.js";
import { addLosses, openForReading } from "../crash/run.js";
import { startSenders, type Senders, type SentCounts } from "../crash/senders.js";
import { DISKS, type Disk } from "./disk.js";
import type { Fault, FaultKind, Plan } from "./plan.js";
import { untilMet } from "../../until-met.js";

export interface History extends Verdict, SentCounts {}

/** Milliseconds. */
const LEASE = 2_000;
const HOUR = 3_600_000;
/** Milliseconds after which a history that does not end is one that has lost something. */
const PATIENCE = 60_000;

/** @param address an empty database, or the path of a file. */
export async function runHistory(plan: Plan, address: string): Promise<History> {
  const folder = await mkdtemp(join(tmpdir(), "typewire-faults-"));
  const journal = join(folder, "journal");
  const { store: kind, seed, workers } = plan;
  const store = openStore(kind, address);
  const setup = { store: kind, address, journal, lease: LEASE, poison: "exit", seed } as const;
  const fleet = new Fleet(setup, () => Promise.resolve());
  try {
    await fleet.start(workers);
    await openForReading(store, LEASE);
    const senders = startSenders(() => fleet.findPort(), plan.connections);
    const stoodStill = new Map<number, number>();
    await cause(plan, { fleet, senders, disk: DISKS[kind](address), stoodStill });
    const isAnswered = await isDone(senders.stop());
    const left = await drain(store, fleet, workers);
    const entries = parseJournal(await readFile(journal, "utf8"));
    const verdict = judge(entries, senders.counts.answered, await addLosses(store), stoodStill);
    const refused = isAnswered ? [] : ["deliveries are refused after the last fault"];
    const violations = [...verdict.violations, ...refused, ...left, ...(await findDead(store))];
    return { ...senders.counts, ...verdict, violations };
  } finally {
    await fleet.stop();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tells if something is done in time. */
async function isDone(work: Promise<void>): Promise<boolean> {
  const patience = new AbortController();
  const late = delay(PATIENCE, false, { signal: patience.signal }).catch(() => false);
  const done = await Promise.race([work.then(() => true), late]);
  patience.abort();
  return done;
}

/** Causes each fault at its time, also while others last. */
async function cause({ faults }: Plan, scene: Scene): Promise<void> {
  await Promise.all(
    faults.map(async (fault) => {
      await delay(fault.at);
      await CAUSES[fault.kind](fault, scene);
    }),
  );
}

const CAUSES: Readonly<Record<FaultKind, (fault: Fault, scene: Scene) => Promise<void>>> = {
  kill: ({ worker }, { fleet }) => fleet.kill(worker),
  stop: async ({ worker, duration }, { fleet, stoodStill }) => {
    const pid = await fleet.pause(worker, duration);
    // A worker renews its lease after a sixth of it: so much of the lease may be over when it stops.
    if (pid !== undefined && duration > (LEASE * 5) / 6)
      stoodStill.set(pid, (stoodStill.get(pid) ?? 0) + 1);
  },
  clock: async ({ worker, ahead }, { fleet }) => fleet.send(worker, { kind: "clock", ahead }),
  "full disk": async ({ worker, duration }, { fleet, disk }) => {
    fleet.send(worker, { kind: "full", isFull: true });
    await Promise.all([disk.fill(duration), delay(duration)]);
    fleet.send(worker, { kind: "full", isFull: false });
  },
  "slow disk": ({ duration }, { disk }) => disk.slow(duration),
  cut: async (_fault, { senders, disk }) => {
    senders.cut();
    await disk.cut();
  },
};

/**
 * Waits until everything is handled. What a worker with a clock ahead has put off is due for all
 * others then, because all clocks are set ahead of each.
 */
async function drain(store: InboxStore, fleet: Fleet, workers: number): Promise<readonly string[]> {
  const end = Date.now() + PATIENCE;
  let left = 0;
  await untilMet(async () => {
    for (let worker = 0; worker < workers; worker++)
      fleet.send(worker, { kind: "clock", ahead: 2 * HOUR });
    const { waiting, running } = await store.stats();
    left = waiting + running;
    return left === 0 || Date.now() > end;
  });
  return left === 0 ? [] : [`${left} deliveries are not handled after ${PATIENCE} ms`];
}

async function findDead(store: InboxStore): Promise<readonly string[]> {
  return (await store.list({ state: "dead" })).map(({ id }) => `${id} is dead, and failed never`);
}

interface Scene {
  readonly fleet: Fleet;
  readonly senders: Senders;
  readonly disk: Disk;
  /** How often each process was stopped for so long that others may have taken over. */
  readonly stoodStill: Map<number, number>;
}
