/** Receives deliveries on a developer's machine through a relay. */
import { Webhooks } from "typewire";
import { connectRelay } from "typewire/relay";

const { RELAY_URL: url, WEBHOOK_SECRET: secret = "development" } = process.env;

const webhooks = new Webhooks({ secret });
webhooks.onAny(({ id, name }) => {
  console.log(`${name} (${id})`);
});

if (url === undefined) {
  console.log("Set RELAY_URL to the channel's address.");
} else {
  const connection = connectRelay(webhooks, { url });
  process.once("SIGINT", () => void connection.close());
}
