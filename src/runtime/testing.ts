/** Signed deliveries for tests of handlers, to be bound to the samples of a service. */
export {
  createDeliveryFactory,
  type CreateDelivery,
  type Delivery,
  type DeliveryOptions,
  type DeliverySource,
  type Overrides,
} from "../testing/webhook-deliveries.js";
export { createMockFetch } from "../testing/client-mock.js";
export type { MockFetch, MockReply, MockRequest } from "../testing/client-mock.js";
