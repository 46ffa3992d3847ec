import { endpointCatalog } from "../../generated/endpoint-catalog.js";
import type { Routes } from "../../generated/routes.js";
import { createEndpoint } from "../endpoint/endpoint.js";
import type { Endpoint } from "../endpoint/types.js";

export type { Routes } from "../../generated/routes.js";
export { toRequest } from "../endpoint/to-request.js";
export type {
  DefaultOptions,
  Endpoint,
  EndpointDefaults,
  EndpointOptions,
  HeadersInput,
  MediaTypeOptions,
  MergedOptions,
  RequestOptions,
  RequestParameters,
  UnknownParameters,
} from "../endpoint/types.js";
export { expandTemplate } from "../endpoint/template.js";
export { EndpointError } from "../endpoint/errors.js";
export type { EndpointErrorCode } from "../endpoint/errors.js";

/** Turns a route and its parameters into plain request options (contract A.16 to A.19). */
export const endpoint: Endpoint<Routes> = /* @__PURE__ */ createEndpoint<Routes>(endpointCatalog);
