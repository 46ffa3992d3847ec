// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Deliveries from a relay, over server-sent events. */
export { connectRelay, type RelayConnection } from "../relay/connect-relay.js";
export { RelayError, type RelayErrorCode } from "../relay/errors.js";
export type { RelayOptions, RelayState } from "../relay/options.js";
