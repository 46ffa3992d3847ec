/**
 * Measures the cost of an inbox: durable deliveries per second, beside equally durable bare inserts and
 * graphile-worker; the time from an answer to the handler; and the memory of a waiting delivery. Exits
 * with 1 when a limit is broken. `--write` writes the table into the README. `--postgres system
 * --setting jit=on` measures on the PostgreSQL of the distribution, with this setting.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import type { Arrival, InboxStore } from "../../src/inbox/store.js";
import { type PostgresPrograms, startPostgres } from "../../test/postgres/start.js";
import { measureInTurns, median, type Row } from "../harness/measure.js";
import { report } from "../harness/table.js";
import { recordings } from "../sustained/deliveries.js";
import { measureCalls, measureLatency, measureMemory } from "./measures.js";
import { bareInserts, type Open, postgresWriters, sqliteWriters, type Writer } from "./writers.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" },
    write: { type: "boolean", default: false },
    postgres: { type: "string" },
    setting: { type: "string", multiple: true, default: [] as string[] },
  },
});
const seconds = Number(values.seconds);

const bodies = recordings.map(({ name, payload }) => ({
  name,
  body: payload,
  orderKey: undefined,
  digest: createHash("sha256").update(payload).digest("hex"),
}));
let createdCount = 0;

const folder = mkdtempSync(".bench-inbox-"); // a temporary folder may be in memory
const programs = values.postgres as PostgresPrograms | undefined; // of the command line
const server = await startPostgres(values.setting, programs);
try {
  const file = join(folder, "inbox.db");
  const openFile = (name: string): InboxStore => openSqliteStore(join(folder, `${name}.db`));
  const openSchema = (schema: string) => openPostgresStore(server.url, { schema });
  const rows = [
    await compare("SQLite", sqliteWriters, file, { "bare inserts": 1.43 }),
    ...(await measureLatencyAndMemory("SQLite", openFile)),
    await compare("PostgreSQL", [...postgresWriters, bareInserts], server.url, {
      "graphile-worker": 1,
      "bare inserts": 1.43,
    }),
    ...(await measureLatencyAndMemory("PostgreSQL", openSchema)),
  ];
  report("inbox", rows, { isWritten: values.write });
} finally {
  await server.close();
  rmSync(folder, { recursive: true });
}

/**
 * Measures the writers in turns: the store, then its peers. Each figure is the median of the rounds.
 * @param limits the most time that a delivery may take, as a multiple of the time of each peer.
 */
async function compare(
  engine: string,
  writers: readonly Open[],
  address: string,
  limits: Readonly<Record<string, number>>,
): Promise<Row> {
  const rates = await measureInTurns(writers, Number(values.rounds), async (open) => {
    const writer = await open(address);
    const rate = await measureWriter(writer);
    await writer.close();
    return rate;
  });
  const [ourRate = NaN, ...peerRates] = rates.map(median);
  const peers = Object.entries(limits).map(([peer, atMost], index) => {
    return { peer, atMost, rate: peerRates[index] ?? NaN };
  });
  return {
    job: `${engine}: durable deliveries`,
    measure: "per second",
    figure: ourRate,
    beside: Object.fromEntries(peers.map(({ peer, rate }) => [peer, rate])),
    limits: peers.map(({ peer, atMost, rate }) => {
      return { measure: `× time of ${peer}`, figure: rate / ourRate, atMost };
    }),
  };
}

/**
 * Counts durable deliveries per second, while each producer waits for its own. Deliveries that arrive
 * during the write of a group are the next group, for every writer alike.
 */
function measureWriter({ write }: Writer): Promise<number> {
  let waiting: { readonly delivery: Arrival; readonly resolve: () => void }[] = [];
  let isWriting = false;
  const flush = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await write(group.map(({ delivery }) => delivery));
      for (const { resolve } of group) resolve();
      await Promise.resolve(); // producers add their next deliveries
    }
    isWriting = false;
  };
  const enqueue = (delivery: Arrival): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ delivery, resolve });
      if (!isWriting) setImmediate(() => void (isWriting || flush().catch(reject)));
    });
  return measureCalls(() => enqueue(createDelivery()), seconds);
}

async function measureLatencyAndMemory(
  engine: string,
  open: (name: string) => InboxStore,
): Promise<readonly Row[]> {
  const { rate, p99 } = await measureLatency(open("latency"), seconds);
  const bytes = Math.max(0, Math.round(await measureMemory(open("memory"), 8_192)));
  const beside = { "at half of the load, per second": Math.round(rate) };
  const job = `${engine}: from answer to handler`;
  return [
    { job, measure: "ms, p99", figure: p99, atMost: 20, beside },
    { job: `${engine}: waiting delivery`, measure: "bytes", figure: bytes, atMost: 16 },
  ];
}

/** A recorded payload under a new id. */
function createDelivery(): Arrival {
  const recorded = bodies[createdCount++ % bodies.length];
  if (recorded === undefined) throw new Error("There are no recordings.");
  return { ...recorded, id: randomUUID() };
}
