/**
 * A relay on Cloudflare, which keeps deliveries for three days in the SQLite of a Durable Object. `wrangler deploy`
 * prints its address; `wrangler secret put RELAY_TOKEN` sets a token, which followers need then.
 */
import { createRelayWorker, type RelayBindings } from "typewire/relay/cloudflare";

interface Bindings extends RelayBindings {
  readonly RELAY_TOKEN?: string;
}

const { Relay, worker } = createRelayWorker<Bindings>(({ RELAY_TOKEN }) => ({
  token: RELAY_TOKEN,
}));

export { Relay, worker as default };
