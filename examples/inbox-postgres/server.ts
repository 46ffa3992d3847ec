/**
 * A receiver that loses nothing, beside others like it: each delivery is stored in PostgreSQL before
 * it is answered, and one of the processes handles it.
 */
import { createServer } from "node:http";
import { createNodeMiddleware, Webhooks } from "typewire";
import { createInbox } from "typewire/inbox";
import { openPostgresStore } from "typewire/inbox/postgres";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");
const databaseUrl = process.env["DATABASE_URL"] ?? "postgresql://inbox:inbox@127.0.0.1:5432/inbox";

const webhooks = new Webhooks({ secret });

// A handler with an id is found again after a deployment that adds others. When one of them fails,
// only that one is tried again.
const log = (text: string) => console.log(`${process.pid} ${text}`);
webhooks.on("issues.opened", ({ payload }) => log(`opened: ${payload.issue.title}`), { id: "log" });
webhooks.on("issues", ({ payload, attempt }) => log(`${payload.action}, attempt ${attempt}`), {
  id: "count",
});

const inbox = createInbox({
  webhooks,
  store: openPostgresStore(databaseUrl),
  // The deliveries of a repository one after the other, in every process.
  orderBy: ({ payload }) => (payload["repository"] as { id: number } | undefined)?.id,
});
await inbox.start();

const middleware = createNodeMiddleware(inbox);
const server = createServer((request, response) => {
  void middleware(request, response).then((handled) => {
    if (!handled) response.end("Hello.\n");
  });
});
const port = Number(process.env["PORT"] ?? 3000);
server.listen(port, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);
});
process.once("SIGTERM", () => void stop());

/** What is not finished after 20 seconds is handled by another process. */
async function stop(): Promise<void> {
  server.close();
  await inbox.drain({ signal: AbortSignal.timeout(20_000) });
  console.log("Drained.");
}
