/** A receiver on plain `node:http`, beside routes of its own. */
import { createServer } from "node:http";
import { createNodeMiddleware, Webhooks } from "typewire";

const webhooks = new Webhooks({ secret: process.env["WEBHOOK_SECRET"] ?? "development" });

webhooks.on("issues.opened", ({ payload }) => {
  console.log(`opened: ${payload.issue.title}`);
});
webhooks.onError(({ code, event, message }) => {
  console.error(`${code} in delivery ${event.id}: ${message}`);
});

const middleware = createNodeMiddleware(webhooks);

const server = createServer((request, response) => {
  // `false` means that the request is for another path, and ours to answer.
  void middleware(request, response).then((handled) => {
    if (!handled) response.end("Hello.\n");
  });
});
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1");
process.once("SIGTERM", () => void stop());

/** Takes nothing more, and finishes what was taken. A rejection, after 20 s, ends the process. */
async function stop(): Promise<void> {
  server.close();
  await webhooks.drain({ signal: AbortSignal.timeout(20_000) });
  console.log("Drained."); // what handlers use can be closed now, such as a database
}
