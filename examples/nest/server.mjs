/** A receiver in NestJS. The middleware comes before the parsers of Nest, which are added after it. */
import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { Webhooks } from "typewire";
import { createNodeMiddleware } from "typewire/middleware/node";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on("push", ({ payload }) => console.log(`push to ${payload.ref}`));

// oxlint-disable-next-line typescript/no-extraneous-class -- modules of Nest are classes
class AppModule {}
Module({})(AppModule); // in TypeScript, a decorator

// Deliveries:
const app = await NestFactory.create(AppModule, { bodyParser: false, logger: false });
app.use(createNodeMiddleware(webhooks));
app.useBodyParser("json");

const port = Number(process.env["PORT"] ?? 3000);
await app.listen(port, "127.0.0.1");
console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);

process.once("SIGTERM", () => void stop());

/** Shuts down gracefully. When that takes longer than 20 s, the rejection ends the process. */
async function stop() {
  await Promise.all([webhooks.drain({ signal: AbortSignal.timeout(20_000) }), app.close()]);
  console.log("Drained.");
}
