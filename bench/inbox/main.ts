/**
 * What an inbox costs: how many deliveries a second it makes durable, beside bare inserts with the
 * same durability and beside graphile-worker; how long a handler waits for an answered delivery; how
 * much memory a waiting one takes. Fails when a limit is broken.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openPostgresStore } from "../../src/inbox/postgres-store.js";
import { openSqliteStore } from "../../src/inbox/sqlite-store.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { startPostgres } from "../../test/postgres/start.js";
import { median } from "../harness/median.js";
import { printTable, showFigure } from "../harness/report.js";
import { rotate } from "../harness/rotate.js";
import { recordings } from "../webhooks/recordings.js";
import { measureCalls, measureEnqueue, type Delivery } from "./enqueue.js";
import { measureLatency, measureMemory } from "./latency.js";
import { graphileSingle, postgresSubjects } from "./postgres.js";
import { sqliteSubjects } from "./sqlite.js";
import type { Subject } from "./subject.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" },
    folder: { type: "string", default: "." }, // a temporary folder may be in memory
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

/** The lowest ratio to bare inserts, and the highest figures otherwise. */
const LEAST_RATIO = 0.7;
const MAX_WAIT = 20; // milliseconds, the 99th percentile
const MAX_BYTES = 16;

const bodies = recordings.map(({ name, payload }) => {
  return { name, body: payload, digest: createHash("sha256").update(payload).digest("hex") };
});
let created = 0;
const broken: string[] = [];

const folder = mkdtempSync(join(values.folder, ".bench-inbox-"));
const server = await startPostgres();
try {
  const file = join(folder, "inbox.db");
  await compare("SQLite", sqliteSubjects, file, LEAST_RATIO);
  await compare("PostgreSQL", [...postgresSubjects, graphileSingle], server.url);
  await look("SQLite", (name) => openSqliteStore(join(folder, `${name}.db`)));
  await look("PostgreSQL", (name) => openPostgresStore(server.url, { schema: name }));
} finally {
  await server.close();
  rmSync(folder, { recursive: true });
}
for (const line of broken) console.error(`Limit broken: ${line}`);
process.exitCode = broken.length === 0 ? 0 : 1;

/** Subjects take turns; each figure is the median of the rounds. */
async function compare(
  engine: string,
  subjects: readonly Subject[],
  address: string,
  least?: number,
): Promise<void> {
  const rates = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < rounds; round++) {
    for (const subject of rotate(subjects, round)) {
      const opened = await subject.open(address);
      const rate = await (subject === graphileSingle
        ? measureCalls(() => opened.write([createDelivery()]), seconds)
        : measureEnqueue(opened.write, createDelivery, seconds));
      rates.get(subject)?.push(rate);
      await opened.close();
    }
  }
  const middle = (subject: Subject | undefined): number =>
    median((subject && rates.get(subject)) ?? []);
  const [own, bare, ...peers] = subjects;
  const lines = subjects.map((subject) => [
    subject.name,
    middle(subject),
    middle(subject) / middle(bare),
  ]);
  console.log(`${printTable([engine, "deliveries a second", "× bare inserts"], lines)}\n`);
  const ratio = middle(own) / middle(bare);
  if (least !== undefined && !(ratio >= least)) {
    broken.push(`${engine}: ${showFigure(ratio)} of bare inserts, at least ${least}`);
  }
  for (const peer of peers) {
    if (!(middle(own) > middle(peer))) broken.push(`${engine}: slower than ${peer.name}`);
  }
}

async function look(engine: string, open: (name: string) => InboxStore): Promise<void> {
  const { rate, p50, p99 } = await measureLatency(open("latency"), seconds);
  const bytes = await measureMemory(open("memory"), 8_192);
  const head = [engine, "figure", "at most"];
  const lines = [
    ["deliveries a second: half of the load", Math.round(rate)],
    ["from answer to handler, p50, ms", p50],
    ["from answer to handler, p99, ms", p99, MAX_WAIT],
    ["memory of a waiting delivery, bytes", Math.max(0, Math.round(bytes)), MAX_BYTES],
  ];
  console.log(`${printTable(head, lines)}\n`);
  if (!(p99 <= MAX_WAIT)) broken.push(`${engine}: ${showFigure(p99)} ms to the handler`);
  if (!(bytes <= MAX_BYTES)) broken.push(`${engine}: ${showFigure(bytes)} bytes of memory`);
}

/** A recorded payload under a new id. */
function createDelivery(): Delivery {
  const recorded = bodies[created++ % bodies.length];
  if (recorded === undefined) throw new Error("There are no recordings.");
  return { ...recorded, id: randomUUID(), orderKey: undefined };
}
