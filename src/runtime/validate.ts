// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Validation of payloads, and of what clients send and receive, to be bound to a service. */
export {
  createPayloadValidator,
  type EventsInJson,
  type ValidatorCatalog,
  type PayloadValidator,
  type ValidPayload,
} from "../receive/webhooks/parts/payload-validator.js";
export { createClientSchemas, InvalidDataError } from "../schemas/client-checks.js";
export type { ClientSchemas } from "../catalog/client.js";
export type { Issue } from "../schemas/check.js";
export type { InvalidPayload, PayloadError } from "../receive/webhooks/options.js";
