/** An endpoint of SvelteKit: the path is that of the file. */
import { Webhooks } from "typewire";
import { createWebMiddleware } from "typewire/middleware/web";

const webhooks = new Webhooks({ secret: readSecret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
const receive = createWebMiddleware(webhooks, { path: "*" });
export const POST = ({ request }: { request: Request }) => receive(request);

process.on("sveltekit:shutdown", () => void stop());

/** Waits for the handlers of earlier deliveries. When that takes longer than 20 s, the rejection ends the process. */
async function stop(): Promise<void> {
  await webhooks.drain({ signal: AbortSignal.timeout(20_000) });
  console.log("Drained.");
}

/** SvelteKit loads this file while it builds, when there may be no secret: it is read for each delivery. */
function readSecret(): string {
  const secret = process.env["WEBHOOK_SECRET"];
  if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");
  return secret;
}
