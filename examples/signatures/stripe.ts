/** Verifies deliveries that Stripe signs, on Node's own server, and plays one as it is really sent. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createVerifier, stripe } from "typewire/signatures";

// This program is both sender and receiver. A receiver alone stops when its secret is missing.
const secret = `whsec_${crypto.randomUUID()}`;
const verifier = createVerifier(stripe, { secrets: [secret] });

const server = createServer((request, response) => {
  void buffer(request).then((body) => {
    const refusal = verifier.findRefusal(body, request.headers);
    if (refusal !== undefined) {
      response.writeHead(400).end(refusal);
      return;
    }
    // Parsed only now: until here the body could be anyone's. Every event of Stripe has a type.
    const { type } = JSON.parse(body.toString()) as { type: string };
    response.end(`Received ${type}.`);
  });
});

server.listen(0, "127.0.0.1");
await once(server, "listening");
// A server that listens on a port has an address of this type.
const { port } = server.address() as AddressInfo;

const body = JSON.stringify({
  id: "evt_1NG8Du2eZvKYlo2CUI79vXWy",
  object: "event",
  type: "charge.succeeded",
  data: { object: { id: "ch_1", amount: 1099, currency: "usd" } },
});

async function deliver(sent: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: sent,
  });
  console.log(response.status, await response.text());
}

await deliver(body, verifier.sign(body)); // 200 Received charge.succeeded.
await deliver(body.replace("1099", "1"), verifier.sign(body)); // 400 SIGNATURE_MISMATCH
await deliver(body, verifier.sign(body, { timestamp: Date.now() - 600_000 })); // 400, too old
server.unref(); // no more deliveries will come, so the program may end
