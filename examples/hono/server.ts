/** Serves the Hono app on Node. Deno, Bun and workers serve `app` themselves. */
import { serve } from "@hono/node-server";
import { app, webhooks } from "./app.js";

const port = Number(process.env["PORT"] ?? 3000);

const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, () => {
  console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);
});
process.once("SIGTERM", () => void stop());

/** Shuts down gracefully. When that takes longer than 20 s, the rejection ends the process. */
async function stop(): Promise<void> {
  server.close();
  await webhooks.drain({ signal: AbortSignal.timeout(20_000) });
  console.log("Drained.");
}
