/** A receiver in Express 4 or 5. The middleware comes before any body parser: it verifies the raw bytes. */
import express from "express";
import { createNodeMiddleware, Webhooks } from "typewire";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });

webhooks.on("pull_request", ({ payload }) => {
  console.log(`#${payload.number} ${payload.action}`);
});

const app = express();

// Deliveries:
app.use(createNodeMiddleware(webhooks));

app.use(express.json());
app.get("/", (_request, response) => {
  response.send("Hello.\n");
});

const port = Number(process.env["PORT"] ?? 3000);
const server = app.listen(port, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);
});
process.once("SIGTERM", () => void stop());

/** Shuts down gracefully. When that takes longer than 20 s, the rejection ends the process. */
async function stop(): Promise<void> {
  server.close();
  await webhooks.drain({ signal: AbortSignal.timeout(20_000) });
  console.log("Drained."); // now close what the handlers use, such as a database
}
