/** Code that some deliveries need beyond the toolkit, to be passed to `createWebhooks`. */
export { createChallenges } from "../receive/webhooks/parts/challenge.js";
export type { Challenge } from "../catalog/webhooks.js";
export { createFormDeliveryReader, readFormDelivery } from "../receive/webhooks/parts/forms.js";
export { createNameMatcher, createNameSplitter } from "../receive/webhooks/event-names.js";
export { readFields } from "../receive/webhooks/parts/fields.js";
