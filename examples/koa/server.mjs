/** A receiver in Koa, before any body parser. */
import Koa from "koa";
import { Webhooks } from "typewire";
import { createNodeMiddleware } from "typewire/middleware/node";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
const app = new Koa();
const middleware = createNodeMiddleware(webhooks);
app.use(async (context, next) => {
  if (await middleware(context.req, context.res)) context.respond = false;
  else await next();
});

app.use((context) => {
  context.body = "Hello.\n";
});

const port = Number(process.env["PORT"] ?? 3000);
const server = app.listen(port, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);
});

process.once("SIGTERM", () => void stop());

/** Shuts down gracefully. When that takes longer than 20 s, the rejection ends the process. */
async function stop() {
  server.close();
  await webhooks.drain({ signal: AbortSignal.timeout(20_000) });
  console.log("Drained.");
}
