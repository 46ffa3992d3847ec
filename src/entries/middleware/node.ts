export type { ErrorBody } from "../../middleware/answer.js";
export { createNodeMiddleware } from "../../middleware/node.js";
export type { NodeMiddleware, NodeMiddlewareOptions } from "../../middleware/node.js";
export type { NodeRequest } from "../../middleware/node-request.js";
export type { NodeResponse } from "../../middleware/node-response.js";
export type { HttpErrorCode } from "../../webhooks/webhook-error.js";
