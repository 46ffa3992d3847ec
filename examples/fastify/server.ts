/** A receiver in Fastify, whose parsers stay as they are. */
import { fastify } from "fastify";
import { Webhooks } from "typewire";
import { createFastifyPlugin } from "typewire/middleware/fastify";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
const app = fastify();
await app.register(createFastifyPlugin(webhooks));
app.addHook("onClose", () => webhooks.drain({ signal: AbortSignal.timeout(20_000) }));

app.post("/json", (request) => ({ got: request.body }));

const port = Number(process.env["PORT"] ?? 3000);
await app.listen({ port, host: "127.0.0.1" });
console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);

process.once("SIGTERM", () => void stop());

/** Shuts down gracefully. When that takes longer than 20 s, the rejection ends the process. */
async function stop(): Promise<void> {
  await app.close();
  console.log("Drained.");
}
