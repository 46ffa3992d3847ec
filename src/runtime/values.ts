/** Values that JSON does not have, to be passed to `createEndpoint`, a client and `createWebhooks`. */
export type {
  BodyValues,
  EventValues,
  PayloadValues,
  RouteValues,
  ValueFormat,
} from "../catalog/values.js";
export type { SentValues } from "../endpoint/extensions.js";
export { bigints, dates, instants, plainDates, type ValueKind } from "../values/kinds.js";
export { createBodyValues, createPayloadValues } from "../values/received.js";
export { sentValues } from "../values/sent.js";
