/** Signed deliveries for tests of handlers, to be bound to the samples of a service. */
export {
  createDeliveryFactory,
  type CreateDelivery,
  type Delivery,
  type DeliveryOptions,
  type DeliverySource,
  type Overrides,
} from "../testing/delivery.js";
export { createMockFetch } from "../testing/mock-fetch.js";
export type { MockFetch, MockReply, MockRequest } from "../testing/mock-fetch.js";
