/**
 * A worker in a process of its own: handles what is in a store, as its mode says. It prints an empty line when it has
 * started, the id of each delivery that it begins, and the id with "!" when the signal of that one is aborted.
 */
import { writeSync } from "node:fs";
import { createInbox } from "../../src/inbox/inbox.js";
import type { InboxOptions } from "../../src/inbox/types.js";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import { catalog, parts, secret } from "../http/toolkit.js";
import { openStore } from "../long/crash/open-store.js";
import { HOUR, MINUTE, SECOND } from "./deliveries.js";
import { asHandled } from "./setup.js";

const MODES: Readonly<Record<string, Mode>> = {
  // A busy machine never stops it for longer than its lease.
  quick: { takes: 2, lease: MINUTE },
  // These are stopped, or stop themselves, so that others take over from them soon.
  hang: { takes: HOUR, lease: 2 * SECOND },
  block: { blocksFor: 6 * SECOND, takes: 2, lease: 2 * SECOND },
  // These have the lease of all inboxes.
  prompt: { takes: 2 },
  long: { takes: HOUR },
  slow: { blocksFor: 5 * SECOND, takes: 2 },
};

const [address = "", name = "quick"] = process.argv.slice(2);
const mode = MODES[name];
if (mode === undefined) throw new Error(`There is no mode ${name}.`);
const { blocksFor = 0, takes, lease } = mode;
const webhooks = new (bindWebhooks(catalog, parts))({ secret });
webhooks.onAny(async (event) => {
  const { id, signal } = asHandled(event);
  print(id);
  signal.onabort = () => print(`${id}!`);
  block(blocksFor);
  await new Promise((resolve) => setTimeout(resolve, takes));
});
const store = openStore(address.includes("://") ? "postgres" : "sqlite", address);
const inbox = createInbox({ webhooks, store, ...readOptions(lease) });
process.once("SIGTERM", () => void inbox.drain());
await inbox.start();
print("");

/** Options for a short lease, or those of all inboxes with a long timeout. */
function readOptions(shortLease: number | undefined): Partial<InboxOptions> {
  if (shortLease === undefined) return { timeout: 10 * MINUTE };
  const times = { timeout: shortLease - 200, lease: shortLease, pollInterval: 20 };
  return { ...times, concurrency: 4, retries: { delay: 50 } };
}

function block(milliseconds: number): void {
  if (milliseconds === 0) return;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Writes at once, before the thread is blocked. */
function print(text: string): void {
  writeSync(process.stdout.fd, `${text}\n`);
}

/** Times of a handler, in milliseconds. */
interface Mode {
  /** Time for which it blocks the thread at first. */
  readonly blocksFor?: number;
  /** Time until it ends after that. */
  readonly takes: number;
  /** Lease of its deliveries. Default: that of all inboxes. */
  readonly lease?: number;
}
