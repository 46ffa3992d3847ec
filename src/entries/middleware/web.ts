export type { ErrorBody } from "../../middleware/answer.js";
export { createWebMiddleware } from "../../middleware/web.js";
export type { WebMiddleware, WebMiddlewareOptions } from "../../middleware/web.js";
export type { HttpErrorCode } from "../../webhooks/webhook-error.js";
