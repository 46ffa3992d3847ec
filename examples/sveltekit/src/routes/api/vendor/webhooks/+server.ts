/** An endpoint of SvelteKit: the path is that of the file. */
import { Webhooks } from "typewire";
import { createWebMiddleware } from "typewire/middleware/web";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
const receive = createWebMiddleware(webhooks, { path: "*" });
export const POST = ({ request }: { request: Request }) => receive(request);
