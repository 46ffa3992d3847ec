/** Receives deliveries signed by Standard Webhooks, on any platform with web requests. */
import { serve } from "@hono/node-server";
import { createWebMiddleware, Webhooks } from "./generated/index.js";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the signing secret of your endpoint, whsec_….");

const webhooks = new Webhooks({ secret });

webhooks.on("email.bounced", ({ id, payload }) => {
  const { to, bounce } = payload.data;
  console.log(`${id}: no email reaches ${to.join(", ")}, ${bounce.message}`);
});

// Deno, Bun and workers take the function that createWebMiddleware returns. This serves it on Node.
const port = Number(process.env["PORT"] ?? 3000);
serve({ fetch: createWebMiddleware(webhooks), hostname: "127.0.0.1", port }, ({ port }) => {
  console.log(`Listening on http://127.0.0.1:${port}/webhooks`);
});
