/** A route handler of Next.js: the path is that of the file. */
import { Webhooks } from "typewire";
import { createWebMiddleware } from "typewire/middleware/web";

const webhooks = new Webhooks({ secret: readSecret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
export const POST = createWebMiddleware(webhooks, { path: "*" });

/** Next.js loads this file while it builds, when there may be no secret: it is read for each delivery. */
function readSecret(): string {
  const secret = process.env["WEBHOOK_SECRET"];
  if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");
  return secret;
}
