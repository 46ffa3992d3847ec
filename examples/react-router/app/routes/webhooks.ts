/** An action of React Router (Remix): the path is that of the route. */
import { Webhooks } from "typewire";
import { createWebMiddleware } from "typewire/middleware/web";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
const receive = createWebMiddleware(webhooks, { path: "*" });
export const action = ({ request }: { request: Request }) => receive(request);

process.once("SIGTERM", () => void stop()); // the server of React Router closes itself

/** Waits for the handlers of earlier deliveries. When that takes longer than 20 s, the rejection ends the process. */
async function stop(): Promise<void> {
  await webhooks.drain({ signal: AbortSignal.timeout(20_000) });
  console.log("Drained.");
}
