/**
 * Runs histories of an inbox with random faults: `npx tsx test/long/faults/main.ts --seed 7`, or `--seed 1-200`.
 * Workers are killed and stopped, clocks set, disks full or slow, and connections cut, while services send. Fails
 * unless every delivery that was answered is handled, in order where that is promised, and none twice without a
 * worker that was lost. A seed decides all faults: it repeats a history that has failed. `--store sqlite` leaves
 * PostgreSQL out.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startPostgres } from "../../postgres/start.js";
import { buildWorker } from "../crash/fleet.js";
import type { StoreKind } from "../crash/setup.js";
import { createPlan, describePlan, type FaultKind, type Plan } from "./plan.js";
import { type History, runHistory } from "./run.js";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1-20" }, store: { type: "string" } },
});
const [first = 1, last = first] = values.seed.split("-").map(Number);
const stores = (["sqlite", "postgres"] as const).filter((kind) => kind === (values.store ?? kind));

await buildWorker();
const counts: Partial<Record<FaultKind, number>> = {};
let deliveries = 0;
let again = 0;
let failures = 0;
const postgres = stores.includes("postgres") ? await startPostgres() : undefined;
try {
  for (let seed = first; seed <= last; seed++) {
    const plan = createPlan(seed, stores);
    for (const { kind } of plan.faults) counts[kind] = (counts[kind] ?? 0) + 1;
    const history = await withPlace(plan, (address) => runHistory(plan, address));
    deliveries += history.answered.size;
    again += history.again;
    if (history.violations.length > 0) failures++;
    print(plan, history);
  }
} finally {
  await postgres?.close();
}
const faults = Object.entries(counts).map(([kind, count]) => `${count} of ${kind}`);
console.log(
  `${last - first + 1} histories, ${deliveries} deliveries answered, ${again} handled again after a loss; ` +
    `faults: ${faults.join(", ")}; ${failures} histories failed`,
);
process.exitCode = failures > 0 ? 1 : 0;

/** Calls back with an empty store, and removes it. */
async function withPlace(
  { seed, store }: Pick<Plan, "seed"> & { readonly store: StoreKind },
  run: (address: string) => Promise<History>,
): Promise<History> {
  if (store === "postgres" && postgres !== undefined) {
    const name = `seed_${seed}`;
    await query(postgres.url, `create database ${name}`);
    try {
      return await run(postgres.url.replace(/\/postgres$/, `/${name}`));
    } finally {
      await query(postgres.url, `drop database ${name} with (force)`);
    }
  }
  const folder = await mkdtemp(join(tmpdir(), "typewire-faults-store-"));
  try {
    return await run(join(folder, "inbox.db"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}

function print(plan: Plan, history: History): void {
  const { answered, handled, again, late, refused, repeated, violations } = history;
  const { seed, store, workers, faults } = plan;
  console.log(
    `seed ${seed}: ${store}, ${workers} at once, ${faults.length} faults, ${answered.size} answered, ` +
      `${handled} handled, ${again} again, ${late} late, ${refused} refused, ${repeated} sent twice, ` +
      `${violations.length} violations`,
  );
  if (violations.length === 0) return;
  console.log(describePlan(plan));
  for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`);
}
