/**
 * The package's root. `Endpoints` leads to the type of every response, by far the largest
 * declarations; only the root has it, so that importing a subpath does not load them.
 */
export type { Endpoints } from "../generated/endpoints.js";
export * from "./entries/endpoint.js";
export * from "./entries/webhooks.js";
export {
  createNodeMiddleware,
  createWebMiddleware,
  type ErrorBody,
  type HttpErrorCode,
  type NodeMiddleware,
  type NodeMiddlewareOptions,
  type NodeRequest,
  type NodeResponse,
  type WebMiddleware,
  type WebMiddlewareOptions,
} from "./runtime/webhooks.js";
