/** One process with an inbox behind an HTTP server. It is killed at any moment. */
import { openSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createInbox } from "../../../src/inbox/inbox.js";
import { createNodeMiddleware, Webhooks } from "../../../generated/index.js";
import { openStore } from "./open-store.js";
import { CONCURRENCY, PATH, POISON, SECRET, type PoisonKind, type WorkerSetup } from "./setup.js";

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

const webhooks = new Webhooks({ secret: SECRET, log });
const journal = openSync(setup.journal, "a");
const note = (what: string, id: string) => writeSync(journal, `${what} ${id} ${process.pid}\n`);
webhooks.onAny(async (event) => {
  const { id } = event;
  note("start", id);
  await delay(Math.random() * 10);
  if (id === POISON) CRASHES[setup.poison]();
  note("end", id);
  await delay(0); // so that a signal is aborted whose time came while this process stood still
  const { signal } = event as { readonly signal?: AbortSignal }; // an inbox adds it
  if (signal?.aborted) note("late", id);
});

const inbox = createInbox({
  webhooks,
  store: openStore(setup.store, setup.address),
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
