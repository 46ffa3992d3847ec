/** A receiver on plain `node:http`, beside other routes. */
import { createServer } from "node:http";
import { createNodeMiddleware, Webhooks } from "typewire";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });

webhooks.on("issues.opened", ({ payload }) => {
  console.log(`opened: ${payload.issue.title}`);
});
webhooks.onError(({ code, event, message }) => {
  console.error(`${code} in delivery ${event.id}: ${message}`);
});

// Deliveries:
const middleware = createNodeMiddleware(webhooks);
const server = createServer((request, response) => {
  // `false` means that the request is for another path, which this server answers itself.
  void middleware(request, response).then((handled) => {
    if (!handled) response.end("Hello.\n");
  });
});

const port = Number(process.env["PORT"] ?? 3000);
server.listen(port, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);
});
process.once("SIGTERM", () => void stop());

/** Shuts down gracefully. When that takes longer than 20 s, the rejection ends the process. */
async function stop(): Promise<void> {
  server.close();
  await webhooks.drain({ signal: AbortSignal.timeout(20_000) });
  console.log("Drained."); // now close what the handlers use, such as a database
}
