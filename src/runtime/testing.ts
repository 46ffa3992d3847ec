// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Signed deliveries for tests of handlers, to be bound to the samples of a service. */
export {
  createDeliveryFactory,
  type DeliverySource,
  type CreateDelivery,
  type Delivery,
  type DeliveryOptions,
  type Overrides,
} from "../testing/webhook-deliveries.js";
export {
  createMockFetch,
  type MockFetch,
  type MockReply,
  type MockRequest,
} from "../testing/client-mock.js";
