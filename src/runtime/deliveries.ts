/** Code that some deliveries need beyond the toolkit, to be passed to `createWebhooks`. */
export { createChallenges } from "../webhooks/parts/challenge.js";
export type { Challenge } from "../catalog/webhooks.js";
export { createFormDeliveryReader, readFormDelivery } from "../webhooks/parts/forms.js";
export { createNameMatcher, createNameSplitter } from "../webhooks/event-names.js";
export { readFields } from "../webhooks/parts/fields.js";
