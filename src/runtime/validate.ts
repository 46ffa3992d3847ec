/** Validation of payloads, and of what clients send and receive, to be bound to a service. */
export type { ClientSchemas } from "../catalog/client.js";
export { createClientSchemas, InvalidDataError } from "../schemas/client-checks.js";
export type { Issue } from "../schemas/rules.js";
export {
  createPayloadValidator,
  type EventsInJson,
  type PayloadValidator,
  type ValidatorCatalog,
  type ValidPayload,
} from "../receive/webhooks/parts/payload-validator.js";
export type { InvalidPayload, PayloadError } from "../receive/webhooks/validation.js";
