/** A route of Nuxt (h3, Nitro): the path is that of the file. */
import { Webhooks } from "typewire";
import { createWebMiddleware } from "typewire/middleware/web";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
const receive = createWebMiddleware(webhooks, { path: "*" });
const handler = defineEventHandler((event) => receive(toWebRequest(event)));
export { handler as default };

useNitroApp().hooks.hook("close", async () => {
  await webhooks.drain({ signal: AbortSignal.timeout(20_000) });
  console.log("Drained.");
});
