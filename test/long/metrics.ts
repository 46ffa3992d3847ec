/**
 * Puts many deliveries through an inbox, half of them under names that nobody has declared, reads its metrics at
 * intervals, and prints the number of label sets, the size of the text and the heap. Fails unless all stay flat from
 * the first tenth on. `npx tsx test/long/metrics.ts 100000` takes a minute.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhooks } from "../../generated/index.js";
import { createInbox } from "../../src/inbox/inbox.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import { parseOpenMetrics } from "../inbox/observe/open-metrics.js";
import { collectGarbage } from "../security/load/memory.js";

const total = Number(process.argv[2] ?? 100_000);
const REPORTS = 10;
const GROUP = 500;
const NAMES = ["issues", "push", "ping", "star"];
/** Growth of the heap that is noise: caches of the engine and of the store. */
const MAX_GROWTH = 3 * 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), "typewire-metrics-"));
const webhooks = new Webhooks({ secret: "secret of the test", log: {} });
webhooks.onAny(() => undefined);
const inbox = createInbox({ webhooks, store: openSqliteStore(join(folder, "inbox.db")), log: {} });
await inbox.start();

const reports: Report[] = [];
for (let count = 0; count < total; count += total / REPORTS) {
  for (let first = count; first < count + total / REPORTS; first += GROUP) await receive(first);
  while ((await inbox.stats()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  reports.push(await report(count + total / REPORTS));
}
await inbox.drain();
rmSync(folder, { recursive: true });

const [start, end] = [reports[0], reports.at(-1)];
const isFlat =
  start !== undefined &&
  end !== undefined &&
  end.samples === start.samples &&
  end.heap - start.heap < MAX_GROWTH;
console.log(isFlat ? "flat" : "NOT flat");
process.exitCode = isFlat ? 0 : 1;

async function receive(first: number): Promise<void> {
  const payload = '{"action":"opened"}';
  const signature = webhooks.sign(payload);
  const numbers = Array.from({ length: GROUP }, (_, index) => first + index);
  await Promise.all(
    numbers.map((number) => {
      const name = number % 2 === 0 ? NAMES[(number / 2) % NAMES.length] : `forged_${number}`;
      const delivery = { id: `delivery-${number}`, name, payload, signature };
      return inbox.verifyAndReceive(delivery as never); // with names that are not declared
    }),
  );
}

async function report(count: number): Promise<Report> {
  const text = await inbox.metrics();
  const samples = parseOpenMetrics(text).flatMap((family) => family.samples).length;
  collectGarbage();
  const heap = process.memoryUsage().heapUsed;
  const megabytes = (heap / 1024 / 1024).toFixed(1);
  console.log(
    `${count} deliveries: ${samples} label sets, ${text.length} characters, ${megabytes} MiB`,
  );
  return { samples, heap };
}

interface Report {
  /** Number of the names with their labels. */
  readonly samples: number;
  /** Bytes in use after a garbage collection. */
  readonly heap: number;
}
