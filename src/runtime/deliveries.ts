/** Code that some deliveries need beyond the toolkit, to be passed to `createWebhooks`. */
export { createChallenges, type Challenge } from "../webhooks/challenge.js";
export { readFields } from "../webhooks/fields.js";
export { createFormDeliveryReader, readFormDelivery } from "../webhooks/form-body.js";
export { createNameMatcher, createNameSplitter } from "../webhooks/name-patterns.js";
