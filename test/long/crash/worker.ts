/** One process with an inbox behind an HTTP server. It is killed at any moment, and gets the faults of its parent. */
import { setClock } from "./clock.js";
import { openSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createInbox } from "../../../src/inbox/inbox.js";
import { openFile } from "../../../src/inbox/sqlite/engine.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { createNodeMiddleware, Webhooks } from "../../../generated/index.js";
import { openStore } from "./open-store.js";
import { createRandom } from "../../random.js";
import {
  CONCURRENCY,
  PATH,
  POISON,
  SECRET,
  type PoisonKind,
  type WorkerFault,
  type WorkerSetup,
} from "./setup.js";

const setup = JSON.parse(process.argv[2] ?? "") as WorkerSetup;
const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const CRASHES: Readonly<Record<PoisonKind, () => void>> = {
  exit: () => process.exit(1),
  kill: () => process.kill(process.pid, "SIGKILL"),
  memory: () => {
    const held: string[][] = [];
    for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => `${held.length}/${index}`));
  },
  loop: () => {
    for (;;); // until a supervisor ends it
  },
  throw: () => {
    setTimeout(() => {
      throw new Error("A delivery ends its process.");
    }, 0);
  },
};

/** A number below 1. With a seed, it is the same for each handling of a delivery. */
function chance(id: string): number {
  if (setup.seed === undefined) return Math.random();
  return createRandom(setup.seed + Number(id.replace(/\D/g, "")))();
}

// With a handle, faults reach the connection of the store.
const db = setup.store === "sqlite" ? await openFile(setup.address) : undefined;

const FAULTS: { readonly [Kind in WorkerFault["kind"]]: (fault: never) => void } = {
  clock: ({ ahead }: WorkerFault & { kind: "clock" }) => setClock(ahead),
  // The limit cannot be below the size that the file has.
  full: ({ isFull }: WorkerFault & { kind: "full" }) =>
    db?.exec(`PRAGMA max_page_count = ${isFull ? 1 : 1_000_000_000}`),
};
process.on("message", (fault: WorkerFault) => FAULTS[fault.kind](fault as never)); // by its kind

const webhooks = new Webhooks({ secret: SECRET, log });
const journal = openSync(setup.journal, "a");
const note = (what: string, id: string) => writeSync(journal, `${what} ${id} ${process.pid}\n`);
webhooks.onAny(async (event) => {
  const { id } = event;
  note("start", id);
  await delay(10 * chance(id));
  if (id === POISON) CRASHES[setup.poison]();
  note("end", id);
  await delay(0); // so that a signal is aborted whose time came while this process stood still
  const { signal } = event as { readonly signal?: AbortSignal }; // an inbox adds it
  if (signal?.aborted) note("late", id);
});

const inbox = createInbox({
  webhooks,
  store: db === undefined ? openStore(setup.store, setup.address) : openSqliteStore(db),
  concurrency: CONCURRENCY,
  timeout: setup.lease - 500,
  lease: setup.lease,
  retries: { limit: 2, delay: 100 },
  pollInterval: 100,
  orderBy: ({ payload }) => payload["line"] as string | undefined, // see createDelivery
  log,
});
const middleware = createNodeMiddleware(inbox, { path: PATH });
const server = createServer((request, response) => void middleware(request, response));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // a server on a port has no other
  void inbox.start().then(() => {
    process.send?.(port);
    setInterval(() => process.send?.("alive"), 200);
  });
});
process.on("disconnect", () => process.exit()); // the parent has ended
