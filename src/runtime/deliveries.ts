// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Code that some deliveries need beyond the toolkit, to be passed to `bindWebhooks`. */
export type { Challenge, EventResource } from "../catalog/webhooks.js";
export { createChallenges } from "../receive/webhooks/parts/challenge.js";
export { readFields } from "../receive/webhooks/parts/fields.js";
export { createFormDeliveryReader, readFormDelivery } from "../receive/webhooks/parts/forms.js";
export { createResources } from "../receive/webhooks/parts/resources.js";
export { createNameMatcher, createNameSplitter } from "../receive/webhooks/parts/varying-names.js";
