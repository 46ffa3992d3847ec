/** Receives events with actions: `issues.opened` is one of them, `issues` is all. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createNodeMiddleware, Webhooks } from "./generated/index.js";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });

webhooks.on("issues.opened", ({ id, payload }) => {
  console.log(
    `${id}: ${payload.repository.full_name}#${payload.issue.number} ${payload.issue.title}`,
  );
});

const receive = createNodeMiddleware(webhooks);
const server = createServer((request, response) => {
  void receive(request, response).then((handled) => {
    if (!handled) response.writeHead(404).end();
  });
});
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  console.log(`Listening on http://127.0.0.1:${port}/webhooks`);
});
