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
process.once("SIGTERM", () => server.close());
