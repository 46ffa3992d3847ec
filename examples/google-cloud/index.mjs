/** A Google Cloud Function, which keeps the raw body itself. */
import { http } from "@google-cloud/functions-framework";
import { Webhooks } from "typewire";
import { createNodeMiddleware } from "typewire/middleware/node";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
http("webhooks", createNodeMiddleware(webhooks, { path: "*" }));
