// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** A relay that keeps deliveries. */
export type { ChannelDelivery, RelayChannel } from "../../relay/server/channel.js";
export { openMemoryRelayStore } from "../../relay/server/memory-store.js";
export {
  createRelayListener,
  type RelayListener,
  type RelayRequest,
  type RelayResponse,
} from "../../relay/server/node.js";
export type { RelayServerOptions } from "../../relay/server/options.js";
export {
  createChannel,
  createRelayServer,
  type RelayServer,
} from "../../relay/server/relay-server.js";
export { openSqliteRelayStore } from "../../relay/server/sqlite-store.js";
export type {
  KeptDelivery,
  NewDelivery,
  RelayStore,
  RelayStoreLimits,
  StoreState,
} from "../../relay/server/store.js";
