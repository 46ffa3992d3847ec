/**
 * Measures the cost of an inbox: durable deliveries per second, beside equally durable bare inserts and
 * graphile-worker; the time from an answer to the handler; and the memory of a waiting delivery. Exits
 * with 1 when a limit is broken. `--write` writes the table into the README. `--postgres system
 * --setting jit=on` measures on the PostgreSQL of the distribution, with this setting.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { type PostgresPrograms, startPostgres } from "../../test/postgres/start.js";
import { measureInTurns, median, type Row } from "../harness/measure.js";
import { report } from "../harness/table.js";
import { measureLatency } from "./latency.js";
import { measureMemory } from "./memory.js";
import { measureWriter } from "./throughput.js";
import {
  type Open,
  openGraphileWorker,
  openPostgresInserts,
  openPostgresInbox,
  openSqliteInserts,
  openSqliteInbox,
} from "./writers.js";

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

const folder = mkdtempSync(".bench-inbox-"); // a temporary folder may be in memory
const programs = values.postgres as PostgresPrograms | undefined; // of the command line
const server = await startPostgres(values.setting, programs);
try {
  const file = join(folder, "inbox.db");
  const openFile = (name: string): InboxStore => openSqliteStore(join(folder, `${name}.db`));
  const openSchema = (schema: string) => openPostgresStore(server.url, { schema });
  const rows = [
    await compare("SQLite", file, openSqliteInbox, [
      { name: "bare inserts", open: openSqliteInserts, atMost: 1.43 },
    ]),
    ...(await measureLatencyAndMemory("SQLite", openFile)),
    await compare("PostgreSQL", server.url, openPostgresInbox, [
      { name: "graphile-worker", open: openGraphileWorker, atMost: 1 },
      { name: "bare inserts", open: openPostgresInserts, atMost: 1.43 },
    ]),
    ...(await measureLatencyAndMemory("PostgreSQL", openSchema)),
  ];
  report("inbox", rows, { isWritten: values.write });
} finally {
  await server.close();
  rmSync(folder, { recursive: true });
}

/**
 * Measures a store and its peers in turns: durable deliveries per second. Each figure is the median of the rounds.
 * @param address A path or a URL, where each of them is opened.
 */
async function compare(
  engine: string,
  address: string,
  openStore: Open,
  peers: readonly Peer[],
): Promise<Row> {
  const measure = async (open: Open): Promise<number> => {
    const writer = await open(address);
    const rate = await measureWriter(writer, seconds);
    await writer.close();
    return rate;
  };
  const writers = [openStore, ...peers.map(({ open }) => open)];
  const ratesOf = await measureInTurns(writers, Number(values.rounds), measure);
  const ourRate = median(ratesOf(openStore));
  const measured = peers.map((peer) => ({ ...peer, rate: median(ratesOf(peer.open)) }));
  return {
    job: `${engine}: durable deliveries`,
    measure: "per second",
    figure: ourRate,
    beside: Object.fromEntries(measured.map(({ name, rate }) => [name, rate])),
    limits: measured.map(({ name, atMost, rate }) => {
      return { measure: `× time of ${name}`, figure: rate / ourRate, atMost };
    }),
  };
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

interface Peer {
  readonly name: string;
  readonly open: Open;
  /** The most time that a delivery may take in the store, as a multiple of its time here. */
  readonly atMost: number;
}
