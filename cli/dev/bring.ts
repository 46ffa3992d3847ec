/** Passes deliveries of a relay to the receiver of `dev`. */
import { connectRelay, type RelayConnection } from "../../src/relay/connect-relay.js";
import type { RelayedDelivery } from "../../src/relay/message.js";
import type { RelayOptions } from "../../src/relay/options.js";
import { RECEIVER, type WebhooksInstance } from "../../src/webhooks/receiver.js";
import type { RawDelivery } from "./delivery.js";
import type { Receiver } from "./receiver.js";

/** Follows a relay. Its deliveries are handled like those that arrive at the port. */
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

/** Adds the content type of the service, which some relays drop. */
function toRaw(brought: RelayedDelivery, address: string, format: string): RawDelivery {
  const { headers, method, payload, received } = brought;
  const { url = address }: { readonly url?: string } = received;
  const body = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
  const all = "content-type" in headers ? headers : { ...headers, "content-type": format };
  return { method, url, headers: Object.entries(all), body, isBrought: true };
}
