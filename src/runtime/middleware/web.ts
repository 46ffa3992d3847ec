/** A subpath of its own, so that the middleware is found by its name. */
export {
  createWebMiddleware,
  type ErrorBody,
  type HttpErrorCode,
  type WebMiddleware,
  type WebMiddlewareOptions,
} from "../webhooks.js";
