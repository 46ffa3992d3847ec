/** A Cloudflare Worker. Its secret is set by `wrangler secret put WEBHOOK_SECRET`. */
import { Webhooks } from "typewire";
import { createWebMiddleware } from "typewire/middleware/web";

interface Bindings {
  readonly WEBHOOK_SECRET: string;
}

interface Context {
  waitUntil(promise: Promise<unknown>): void;
}

function createReceiver(secret: string, context: Context) {
  const webhooks = new Webhooks({ secret });
  webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));
  return createWebMiddleware(webhooks, { waitUntil: (promise) => context.waitUntil(promise) });
}

// Deliveries:
const worker = {
  fetch: (request: Request, { WEBHOOK_SECRET }: Bindings, context: Context): Promise<Response> =>
    createReceiver(WEBHOOK_SECRET, context)(request),
};

export { worker as default };
