export {
  createNodeMiddleware,
  type ErrorBody,
  type HttpErrorCode,
  type NodeMiddleware,
  type NodeMiddlewareOptions,
  type NodeRequest,
  type NodeResponse,
} from "../../runtime/webhooks.js";
