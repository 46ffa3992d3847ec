export type { ErrorBody, HttpErrorCode } from "../../middleware/answer.js";
export { createNodeMiddleware } from "../../middleware/node.js";
export type { NodeMiddleware, NodeMiddlewareOptions } from "../../middleware/node.js";
export type { NodeRequest, NodeResponse } from "../../middleware/node-exchange.js";
