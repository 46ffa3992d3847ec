/**
 * Kills servers with an inbox at random moments, while 32 connections send deliveries, one of which
 * ends every process that handles it. Fails unless everything else that was answered is handled,
 * nothing is handled twice but what was being handled at a kill, and that one alone is dead.
 * `--store sqlite --workers 2 --kills 20 --poison memory` narrows it down. With `--crashes 3`, PostgreSQL
 * itself crashes as often; `--postgres system --setting synchronous_commit=off` runs the server of the
 * distribution, with this setting.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCrashTest, type CrashResult, type CrashTest } from "./run.js";
import { LEASE, type PoisonKind, type StoreKind } from "./setup.js";
import { type PostgresPrograms, startPostgres } from "../../postgres/start.js";

const { values } = parseArgs({
  options: {
    store: { type: "string" },
    workers: { type: "string" },
    kills: { type: "string", default: "20" },
    poison: { type: "string", default: "kill" },
    crashes: { type: "string", default: "0" },
    postgres: { type: "string" },
    setting: { type: "string", multiple: true, default: [] as string[] },
  },
});
const stores: readonly StoreKind[] = ["sqlite", "postgres"];
const poison = values.poison as PoisonKind; // of the command line
const workerCounts = values.workers === undefined ? [1, 2, 4] : [Number(values.workers)];

let isBroken = false;
for (const store of stores.filter((name) => name === (values.store ?? name))) {
  for (const workers of workerCounts) {
    const kills = Number(values.kills);
    const result = await withPlace(store, (place) =>
      runCrashTest({ store, ...place, workers, kills, lease: LEASE, poison }),
    );
    print(`${store}, ${workers} at once`, result);
    isBroken ||= result.violations.length > 0;
  }
}
process.exitCode = isBroken ? 1 : 0;

/** Calls back with an empty store, and removes it. */
async function withPlace<Result>(
  store: StoreKind,
  run: (place: Pick<CrashTest, "address" | "server">) => Promise<Result>,
): Promise<Result> {
  if (store === "postgres") {
    const programs = values.postgres as PostgresPrograms | undefined; // of the command line
    const started = await startPostgres(values.setting, programs);
    const server = { ...started, crashes: Number(values.crashes) };
    try {
      return await run({ address: started.url, server });
    } finally {
      await started.close();
    }
  }
  const folder = await mkdtemp(join(tmpdir(), "typewire-crash-store-"));
  try {
    return await run({ address: join(folder, "inbox.db") });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function print(name: string, result: CrashResult): void {
  const { answered, handled, again, underWay, late, refused, repeated, crashes, rate } = result;
  const { violations } = result;
  console.log(
    `${name}: ${values.kills} kills, ${answered.size} deliveries answered (${Math.round(rate)} a second), ` +
      `${handled} handled, ` +
      `${again} of ${underWay} that were under way at a kill handled again, ` +
      `${late} handled for longer than their deadline, ` +
      `${crashes} processes ended by the poison, ` +
      `${refused} requests refused and sent again, ${repeated} sent twice, ` +
      `${violations.length} violations`,
  );
  for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`);
}
