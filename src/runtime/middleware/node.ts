/** A subpath of its own, so that the middleware is found by its name. */
export {
  createNodeMiddleware,
  type ErrorBody,
  type HttpErrorCode,
  type NodeMiddleware,
  type NodeMiddlewareOptions,
  type NodeRequest,
  type NodeResponse,
} from "../webhooks.js";
