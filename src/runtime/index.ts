/**
 * The whole runtime without the relay, for clients that are bound by hand. A generated client
 * imports the modules beside this one, so that it loads no more than it uses.
 */
export * from "./client.js";
export * from "./deliveries.js";
export * from "./endpoint.js";
export * from "./requests.js";
export * from "./signing.js";
export * from "./testing.js";
export * from "./validate.js";
export * from "./webhooks.js";
