/**
 * A relay in memory on Cloudflare Workers. One Durable Object has all channels, because a worker by itself
 * cannot pass anything from one request to another. In `wrangler.toml`:
 *
 *     main = "worker.ts"
 *     durable_objects.bindings = [{ name = "RELAY", class_name = "Relay" }]
 *     migrations = [{ tag = "v1", new_sqlite_classes = ["Relay"] }]
 */
import { createRelayServer } from "typewire/relay/server";

export class Relay {
  readonly #relay = createRelayServer();

  fetch(request: Request): Promise<Response> {
    return this.#relay.fetch(request);
  }
}

/** The bindings of the worker, as far as it uses them. */
interface Bindings {
  readonly RELAY: {
    idFromName(name: string): object;
    get(id: object): { fetch(request: Request): Promise<Response> };
  };
}

const worker = {
  fetch: (request: Request, { RELAY }: Bindings): Promise<Response> =>
    RELAY.get(RELAY.idFromName("relay")).fetch(request),
};

export { worker as default };
