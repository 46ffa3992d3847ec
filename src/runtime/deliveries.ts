/** Code that some deliveries need beyond the toolkit, to be passed to `createWebhooks`. */
export { createChallenges } from "../webhooks/challenge.js";
export type { Challenge } from "../catalog/webhooks.js";
export { createFormDeliveryReader, readFormDelivery } from "../webhooks/form-delivery.js";
export { createNameMatcher, createNameSplitter } from "../webhooks/event-names.js";
export { readFields } from "../webhooks/fields.js";
