/** A worker in a process of its own: handles what is in a file of SQLite, and prints what it handled. */
import { createInbox } from "../../src/inbox/inbox.js";
import { openSqliteStore } from "../../src/inbox/sqlite-store.js";
import { createWebhooks } from "../../src/webhooks/webhooks.js";
import { catalog, parts, secret } from "../http/toolkit.js";

const [path = "", hanging] = process.argv.slice(2);
const Webhooks = createWebhooks(catalog, parts);
const webhooks = new Webhooks({ secret });
webhooks.onAny(async ({ id }) => {
  process.stdout.write(`${id}\n`);
  await new Promise((resolve) => setTimeout(resolve, hanging === undefined ? 2 : 60_000));
});
const options = { timeout: 300, lease: 600, pollInterval: 20, concurrency: 4 };
const inbox = createInbox({ webhooks, store: openSqliteStore(path), ...options });
await inbox.start();
process.once("SIGTERM", () => void inbox.drain());
