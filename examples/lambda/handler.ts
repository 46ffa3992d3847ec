/** An AWS Lambda function, behind a function URL, an API Gateway or a load balancer. */
import { Webhooks } from "typewire";
import { createLambdaHandler } from "typewire/middleware/lambda";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// Deliveries:
export const handler = createLambdaHandler(webhooks, { path: "*" });
