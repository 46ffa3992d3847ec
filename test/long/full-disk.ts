/**
 * Fills the disk of a store while deliveries arrive over HTTP. The disk is a tmpfs of 96 MB, most of it
 * in use; SQLite has its file there, PostgreSQL its tables. Fails unless deliveries get 503 while the
 * disk is full, everything that was answered 202 is stored and nothing else, and deliveries are taken
 * again once there is room. Mounting needs root; for SQLite, `unshare --map-root-user --mount` is
 * enough.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createNodeMiddleware, Webhooks } from "../../generated/index.js";
import { createInbox } from "../../src/inbox/inbox.js";
import type { Inbox } from "../../src/inbox/types.js";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { createDelivery, PATH, SECRET } from "./crash/setup.js";
import { startPostgres } from "../postgres/start.js";

const BALLAST = 80 * 1024 * 1024;
const MAX_DELIVERIES = 20_000;
const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

await withSmallDisk((disk) => fill("SQLite", openSqliteStore(join(disk, "inbox.db")), disk));
await withSmallDisk(async (disk) => {
  const server = await startPostgres();
  try {
    await fill("PostgreSQL", openPostgresStore(await createSmallDatabase(server.url, disk)), disk);
  } finally {
    await server.close();
  }
});

/** Mounts a small disk with a file that can be deleted to make room, and unmounts it afterwards. */
async function withSmallDisk(use: (disk: string) => Promise<void>): Promise<void> {
  const disk = mkdtempSync(join(tmpdir(), "typewire-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=96m", "tmpfs", disk]);
  try {
    chmodSync(disk, 0o755);
    writeFileSync(join(disk, "ballast"), new Uint8Array(BALLAST));
    await use(disk);
  } finally {
    execFileSync("umount", ["--lazy", disk]); // after a failure, files are open still
    rmSync(disk, { recursive: true });
  }
}

/** Creates a database whose tables are on the disk, unlike the log of its server; returns its URL. */
async function createSmallDatabase(url: string, disk: string): Promise<string> {
  const location = join(disk, "tables");
  mkdirSync(location);
  execFileSync("chown", ["nobody", location]); // the user of the server
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create tablespace small location '${location}'`);
  await client.query("create database small tablespace small");
  await client.end();
  return url.replace(/\/postgres$/, "/small");
}

/** Fills the disk of a store, makes room, and expects that nothing is lost. */
async function fill(name: string, store: InboxStore, disk: string): Promise<void> {
  const receiver = await startReceiver(store);
  await fillUp(receiver);
  const { taken, handled, inbox } = receiver;
  const refused = receiver.count() - taken.size;
  expect(refused > 0, "deliveries are refused while the disk is full");
  const kept = new Set((await store.list({})).map(({ id }) => id));
  expect(isSubset(taken, kept) && isSubset(kept, taken), "what was answered is kept, nothing else");

  rmSync(join(disk, "ballast"));
  const statuses = await receiver.sendGroup();
  expect(
    statuses.every((status) => status === 202),
    "deliveries are taken again",
  );
  await inbox.start();
  while (handled.size < taken.size) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isSubset(taken, handled), "everything is handled");
  await inbox.drain();
  receiver.close();
  console.log(
    `${name}: ${taken.size} deliveries taken and handled, ${refused} refused while the disk was full`,
  );
}

async function startReceiver(store: InboxStore): Promise<Receiver> {
  const webhooks = new Webhooks({ secret: SECRET, log });
  const handled = new Set<string>();
  webhooks.onAny(({ id }) => void handled.add(id));
  const inbox = createInbox({ webhooks, store, log });
  const middleware = createNodeMiddleware(inbox, { path: PATH });
  const server = createServer((request, response) => void middleware(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a server on a port has no other
  const taken = new Set<string>();
  let sent = 0;
  const send = async (): Promise<number> => {
    const { id, body, headers } = createDelivery(undefined, `delivery-${sent++}`);
    const address = `http://127.0.0.1:${port}${PATH}`;
    const response = await fetch(address, { method: "POST", body, headers });
    if (response.status === 202) taken.add(id);
    else expect(response.headers.get("retry-after") === "10", "a 503 says when to come again");
    await response.arrayBuffer();
    return response.status;
  };
  return {
    taken,
    handled,
    inbox,
    count: () => sent,
    sendGroup: () => Promise.all(Array.from({ length: 32 }, send)),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Sends until the disk is full, and some more. */
async function fillUp({ sendGroup, count }: Receiver): Promise<void> {
  let statuses: number[];
  do statuses = await sendGroup();
  while (!statuses.includes(503) && count() < MAX_DELIVERIES);
  for (let group = 0; group < 5; group++) statuses.push(...(await sendGroup()));
  expect(
    statuses.every((status) => status === 202 || status === 503),
    "all get 202 or 503",
  );
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((each) => whole.has(each));
}

function expect(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`Not true: ${what}.`);
}

/** A receiver whose deliveries are counted. */
interface Receiver {
  /** The ids of those that were answered 202. */
  readonly taken: Set<string>;
  readonly handled: Set<string>;
  readonly inbox: Inbox;
  /** Number of those that were sent. */
  readonly count: () => number;
  /** Sends 32 at once. */
  readonly sendGroup: () => Promise<number[]>;
  readonly close: () => void;
}
