export {
  createWebMiddleware,
  type ErrorBody,
  type HttpErrorCode,
  type WebMiddleware,
  type WebMiddlewareOptions,
} from "../../runtime/webhooks.js";
