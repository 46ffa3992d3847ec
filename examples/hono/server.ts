/** Serves the Hono app on Node. Deno, Bun and workers serve `app` themselves. */
import { serve } from "@hono/node-server";
import { app } from "./app.js";

const port = Number(process.env["PORT"] ?? 3000);

serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, () => {
  console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);
});
