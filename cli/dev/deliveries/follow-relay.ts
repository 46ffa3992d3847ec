/** Follows a relay for `dev`: its deliveries are handled like those that arrive at the port. */
import { connectRelay, type RelayConnection } from "../../../src/relay/connect-relay.js";
import type { RelayedDelivery } from "../../../src/relay/message.js";
import type { RelayOptions } from "../../../src/relay/options.js";
import { createInstance } from "../stand-ins.js";
import type { RawDelivery } from "./delivery.js";
import type { DevReceiver } from "./receiver.js";

export function followRelay(receiver: DevReceiver, options: RelayOptions): RelayConnection {
  const { service } = receiver;
  const defaults = {
    url: String(options.publicUrl ?? options.url),
    contentType: service.parts.body?.mediaType ?? "application/json",
  };
  const instance = createInstance({
    ...service,
    receiveRelayed: async (relayed) => {
      const delivery = relayed as RelayedDelivery; // the relay's client makes it
      await receiver.receive(toRaw(delivery, defaults));
    },
  });
  return connectRelay(instance, options);
}

/** Turns a delivery of the relay into the request that the service sent. Some relays drop its address and its type. */
function toRaw(relayed: RelayedDelivery, defaults: DroppedFacts): RawDelivery {
  const { headers, method, payload, received } = relayed;
  const { url = defaults.url }: { readonly url?: string } = received;
  const body = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
  const completeHeaders =
    "content-type" in headers ? headers : { ...headers, "content-type": defaults.contentType };
  return { method, url, headers: Object.entries(completeHeaders), body, isRelayed: true };
}

/** Facts of a request that some relays drop, as the service most likely sent them. */
interface DroppedFacts {
  readonly url: string;
  readonly contentType: string;
}
