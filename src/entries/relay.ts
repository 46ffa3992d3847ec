export { connectRelay } from "../relay/connect-relay.js";
export type { RelayConnection, RelayOptions, RelayState } from "../relay/connect-relay.js";
