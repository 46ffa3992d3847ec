/**
 * Kills servers with an inbox at random moments, while 32 connections send deliveries, one of which
 * ends every process that handles it. Fails unless everything else that was answered is handled,
 * nothing is handled twice but what was being handled at a kill, and that one alone is dead.
 * `--store sqlite --workers 2 --kills 20 --poison memory` narrows it down.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCrashTest, type CrashResult } from "./run.js";
import { LEASE, type PoisonKind, type StoreKind } from "./setup.js";
import { startPostgres } from "../../postgres/start.js";

const { values } = parseArgs({
  options: {
    store: { type: "string" },
    workers: { type: "string" },
    kills: { type: "string", default: "20" },
    poison: { type: "string", default: "kill" },
  },
});
const stores: readonly StoreKind[] = ["sqlite", "postgres"];
const poison = values.poison as PoisonKind; // of the command line
const workerCounts = values.workers === undefined ? [1, 2, 4] : [Number(values.workers)];

let isBroken = false;
for (const store of stores.filter((name) => name === (values.store ?? name))) {
  for (const workers of workerCounts) {
    const result = await withAddress(store, (address) =>
      runCrashTest({ store, address, workers, kills: Number(values.kills), lease: LEASE, poison }),
    );
    print(`${store}, ${workers} at once`, result);
    isBroken ||= result.violations.length > 0;
  }
}
process.exitCode = isBroken ? 1 : 0;

/** Calls back with the address of an empty store, and removes it. */
async function withAddress<Result>(
  store: StoreKind,
  run: (address: string) => Promise<Result>,
): Promise<Result> {
  if (store === "postgres") {
    const server = await startPostgres();
    return run(server.url).finally(() => server.close());
  }
  const folder = await mkdtemp(join(tmpdir(), "typewire-crash-store-"));
  return run(join(folder, "inbox.db")).finally(() => rm(folder, { recursive: true }));
}

function print(name: string, result: CrashResult): void {
  const { answered, handled, again, underWay, late, refused, repeated, crashes, violations } =
    result;
  console.log(
    `${name}: ${values.kills} kills, ${answered.size} deliveries answered, ${handled} handled, ` +
      `${again} of ${underWay} that were under way at a kill handled again, ` +
      `${late} handled for longer than their deadline, ` +
      `${crashes} processes ended by the poison, ` +
      `${refused} requests refused and sent again, ${repeated} sent twice, ` +
      `${violations.length} violations`,
  );
  for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`);
}
