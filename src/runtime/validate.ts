/** Validation of payloads, to be bound to the validators of a service. */
export {
  createPayloadValidator,
  type PayloadValidator,
  type ValidatorCatalog,
  type ValidPayload,
} from "../webhooks/payload-validator.js";
export type { InvalidPayload, PayloadError } from "../webhooks/validation.js";
