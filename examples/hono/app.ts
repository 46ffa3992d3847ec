/** A receiver in Hono, which runs on Node, Deno, Bun and workers. */
import { env } from "node:process";
import { Hono } from "hono";
import { createWebMiddleware, Webhooks } from "typewire";

const secret = env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

export const webhooks = new Webhooks({ secret });

webhooks.on("push", ({ payload }) => {
  console.log(`${payload.ref}: ${payload.commits.length} commits`);
});

// Deliveries:
const receive = createWebMiddleware(webhooks);
export const app = new Hono()
  .post("/api/vendor/webhooks", (context) => receive(context.req.raw))
  .get("/", (context) => context.text("Hello.\n"));
