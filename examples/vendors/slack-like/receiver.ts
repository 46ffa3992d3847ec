/** Receives events of a chat. The client answers the challenge by itself. */
import { serve } from "@hono/node-server";
import { createWebMiddleware, Webhooks } from "./generated/index.js";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the signing secret of your app.");

const webhooks = new Webhooks({ secret });

webhooks.on("app_mention", ({ id, payload }) => {
  const { user, channel, text } = payload.event;
  console.log(`${id}: ${user} in ${channel}: ${text}`);
});

const port = Number(process.env["PORT"] ?? 3000);
serve({ fetch: createWebMiddleware(webhooks), hostname: "127.0.0.1", port }, ({ port }) => {
  console.log(`Listening on http://127.0.0.1:${port}/webhooks`);
});
