import type { EventMap } from "typewire-webhook-types";
import { sampleLoaders } from "../../generated/samples/index.js";
import { webhookCatalog } from "../../generated/webhook-catalog.js";
import { scheme } from "./scheme.js";
import { createDeliveryFactory, type CreateDelivery } from "../runtime/testing.js";

export { createMockFetch } from "../runtime/testing.js";
export type { MockFetch, MockReply, MockRequest } from "../runtime/testing.js";
export type { CreateDelivery, Delivery, DeliveryOptions, Overrides } from "../runtime/testing.js";

/**
 * Makes a signed delivery of an event, for tests of your own handlers: a payload that matches the
 * schema with your overrides merged in, the raw body, and the headers that both middlewares take.
 *
 * Rejects with a `TypeError` for an unknown name, and for a secret that is empty.
 * @example
 * const delivery = await createDelivery("issues.opened", { issue: { number: 7 } }, { secret });
 */
export const createDelivery: CreateDelivery<EventMap> =
  /* @__PURE__ */ createDeliveryFactory<EventMap>({
    catalog: webhookCatalog,
    scheme,
    loaders: sampleLoaders,
  });
