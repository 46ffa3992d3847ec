import { endpointCatalog } from "../../generated/endpoint-catalog.js";
import type { Routes } from "../../generated/routes.js";
import { createEndpoint, type Endpoint } from "../runtime/endpoint.js";

export type { Routes } from "../../generated/routes.js";
export {
  anyRoute,
  EndpointError,
  expandTemplate,
  toRequest,
  type AnyRoute,
  type DefaultOptions,
  type Endpoint,
  type EndpointDefaults,
  type EndpointErrorCode,
  type EndpointOptions,
  type HeadersInput,
  type MediaTypeOptions,
  type MergedOptions,
  type RequestOptions,
  type RequestParameters,
  type UnknownParameters,
} from "../runtime/endpoint.js";

/**
 * Turns a route and its parameters into plain request options (contract A.16 to A.19).
 * @example
 * const { method, url, headers } = endpoint("GET /users/{username}", { username: "octocat" });
 */
export const endpoint: Endpoint<Routes> = /* @__PURE__ */ createEndpoint<Routes>(endpointCatalog);
