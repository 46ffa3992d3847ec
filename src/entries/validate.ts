import { emitterEventNames } from "../../generated/event-names.js";
import type { EventMap } from "typewire-webhook-types";
import { payloadLoaders, schemaLoaders } from "../../generated/schemas/loaders.js";
import {
  createClientSchemas,
  createPayloadValidator,
  type ClientSchemas,
  type PayloadValidator,
} from "../runtime/validate.js";

export { InvalidDataError, type ClientSchemas, type Issue } from "../runtime/validate.js";
export type {
  InvalidPayload,
  PayloadError,
  PayloadValidator,
  ValidPayload,
} from "../runtime/validate.js";

/**
 * Tells whether a payload is what the types promise for an event's name, `<event>` or
 * `<event>.<action>`. The schemas of an event are imported when it is first asked for.
 *
 * Resolves with the payload, narrowed, or with at most a hundred errors. Rejects with a `TypeError`
 * for an unknown name.
 * @example
 * const verdict = await validatePayload("issues.opened", payload);
 * if (!verdict.valid) console.warn(verdict.errors);
 */
export const validatePayload: PayloadValidator<EventMap> =
  /* @__PURE__ */ createPayloadValidator<EventMap>({
    eventNames: emitterEventNames,
    loaders: payloadLoaders,
  });

/**
 * The schemas that a client checks bodies by. Those of a resource are imported when a request of one of
 * its routes is first checked.
 * @example
 * const client = createClient({ validation: "refuse", schemas });
 */
export const schemas: ClientSchemas = /* @__PURE__ */ createClientSchemas(schemaLoaders);
