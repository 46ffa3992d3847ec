/** Receives events whose name is in the body, signed with a timestamp. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createNodeMiddleware, Webhooks } from "./generated/index.js";

const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the signing secret of your endpoint, whsec_….");

const webhooks = new Webhooks({ secret });

webhooks.on("charge.dispute.created", ({ id, payload }) => {
  const { charge, amount, currency, reason } = payload.data.object;
  console.log(`${id}: ${charge} is disputed as ${reason}, ${amount} ${currency}`);
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
