/** A subpath of its own for those who look for the middleware by its name. */
export {
  createNodeMiddleware,
  type ErrorBody,
  type HttpErrorCode,
  type NodeMiddleware,
  type NodeMiddlewareOptions,
  type NodeRequest,
  type NodeResponse,
} from "../webhooks.js";
