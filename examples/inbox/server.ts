/** A receiver that stores deliveries before it answers them. `INBOX_FILE` says where. */
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeMiddleware, Webhooks } from "typewire";
import { createInbox } from "typewire/inbox";
import { openSqliteStore } from "typewire/inbox/sqlite";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });

webhooks.on(
  "issues.opened",
  ({ payload, attempt = 1 }) => {
    console.log(`attempt ${attempt}: ${payload.issue.title}`);
  },
  { id: "print" },
);

const path = process.env["INBOX_FILE"] ?? join(tmpdir(), "typewire-example.db");
const inbox = createInbox({
  webhooks,
  store: openSqliteStore(path),
  orderBy: ({ payload }) => JSON.stringify(payload["repository"] ?? null),
});

const middleware = createNodeMiddleware(inbox);

const server = createServer((request, response) => {
  void middleware(request, response).then((handled) => {
    if (!handled) response.writeHead(404).end();
  });
});
// Before the first delivery can arrive, so that a shutdown right after it waits for its handler.
await inbox.start();

const port = Number(process.env["PORT"] ?? 3000);
server.listen(port, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks; deliveries in ${path}`);
});
// What is not finished in 20 s is given back, and handled after the next start.
server.once("close", () => void inbox.drain({ signal: AbortSignal.timeout(20_000) }));
process.once("SIGTERM", () => server.close());
