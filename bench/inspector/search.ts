/**
 * Measures how much searches of the page slow down an inbox in SQLite that already stores 100,000 deliveries. It
 * receives 200 more a second, first alone and then while the page searches, in turns. Prints how much the searches add
 * to the 99th percentile of the answers: the median of the rounds, because other programs of the machine slow down some
 * of them. The sender (`search-sender.ts`) is a process of its own, as services are.
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
import type { Inbox } from "../../src/inbox/types.js";
import { createNodeInspector } from "../../src/inspector/node.js";
import { median } from "../harness/measure.js";
import { nextMessage } from "../harness/process.js";
import { createBody, type Percentiles, SECRET, type SenderJob } from "./search-deliveries.js";

const [STORED = 100_000, SECONDS = 15] = process.argv.slice(2).map(Number);
/** Each round measures a part of the seconds without searches, and as many seconds with them. */
const ROUNDS = 5;
/** Milliseconds that a search may add. */
const MAX_ADDED = 20;

const SEARCHES = [
  "number:77777", // one delivery matches
  '"held by none"', // no delivery has the text
  "repository:acme action:opened number:12345", // all match the first two terms, and one the third
  "repository:steps", // all have the text, but in another member, so that each has to be read
];

const folder = mkdtempSync(join(tmpdir(), "typewire-search-"));
const webhooks = new Webhooks({ secret: SECRET, log: {} });
webhooks.on("issues.opened", () => undefined);
const inbox = createInbox({ webhooks, store: openSqliteStore(join(folder, "inbox.db")) });
await fill(inbox);
await inbox.start();
await settle(inbox);
const { origin, close } = await serve(inbox);
const sender = fork(fileURLToPath(new URL("search-sender.ts", import.meta.url)), {
  execArgv: process.execArgv,
});
try {
  await measureRounds();
} finally {
  sender.kill();
  close();
  await inbox.drain();
  rmSync(folder, { recursive: true, force: true });
}

async function measureRounds(): Promise<void> {
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
}

// ---- Receiver

/** Stores deliveries as requests do, but without sockets. */
async function fill(receiver: Inbox): Promise<void> {
  const groupSize = 500;
  for (let number = 0; number < STORED; number += groupSize) {
    const group = Array.from({ length: groupSize }, (_, index) => createBody(number + index));
    await Promise.all(
      group.map((payload, index) => {
        const signature = webhooks.sign(payload);
        const delivery = { id: `old-${number + index}`, name: "issues", payload, signature };
        return receiver.verifyAndReceive(delivery as never);
      }),
    );
  }
}

/** Waits for the handlers of what was stored before, which would be measured otherwise. */
async function settle(receiver: Inbox): Promise<void> {
  while ((await receiver.stats()).waiting > 0)
    await new Promise((resolve) => setTimeout(resolve, 200));
}

/** Serves the receiver and the inspector on one port. */
async function serve(receiver: Inbox) {
  const receive = createNodeMiddleware(receiver, { log: {} });
  const inspect = createNodeInspector(receiver);
  const server = createServer((request, response) => {
    void receive(request, response).then((isOwn) => isOwn || inspect(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port = 0 } = server.address() as { port?: number }; // it listens on TCP
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

// ---- Subjects of a round

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

/** Resolves with the answer of the sender. Rejects when it ends before, as it does when a delivery fails. */
function ask(child: ChildProcess, job: SenderJob): Promise<Percentiles> {
  const answered = nextMessage(child) as Promise<Percentiles>; // its only message for a job
  child.send(job);
  return answered;
}

function print(name: string, rounds: readonly Percentiles[]): void {
  const p50 = median(rounds.map((round) => round.p50)).toFixed(1);
  const p99 = rounds.map((round) => round.p99.toFixed(1)).join(", ");
  const count = rounds.reduce((sum, round) => sum + round.count, 0);
  console.log(`${name}: p50 ${p50} ms, p99 of each round ${p99} ms, ${count} answers`);
}
