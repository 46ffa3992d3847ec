/** A subpath of its own for those who look for the middleware by its name. */
export {
  createWebMiddleware,
  type ErrorBody,
  type HttpErrorCode,
  type WebMiddleware,
  type WebMiddlewareOptions,
} from "../webhooks.js";
