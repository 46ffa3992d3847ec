/**
 * A receiver that pages somebody: when a delivery is dead, when deliveries wait too long, and when the store fails.
 * `PAGER_URL` takes a POST with JSON, as Slack, PagerDuty and others do. `/metrics` is for Prometheus.
 */
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeMiddleware, Webhooks } from "typewire";
import { createInbox, createNodeMetrics } from "typewire/inbox";
import { openSqliteStore } from "typewire/inbox/sqlite";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");
const pager = process.env["PAGER_URL"];

/** Tells somebody. The key lets the pager join what is told about one thing. */
async function page(key: string, text: string): Promise<void> {
  console.error(`PAGE ${key}: ${text}`);
  if (pager === undefined) return;
  const headers = { "content-type": "application/json" };
  const response = await fetch(pager, {
    method: "POST",
    headers,
    body: JSON.stringify({ key, text }),
  });
  if (!response.ok) throw new Error(`The pager has answered ${response.status}.`);
}

const webhooks = new Webhooks({ secret });
webhooks.on("issues.opened", ({ payload }) => console.log(payload.issue.title), { id: "print" });

const inbox = createInbox({
  webhooks,
  store: openSqliteStore(process.env["INBOX_FILE"] ?? join(tmpdir(), "typewire-alerts.db")),
  onDead: ({ key, id, name }, reason) =>
    page(`dead-${key}`, `The delivery ${id} of ${name} is dead. ${reason}`),
  onLate: ({ waiting, oldest }) =>
    page("late", `${waiting} deliveries wait, the first for ${Math.round(oldest / 60_000)} min.`),
  onStore: (error) => page("store", `The inbox cannot write: ${String(error)}`),
});

const middleware = createNodeMiddleware(inbox);
const metrics = createNodeMetrics(inbox);
const server = createServer((request, response) => {
  void metrics(request, response).then(async (isAnswered) => {
    if (!isAnswered && !(await middleware(request, response))) response.writeHead(404).end();
  });
});
// Before the first delivery can arrive, so that a shutdown right after it waits for its handler.
await inbox.start();

const port = Number(process.env["PORT"] ?? 3000);
server.listen(port, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);
});
// What is not finished in 20 s is given back, and handled after the next start.
server.once("close", () => void inbox.drain({ signal: AbortSignal.timeout(20_000) }));
process.once("SIGTERM", () => server.close());
