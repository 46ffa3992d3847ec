/** A receiver in Hono, which runs on Node, Deno, Bun and workers alike. */
import { Hono } from "hono";
import { createWebMiddleware, Webhooks } from "typewire";

const webhooks = new Webhooks({ secret: "development" });

webhooks.on("push", ({ payload }) => {
  console.log(`${payload.ref}: ${payload.commits.length} commits`);
});

const receive = createWebMiddleware(webhooks);

export const app = new Hono()
  .post("/api/vendor/webhooks", (context) => receive(context.req.raw))
  .get("/", (context) => context.text("Hello.\n"));
