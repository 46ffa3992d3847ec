/** A receiver on Deno: `deno run --allow-net --allow-env server.mjs`. */
import { Webhooks } from "typewire";
import { createWebMiddleware } from "typewire/middleware/web";

const secret = Deno.env.get("WEBHOOK_SECRET");
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
const port = Number(Deno.env.get("PORT") ?? 3000);
const server = Deno.serve({ port, hostname: "127.0.0.1" }, createWebMiddleware(webhooks));

Deno.addSignalListener("SIGTERM", async () => {
  await Promise.all([webhooks.drain(), server.shutdown()]);
  console.log("Drained.");
  Deno.exit();
});
