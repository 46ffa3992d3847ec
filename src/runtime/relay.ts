export { connectRelay } from "../relay/connect-relay.js";
export type { RelayConnection } from "../relay/connect-relay.js";
export { RelayError } from "../relay/errors.js";
export type { RelayErrorCode } from "../relay/errors.js";
export type { RelayOptions, RelayState } from "../relay/options.js";
