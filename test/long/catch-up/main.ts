/**
 * A service that cannot be relied on, and workers that are killed: 10,000 deliveries, of which a fifth is never sent,
 * two workers, 30 kills. The service's clock is an hour away, it lists deliveries late, twice and out of order, limits
 * the rate, restarts, and three times refuses all requests: the webhook is gone (404), the credential has no right
 * (403), or is wrong (401). Fails unless every delivery is handled, none twice but what a killed worker was handling,
 * each refusal is told, and the requests are at most twice the least possible. `--store sqlite --style github --count
 * 10000 --kills 30 --seconds 90 --seed 1` narrows it down.
 */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  countLeast,
  LyingService,
  type Sent,
  type Style,
} from "../../inbox/catch-up/lying-service.js";
import { startPostgres } from "../../postgres/start.js";
import { createRandom } from "../../random.js";
import type { StoreKind } from "../crash/setup.js";
import { Fleet } from "./fleet.js";

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
  const facts = judge(readJournal(journal), service, { lists, fleet, arrived });
  const text = Object.entries(facts.told).map(([name, value]) => `${name} ${value}`);
  const head = `${facts.isGood ? "good" : "BROKEN"}: ${store}, ${style}, a clock an hour ${isAhead ? "ahead" : "behind"}`;
  process.stdout.write(`${head}: ${text.join(", ")}\n`);
  if (!facts.isGood) process.exitCode = 1;
}

// ---- The service: its lists, and what it sends

interface Lists {
  readonly url: string;
  /** Number of the items that were new to each reading. */
  readonly newItems: readonly number[];
  /** Readings of a list that grew before their last page. */
  readonly grown: () => number;
  /** Ids that were listed before they arrived. */
  readonly listedFirst: ReadonlySet<string>;
  close(): void;
}

async function serveLists(service: LyingService, arrived: ReadonlySet<string>): Promise<Lists> {
  const newItems: number[] = [];
  const grown = new Set<number>();
  const listedFirst = new Set<string>();
  let known = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://service.test");
    const { status, headers, body } = service.answer(url);
    const text = JSON.stringify(body);
    response.writeHead(status, headers).end(text);
    if (status !== 200) return;
    for (const [id] of text.matchAll(/(?:github|stripe|svix)-\d+/g))
      if (!arrived.has(id)) listedFirst.add(id);
    if (/\/deliveries\/\d+$/.test(url.pathname)) return; // a payload
    if (!/[?&](?:cursor|starting_after|iterator)=/.test(url.search)) {
      newItems.push(service.sent.length - known);
      known = service.sent.length;
    } else if (service.sent.length > known) grown.add(newItems.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  const url = `http://127.0.0.1:${port}`;
  return { url, newItems, listedFirst, grown: () => grown.size, close: () => server.close() };
}

interface Receivers {
  readonly fleet: Fleet;
  readonly arrived: Set<string>;
  /** Tells if a worker has logged that the lists are refused with a status. */
  readonly isTold: (status: number) => boolean;
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

// ---- Verdict

interface Journal {
  readonly handled: readonly {
    readonly worker: string;
    readonly id: string;
    readonly via: string;
  }[];
  readonly dead: number;
  /** What the logs tell of failures. */
  readonly errors: readonly string[];
}

function readJournal(path: string): Journal {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const select = (name: string) => lines.filter((line) => line.startsWith(`${name} `));
  const handled = lines
    .filter((line) => /^w\d+ /.test(line))
    .map((line) => line.split(" "))
    .map(([worker = "", id = "", via = ""]) => ({ worker, id, via }));
  return { handled, dead: select("dead").length, errors: select("error") };
}

function tellsOf(status: number): (line: string) => boolean {
  return (line) => line.includes(`status ${status}`);
}

interface Witnesses {
  readonly lists: Lists;
  readonly fleet: Fleet;
  readonly arrived: ReadonlySet<string>;
}

function judge(
  { handled, dead, errors }: Journal,
  service: LyingService,
  { lists, fleet: { killed }, arrived }: Witnesses,
): { readonly isGood: boolean; readonly told: Readonly<Record<string, string | number>> } {
  const workersOf = new Map<string, string[]>();
  for (const { worker, id } of handled) workersOf.set(id, [...(workersOf.get(id) ?? []), worker]);
  const lost = service.sent.filter(({ id }) => !workersOf.has(id)).length;
  const twice = [...workersOf.values()].filter((each) => each.length > 1);
  const wrong = twice.filter((each) => each.slice(0, -1).some((worker) => !killed.has(worker)));
  const missing = count - arrived.size;
  const requests = service.answered.pages + service.answered.payloads;
  const least = countLeast(service, missing, lists.newItems);
  const told = REFUSALS.filter(({ status }) => errors.some(tellsOf(status)));
  const isGood =
    lost + wrong.length + dead === 0 &&
    killed.size === kills &&
    told.length === REFUSALS.length &&
    requests <= 2 * least;
  return {
    isGood,
    told: {
      sent: service.sent.length,
      "never arrived": missing,
      kills: killed.size,
      "lost in the end": lost,
      "handled again after a kill": twice.length - wrong.length,
      "handled twice without": wrong.length,
      dead,
      fetched: handled.filter(({ via }) => via === "catch-up").length,
      "listed before they arrived": [...lists.listedFirst].filter((id) => arrived.has(id)).length,
      "readings of a list that grew meanwhile": `${lists.grown()} of ${lists.newItems.length}`,
      "refusals told": told.map(({ status }) => status).join(" "),
      "requests refused": service.refused,
      requests,
      "least possible": least,
      ratio: (requests / least).toFixed(2),
    },
  };
}
