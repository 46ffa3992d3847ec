/**
 * Puts many deliveries through a store in SQLite while its clock runs, and prints the size of the file
 * every few seconds. Fails when the file grows in the second half: retention must keep it bounded.
 * `npx tsx test/long/inbox-retention.ts 1000000` takes some minutes.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";

const total = Number(process.argv[2] ?? 1_000_000);
const GROUP = 500;
const DAY = 86_400_000;
/** Deliveries that arrive in a day of the store's clock. */
const PER_DAY = 10_000;
const body = new TextEncoder().encode(JSON.stringify({ text: "x".repeat(2_000) }));
const digest = createHash("sha256").update(body).digest("hex");

/** In milliseconds. */
const REPORT_INTERVAL = 5_000;
const startedAt = performance.now();
let reportedAt = startedAt;
const largest = { first: 0, second: 0 };

const folder = mkdtempSync(join(tmpdir(), "typewire-retention-"));
const path = join(folder, "inbox.db");
let now = Date.now();
const store = openSqliteStore(path);
const keep = { dedupeFor: 7 * DAY, keepFor: 3 * DAY, keepDeadFor: 30 * DAY };
await store.open({
  ...keep,
  lease: 60_000,
  longestDelay: DAY,
  waitAfterLoss: () => DAY,
  clock: () => now,
});
for (let count = 0; count < total; count += GROUP) {
  const arrivals = Array.from({ length: GROUP }, (_, index) => {
    return { id: `delivery-${count + index}`, name: "push", body, digest, orderKey: undefined };
  });
  const { claimed } = await store.commit({
    renewals: [],
    outcomes: [],
    arrivals,
    room: GROUP,
    from: "ordinary",
  });
  const outcomes = claimed.map(({ key, token }) => {
    return { key, token, end: "done" as const, done: ["event/1"], errors: [] };
  });
  await store.commit({ renewals: [], outcomes, arrivals: [], room: 0, from: "ordinary" });
  now += (DAY / PER_DAY) * GROUP;
  while (await store.prune());
  report(count + GROUP);
}
await store.close();
rmSync(folder, { recursive: true });

console.log(
  `The largest size: ${showSize(largest.first)}, in the second half ${showSize(largest.second)}`,
);
if (largest.second > largest.first * 1.05) {
  console.error("The file grows: retention does not keep it bounded.");
  process.exitCode = 1;
}

function report(done: number): void {
  const { size } = statSync(path);
  const half = done <= total / 2 ? "first" : "second";
  largest[half] = Math.max(largest[half], size);
  if (performance.now() - reportedAt < REPORT_INTERVAL && done < total) return;
  reportedAt = performance.now();
  const seconds = Math.round((reportedAt - startedAt) / 1_000);
  const log = showSize(statSync(`${path}-wal`).size);
  console.log(
    `${done} of ${total} deliveries in ${seconds} s: ${showSize(size)}, write-ahead log ${log}`,
  );
}

function showSize(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
