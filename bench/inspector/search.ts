/**
 * Receives 200 deliveries a second into an inbox in SQLite that stores 100,000 before, alone and while the page
 * searches, in turns, and prints how much the search adds to the 99th percentile of the answers: the median of the
 * rounds, because other programs of the machine slow down some of them. The sender is a process of its own, as services
 * are.
 *
 *     npx tsx bench/inspector/search.ts [STORED] [SECONDS]
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createNodeMiddleware, Webhooks } from "../../generated/index.js";
import { createInbox } from "../../src/inbox/inbox.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import { createNodeInspector } from "../../src/inspector/node.js";
import { median } from "../harness/measure.js";

const [STORED = 100_000, SECONDS = 15] = process.argv.slice(2).map(Number);
const RATE = 200;
/** Each has a part of the seconds alone, and as long a part with searches. */
const ROUNDS = 5;
const SECRET = "secret of the bench";
/** Milliseconds that a search may add. */
const MAX_ADDED = 20;

/**
 * Searches of all kinds: what few deliveries hold, what none holds, what all hold but for one term, and a text that
 * all hold in another member, so that each is compared.
 */
const SEARCHES = [
  "number:77777",
  '"held by none"',
  "repository:acme action:opened number:12345",
  "repository:steps",
];

if (process.send === undefined) await measure();
else process.on("message", ({ url, seconds }: Job) => void send(url, seconds));

interface Job {
  readonly url: string;
  readonly seconds: number;
}

function createBody(number: number): string {
  const issue = { number, title: `Issue ${number}`, body: "Steps to repeat it. ".repeat(40) };
  return JSON.stringify({ action: "opened", issue, repository: { full_name: "acme/app" } });
}

// ---- Receiver

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "typewire-search-"));
  const webhooks = new Webhooks({ secret: SECRET, log: {} });
  webhooks.on("issues.opened", () => undefined);
  const store = openSqliteStore(join(folder, "inbox.db"));
  const inbox = createInbox({ webhooks, store });
  await fill(webhooks, inbox);
  await inbox.start();
  // Otherwise the handlers of what was stored before would be measured.
  while ((await inbox.stats()).waiting > 0)
    await new Promise((resolve) => setTimeout(resolve, 200));
  const receive = createNodeMiddleware(inbox, { log: {} });
  const inspect = createNodeInspector(inbox);
  const server = createServer((request, response) => {
    void receive(request, response).then((isOwn) => isOwn || inspect(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port = 0 } = server.address() as { port?: number }; // it listens on TCP
  const origin = `http://127.0.0.1:${port}`;
  const sender = fork(fileURLToPath(import.meta.url), { execArgv: process.execArgv });
  const job = { url: `${origin}/api/vendor/webhooks`, seconds: SECONDS / ROUNDS };
  await ask(sender, job); // warms up
  const alone: Percentiles[] = [];
  const during: Percentiles[] = [];
  let searches = 0;
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await ask(sender, job));
    const stop = new AbortController();
    const searching = search(`${origin}/inspector/api/deliveries`, round, stop.signal);
    during.push(await ask(sender, job));
    stop.abort();
    searches += await searching;
  }
  print("alone", alone);
  print("searching", during);
  const added = median(during.map(({ p99 }) => p99)) - median(alone.map(({ p99 }) => p99));
  console.log(`${searches} searches among ${STORED}; they add ${added.toFixed(1)} ms to the p99.`);
  if (added > MAX_ADDED) process.exitCode = 1;
  sender.kill();
  server.closeAllConnections();
  server.close();
  await inbox.drain();
  rmSync(folder, { recursive: true, force: true });
}

/** Stores deliveries as requests do, but without sockets. */
async function fill(
  webhooks: Webhooks,
  inbox: { verifyAndReceive(delivery: never): Promise<unknown> },
) {
  const groups = 500;
  for (let number = 0; number < STORED; number += groups) {
    const group = Array.from({ length: groups }, (_, index) => createBody(number + index));
    await Promise.all(
      group.map((payload, index) =>
        inbox.verifyAndReceive({
          id: `old-${number + index}`,
          name: "issues",
          payload,
          signature: webhooks.sign(payload),
        } as never),
      ),
    );
  }
}

/** Searches again and again, and returns the number of searches that came to an end. */
async function search(url: string, first: number, signal: AbortSignal): Promise<number> {
  for (let count = 0; ; count++) {
    const text = encodeURIComponent(SEARCHES[(first + count) % SEARCHES.length] ?? "");
    try {
      await (await fetch(`${url}?limit=500&q=${text}`, { signal })).json();
    } catch (error) {
      if (signal.aborted) return count;
      throw error;
    }
  }
}

function ask(sender: ChildProcess, job: Job): Promise<Percentiles> {
  sender.send(job);
  return new Promise((resolve) => sender.once("message", resolve));
}

function print(name: string, rounds: readonly Percentiles[]): void {
  const p50 = median(rounds.map((round) => round.p50)).toFixed(1);
  const high = rounds.map(({ p99 }) => p99.toFixed(1)).join(", ");
  const count = rounds.reduce((sum, each) => sum + each.count, 0);
  console.log(`${name}: p50 ${p50} ms, p99 of each round ${high} ms, ${count} answers`);
}

// ---- Sender

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}

async function send(url: string, seconds: number): Promise<void> {
  const webhooks = new Webhooks({ secret: SECRET });
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const begin = performance.now();
  for (let count = 0; count < RATE * seconds; count++) {
    const due = begin + (count * 1_000) / RATE;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const body = createBody(1_000_000 + count);
    const headers = {
      "content-type": "application/json",
      "x-vendor-event": "issues",
      "x-vendor-delivery": crypto.randomUUID(),
      "x-hub-signature-256": webhooks.sign(body),
    };
    running.push(
      fetch(url, { method: "POST", headers, body }).then(async (response) => {
        await response.text();
        if (response.status !== 202) throw new Error(`The answer is ${response.status}.`);
        times.push(performance.now() - due); // from when it was due: a slow answer delays no other
      }),
    );
  }
  await Promise.all(running);
  times.sort((left, right) => left - right);
  const pick = (share: number): number => times[Math.ceil(share * times.length) - 1] ?? 0;
  process.send?.({ p50: pick(0.5), p99: pick(0.99), count: times.length });
}
