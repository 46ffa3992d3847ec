/** A receiver in Express. It stands before any body parser: a signature covers the raw bytes. */
import express from "express";
import { createNodeMiddleware, Webhooks } from "typewire";

const webhooks = new Webhooks({ secret: process.env["WEBHOOK_SECRET"] ?? "development" });

webhooks.on("pull_request", ({ payload }) => {
  console.log(`#${payload.number} ${payload.action}`);
});

const app = express();
app.use(createNodeMiddleware(webhooks));
app.use(express.json());
app.get("/", (_request, response) => {
  response.send("Hello.\n");
});

const server = app.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1");
process.once("SIGTERM", () => void stop());

/** Takes nothing more, and finishes what was taken. A rejection, after 20 s, ends the process. */
async function stop(): Promise<void> {
  server.close();
  await webhooks.drain({ signal: AbortSignal.timeout(20_000) });
  console.log("Drained."); // what handlers use can be closed now, such as a database
}
