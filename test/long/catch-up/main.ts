/**
 * A service that cannot be relied on, and workers that are killed: 10,000 deliveries, of which a fifth is never sent,
 * two workers, 30 kills. The service's clock is an hour away, it lists deliveries late, twice and out of order, limits
 * the rate, restarts, and three times refuses all requests: the webhook is gone (404), the credential has no right
 * (403), or is wrong (401). Fails unless every delivery is handled, none twice but what a killed worker was handling,
 * each refusal is told, and the requests are at most twice the least possible. `--store sqlite --style github --count
 * 10000 --kills 30 --seconds 90 --seed 1` narrows it down.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { LyingService, type Sent, type Style } from "../../inbox/catch-up/lying-service.js";
import { startPostgres } from "../../postgres/start.js";
import { createRandom } from "../../random.js";
import type { StoreKind } from "../crash/setup.js";
import { Fleet } from "./fleet.js";
import { serveLists } from "./lists.js";
import { judge, readJournal, tellsOf } from "./verdict.js";

const { values } = parseArgs({
  options: {
    store: { type: "string" },
    style: { type: "string" },
    count: { type: "string", default: "10000" },
    kills: { type: "string", default: "30" },
    seconds: { type: "string", default: "90" },
    seed: { type: "string", default: "1" },
  },
});
const [count, kills, seconds, seed] = [values.count, values.kills, values.seconds, values.seed].map(
  Number,
) as [number, number, number, number];
const length = seconds * 1_000;
const HOUR = 3_600_000;
const stores: readonly StoreKind[] = ["sqlite", "postgres"];
const styles: readonly Style[] = ["github", "stripe", "svix"];

/**
 * Statuses that the service answers everything with until a worker tells of it, and when that begins, as a part of the
 * time.
 */
const REFUSALS = [
  { status: 404, at: 0.2 },
  { status: 403, at: 0.45 },
  { status: 401, at: 0.7 },
];
/** Longest time of a refusal, as a part of the time. */
const REFUSED_FOR = 0.2;

for (const store of stores.filter((name) => name === (values.store ?? name)))
  for (const style of styles.filter((name) => name === (values.style ?? name)))
    await withFolder((folder) => run(store, style, folder));

async function withFolder(call: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "typewire-catch-up-"));
  try {
    await call(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(store: StoreKind, style: Style, folder: string): Promise<void> {
  const postgres = store === "postgres" ? await startPostgres([]) : undefined;
  const isAhead = (stores.indexOf(store) + styles.indexOf(style)) % 2 === 0;
  const service = new LyingService(style, seed, Date.now, {
    skew: isAhead ? HOUR : -HOUR,
    lateness: 1_000,
    limited: 0.02,
    restarts: 0.01,
    confusion: 0.02,
  });
  const arrived = new Set<string>();
  const lists = await serveLists(service, arrived);
  const journal = join(folder, "journal");
  writeFileSync(journal, "");
  const address = postgres?.url ?? join(folder, "inbox.db");
  const fleet = await Fleet.start({ store, address, style, service: lists.url, journal });
  const isTold = (status: number) => readJournal(journal).errors.some(tellsOf(status));
  await emitAll(service, { fleet, arrived, isTold });
  const isDone = () => new Set(readJournal(journal).handled.map(({ id }) => id)).size >= count;
  for (let wait = 0; wait < 60 && !isDone(); wait++) await delay(1_000);
  await delay(6_000); // for what is handled twice
  await fleet.end();
  lists.close();
  await postgres?.close();
  const witnesses = { lists, fleet, arrived };
  const refusals = REFUSALS.map(({ status }) => status);
  const { isGood, facts } = judge(readJournal(journal), service, witnesses, {
    count,
    kills,
    refusals,
  });
  const text = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
  const head = `${isGood ? "good" : "BROKEN"}: ${store}, ${style}, a clock an hour ${isAhead ? "ahead" : "behind"}`;
  process.stdout.write(`${head}: ${text.join(", ")}\n`);
  if (!isGood) process.exitCode = 1;
}

/** Makes all deliveries, and sends most of them, while workers are killed and the lists refused. */
async function emitAll(
  service: LyingService,
  { fleet, arrived, isTold }: Receivers,
): Promise<void> {
  const random = createRandom(seed);
  const sending: Promise<void>[] = [];
  const send = async (sent: Sent, wait: number): Promise<void> => {
    await delay(wait);
    if (await fleet.receive(sent, random())) arrived.add(sent.id);
  };
  const told = new Set<number>();
  const begun = Date.now();
  const killEvery = length / (kills + 1);
  while (service.sent.length < count) {
    const elapsed = Date.now() - begun;
    const due = Math.min(count, Math.ceil((elapsed / length) * count));
    while (service.sent.length < due) {
      const sent = service.emit();
      const fate = random();
      if (fate >= 0.2) sending.push(send(sent, fate < 0.35 ? random() * 3_000 : 0));
      if (fate >= 0.95) sending.push(send(sent, random() * 5_000)); // once more
    }
    service.broken = REFUSALS.find(({ status, at }) => {
      const part = elapsed / length - at;
      return part >= 0 && part < REFUSED_FOR && !told.has(status);
    })?.status;
    if (service.broken !== undefined && isTold(service.broken)) told.add(service.broken);
    if (fleet.killed.size < kills && elapsed > (fleet.killed.size + 1) * killEvery)
      fleet.kill(random());
    await delay(50);
  }
  service.broken = undefined;
  await Promise.all(sending);
}

interface Receivers {
  readonly fleet: Fleet;
  readonly arrived: Set<string>;
  /** Tells if a worker has logged that the lists are refused with a status. */
  readonly isTold: (status: number) => boolean;
}
