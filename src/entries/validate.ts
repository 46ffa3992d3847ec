import { emitterEventNames } from "../../generated/event-names.js";
import type { EventMap } from "typewire-webhook-types";
import { validatorLoaders } from "../../generated/validators/index.js";
import { createPayloadValidator, type PayloadValidator } from "../runtime/validate.js";

export type {
  InvalidPayload,
  PayloadError,
  PayloadValidator,
  ValidPayload,
} from "../runtime/validate.js";

/**
 * Tells whether a payload is what the types promise for an event's name, `<event>` or
 * `<event>.<action>`. The validators of an event are imported when it is first asked for.
 *
 * Resolves with the payload, narrowed, or with at most a hundred errors. Rejects with a `TypeError`
 * for an unknown name.
 */
export const validatePayload: PayloadValidator<EventMap> =
  /* @__PURE__ */ createPayloadValidator<EventMap>({
    eventNames: emitterEventNames,
    loaders: validatorLoaders,
  });
