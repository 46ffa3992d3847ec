export type { ErrorBody, HttpErrorCode } from "../../middleware/answer.js";
export { createWebMiddleware } from "../../middleware/web.js";
export type { WebMiddleware, WebMiddlewareOptions } from "../../middleware/web.js";
