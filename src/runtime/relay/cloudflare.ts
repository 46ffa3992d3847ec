// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** A relay in a Durable Object of Cloudflare. */
export {
  createRelayWorker,
  type DurableRelayStore,
  type DurableStorage,
  openDurableRelayStore,
  type RelayBindings,
  type RelayObject,
  type RelayObjectContext,
  type RelayWorker,
  type RelayWorkerOptions,
} from "../../relay/server/cloudflare.js";
