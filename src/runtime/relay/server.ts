export type { ChannelDelivery, RelayChannel } from "../../relay/server/channel.js";
export { openMemoryRelayStore } from "../../relay/server/memory-store.js";
export { createRelayListener } from "../../relay/server/node.js";
export type { RelayListener, RelayRequest, RelayResponse } from "../../relay/server/node.js";
export type { RelayServerOptions } from "../../relay/server/options.js";
export { createChannel, createRelayServer } from "../../relay/server/relay-server.js";
export type { RelayServer } from "../../relay/server/relay-server.js";
export { openSqliteRelayStore } from "../../relay/server/sqlite-store.js";
export type {
  KeptDelivery,
  NewDelivery,
  RelayStore,
  RelayStoreLimits,
  StoreState,
} from "../../relay/server/store.js";
