/** Calls the function on your machine, where `vercel dev` would need an account. */
import { serve } from "@hono/node-server";
import { POST } from "./dist/webhooks.mjs";

const port = Number(process.env["PORT"] ?? 3000);
serve({ fetch: POST, hostname: "127.0.0.1", port }, () => {
  console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);
});
