/** One run of the crash test: kills under load, and the verdict. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DeliverySummary, InboxStore } from "../../../src/inbox/store.js";
import type { PostgresServer } from "../../postgres/start.js";
import { buildWorker, Fleet } from "./fleet.js";
import { findBegunBy, judge, parseJournal, type Verdict } from "./journal.js";
import { openStore } from "./open-store.js";
import { startSenders, type SentCounts } from "./senders.js";
import { createDelivery, POISON, type PoisonKind, type WorkerSetup } from "./setup.js";
import { untilMet } from "../../until-met.js";

const CONNECTIONS = 32;
const DAY = 86_400_000;
/** Kills come at random moments after a start, in milliseconds. */
const EARLIEST = 50;
const LATEST = 900;

/** Kills workers under load, lets a poison end others, starts them again, and judges their journal. */
export async function runCrashTest(test: CrashTest): Promise<CrashResult> {
  await buildWorker();
  const folder = await mkdtemp(join(tmpdir(), "typewire-crash-"));
  const journal = join(folder, "journal");
  const readJournal = async () => parseJournal(await readFile(journal, "utf8"));
  const store = openStore(test.store, test.address);
  const underWay = new Map<string, number>();
  const fleet = new Fleet({ ...test, journal }, async (pid) =>
    countRunning(underWay, store, findBegunBy(await readJournal(), pid)),
  );
  try {
    await fleet.start(test.workers);
    await openForReading(store, test.lease);
    const load = await killUnderLoad(test, fleet, () => underWay.has(POISON));
    await untilMet(() => isEmpty(store));
    const total = [...underWay.values()].reduce((sum, count) => sum + count, 0);
    const mayLose = load.away > test.lease / 4; // the rest of a lease, when it is about to be renewed
    const lost = mayLose ? await addLosses(store, underWay) : underWay;
    const verdict = judge(await readJournal(), load.counts.answered, lost);
    return {
      ...load.counts,
      ...verdict,
      violations: [...verdict.violations, ...(await findWrongEnds(store))],
      underWay: total,
      crashes: underWay.get(POISON) ?? 0,
      rate: load.counts.answered.size / load.seconds,
    };
  } finally {
    await fleet.stop();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Counts the deliveries that were running when their worker ended: those of the store that it had begun. */
async function countRunning(
  underWay: Map<string, number>,
  store: InboxStore,
  begun: ReadonlySet<string>,
): Promise<void> {
  for (const { id } of await listRunning(store)) {
    if (begun.has(id)) underWay.set(id, (underWay.get(id) ?? 0) + 1);
  }
}

/** Sends deliveries, while it kills the workers and then crashes the server, as often as the test says. */
async function killUnderLoad(test: CrashTest, fleet: Fleet, isPoisonMet: () => boolean) {
  const poison = createDelivery(undefined, POISON);
  const senders = startSenders(() => fleet.findPort(), CONNECTIONS, [poison]);
  const start = performance.now();
  for (let kill = 0; kill < test.kills; kill++) {
    await waitForKill();
    await fleet.kill(kill);
  }
  await untilMet(isPoisonMet);
  const away = await crashServer(test.server);
  await senders.stop();
  return { counts: senders.counts, away, seconds: (performance.now() - start) / 1_000 };
}

async function isEmpty(store: InboxStore): Promise<boolean> {
  const { waiting, running } = await store.stats();
  return waiting + running === 0;
}

async function waitForKill(): Promise<void> {
  await delay(EARLIEST + Math.random() * (LATEST - EARLIEST));
}

/**
 * Crashes the server while the workers live: what one of them is handling may then be recorded or not, and
 * their handlers go on.
 * @returns the longest time that the server was away, in milliseconds.
 */
async function crashServer(server: CrashTest["server"]): Promise<number> {
  let longest = 0;
  for (let crash = 0; crash < (server?.crashes ?? 0); crash++) {
    await waitForKill();
    const begin = performance.now();
    await server?.crash();
    await server?.start();
    longest = Math.max(longest, performance.now() - begin);
  }
  return longest;
}

/**
 * Adds the losses that the store has counted. A worker that lives also loses deliveries when it cannot report
 * them before their lease is over: on a busy machine, a server may be away for longer.
 */
export async function addLosses(
  store: InboxStore,
  underWay: ReadonlyMap<string, number> = new Map(),
): Promise<ReadonlyMap<string, number>> {
  const lost = new Map(underWay);
  for (const { id, losses } of await store.list({}))
    lost.set(id, Math.max(losses, lost.get(id) ?? 0));
  return lost;
}

/** Lists the running deliveries; asks again while the server of the store is away. */
async function listRunning(store: InboxStore): Promise<readonly DeliverySummary[]> {
  for (;;) {
    const found = await store.list({ state: "running" }).catch(() => undefined);
    if (found !== undefined) return found;
    await delay(100);
  }
}

export async function openForReading(store: InboxStore, lease: number): Promise<void> {
  const keep = { dedupeFor: DAY, keepFor: DAY, keepDeadFor: DAY };
  const waits = { longestDelay: DAY, waitAfterLoss: () => DAY };
  await store.open({ ...keep, ...waits, lease, clock: Date.now });
}

/** Finds what contradicts that the poison is dead with its reason, and nothing else is dead. */
async function findWrongEnds(store: InboxStore): Promise<readonly string[]> {
  const dead = await store.list({ state: "dead" });
  const healthy = dead.filter(({ id }) => id !== POISON);
  const poison = await store.get(POISON);
  const reason = poison?.errors.at(-1)?.message ?? "";
  const isGuilty = poison?.state === "dead" && reason.includes("no other delivery");
  return [
    ...healthy.map(({ id }) => `${id} is dead, and ended no process`),
    ...(isGuilty ? [] : [`the poison is ${poison?.state}, with the reason "${reason}"`]),
  ];
}

export interface CrashTest {
  readonly store: WorkerSetup["store"];
  /** A connection string, or the path of a file. */
  readonly address: string;
  readonly workers: number;
  readonly kills: number;
  readonly lease: number;
  /** The way in which one delivery among the others ends its process. */
  readonly poison: PoisonKind;
  /** The server behind `address`, which crashes as often. */
  readonly server?: Pick<PostgresServer, "crash" | "start"> & { readonly crashes: number };
}

export interface CrashResult extends Verdict, SentCounts {
  /** Number of deliveries that were running when their worker ended. */
  readonly underWay: number;
  /** Number of workers that the poison has ended. */
  readonly crashes: number;
  /** Deliveries that were answered in a second, crashes included. */
  readonly rate: number;
}
