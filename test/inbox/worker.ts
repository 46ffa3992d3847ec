/**
 * A worker in a process of its own: handles what is in a store. It prints the id of what it
 * begins, and an id with "!" when its signal is aborted.
 */
import { writeSync } from "node:fs";
import { createInbox } from "../../src/inbox/inbox.js";
import { openStore } from "../long/crash/open-store.js";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import { catalog, parts, secret } from "../http/toolkit.js";
import { asHandled } from "./setup.js";

/**
 * A handler is done soon (`quick`, `usual`), never (`hang`, `long`), or after it has blocked the thread
 * for longer than the lease (`block`) or for some seconds (`slow`).
 */
const [address = "", mode = "quick"] = process.argv.slice(2);
/** Short for those that stop; for others so long that a busy machine never stops them for it. */
const LEASE = mode === "quick" ? 60_000 : 2_000;
const Webhooks = bindWebhooks(catalog, parts);
const webhooks = new Webhooks({ secret });
webhooks.onAny(async (event) => {
  const { id, signal } = asHandled(event);
  print(id);
  signal.onabort = () => print(`${id}!`);
  if (mode === "block") block(3 * LEASE);
  if (mode === "slow") block(5_000);
  await new Promise((resolve) =>
    setTimeout(resolve, mode === "hang" || mode === "long" ? 3_600_000 : 2),
  );
});
const options = {
  timeout: LEASE - 200,
  lease: LEASE,
  pollInterval: 20,
  concurrency: 4,
  retries: { delay: 50 },
};
const store = openStore(address.includes("://") ? "postgres" : "sqlite", address);
const hasDefaults = ["usual", "long", "slow"].includes(mode);
const inbox = createInbox({ webhooks, store, ...(hasDefaults ? { timeout: 600_000 } : options) });
process.once("SIGTERM", () => void inbox.drain());
await inbox.start();
print(""); // it has started

function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** At once, also before the thread is blocked. */
function print(text: string): void {
  writeSync(process.stdout.fd, `${text}\n`);
}
