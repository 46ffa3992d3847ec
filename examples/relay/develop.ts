/** Receives deliveries on a developer's machine through a relay. */
import { Webhooks } from "typewire";
import { connectRelay } from "typewire/relay";

const { RELAY_URL: url, WEBHOOK_SECRET: secret } = process.env;

if (url === undefined || secret === undefined) {
  console.log("Set RELAY_URL to the channel's address and WEBHOOK_SECRET to the webhook's secret.");
} else {
  const webhooks = new Webhooks({ secret });
  webhooks.onAny(({ id, name }) => {
    console.log(`${name} (${id})`);
  });

  const relay = connectRelay(webhooks, { url });
  process.once("SIGINT", () => void relay.close());
  await relay.ready; // Rejects with a RelayError if the address or the credentials are wrong.
  await relay.closed;
}
