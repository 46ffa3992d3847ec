/** A receiver on Bun: `bun server.mjs`. */
import { Webhooks } from "typewire";
import { createWebMiddleware } from "typewire/middleware/web";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
const port = Number(process.env["PORT"] ?? 3000);
const server = Bun.serve({ port, hostname: "127.0.0.1", fetch: createWebMiddleware(webhooks) });

console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);
process.once("SIGTERM", async () => {
  await Promise.all([webhooks.drain(), server.stop()]);
  console.log("Drained.");
});
