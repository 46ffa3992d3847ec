/** A receiver in h3, which Nitro and Nuxt are made of. */
import { H3, serve } from "h3";
import { Webhooks } from "typewire";
import { createWebMiddleware } from "typewire/middleware/web";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
const receive = createWebMiddleware(webhooks, { path: "*" });
const app = new H3().post("/api/vendor/webhooks", (event) => receive(event.req));

app.get("/", () => "Hello.\n");

const port = Number(process.env["PORT"] ?? 3000);
const server = serve(app, { port, hostname: "127.0.0.1", silent: true, gracefulShutdown: false });
await server.ready();
console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);

process.once("SIGTERM", () => void stop());

/** Shuts down gracefully. When that takes longer than 20 s, the rejection ends the process. */
async function stop() {
  await Promise.all([webhooks.drain({ signal: AbortSignal.timeout(20_000) }), server.close()]);
  console.log("Drained.");
}
