// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Values that JSON does not have, to be passed to `createEndpoint`, a client and `bindWebhooks`. */
export type {
  BodyValues,
  EventValues,
  PayloadValues,
  RouteValues,
  ValueFormat,
} from "../catalog/values.js";
export type { SentValues } from "../request/endpoint/extensions.js";
export { bigints, dates, instants, plainDates, type ValueKind } from "../request/values/kinds.js";
export { createBodyValues, createPayloadValues } from "../request/values/received.js";
export { sentValues } from "../request/values/sent.js";
