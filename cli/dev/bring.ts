/** Brings deliveries from a relay to the receiver of `dev`. */
import { connectRelay, type RelayConnection } from "../../src/relay/connect-relay.js";
import type { RelayedDelivery } from "../../src/relay/message.js";
import type { RelayOptions } from "../../src/relay/options.js";
import { RECEIVER, type WebhooksInstance } from "../../src/webhooks/receiver.js";
import type { RawDelivery } from "./delivery.js";
import type { Receiver } from "./receiver.js";

/** Follows a relay. What it brings goes the way of a delivery that came to the port. */
export function followRelay(receiver: Receiver, options: RelayOptions): RelayConnection {
  const { service } = receiver;
  const format = service.parts.body?.mediaType ?? "application/json";
  const bringing = {
    ...service,
    receiveRelayed: async (given: object) => {
      const delivery = given as RelayedDelivery; // as the relay's client makes it
      await receiver.receive(toRaw(delivery, String(options.publicUrl ?? options.url), format));
    },
  };
  // An instance is known by this method alone.
  const instance = { [RECEIVER]: () => bringing } as unknown as WebhooksInstance;
  return connectRelay(instance, options);
}

/** Some relays drop the type of the body, which is then that of the service. */
function toRaw(brought: RelayedDelivery, address: string, format: string): RawDelivery {
  const { headers, method, payload, received } = brought;
  const { url = address }: { readonly url?: string } = received;
  const body = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
  const all = "content-type" in headers ? headers : { ...headers, "content-type": format };
  return { method, url, headers: Object.entries(all), body, isBrought: true };
}
