export * from "./entries/endpoint.js";
export * from "./entries/middleware/node.js";
export * from "./entries/middleware/web.js";
export * from "./entries/webhooks.js";
