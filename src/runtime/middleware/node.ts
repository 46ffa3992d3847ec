// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** A subpath of its own, so that the middleware is found by its name. */
export type { ErrorBody } from "../../receive/middleware/answer.js";
export {
  createNodeMiddleware,
  type NodeMiddleware,
  type NodeMiddlewareOptions,
  type NodeRequest,
  type NodeResponse,
} from "../../receive/middleware/node.js";
export type { HttpErrorCode } from "../../receive/webhooks/webhook-error.js";
