// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** The request builder, to be bound to the catalog of a service. */
export type { EndpointCatalog, RouteException } from "../catalog/requests.js";
export { createEndpoint } from "../request/endpoint/endpoint.js";
export type { EndpointArguments } from "../request/endpoint/route-arguments.js";
export { EndpointError, type EndpointErrorCode } from "../request/endpoint/errors.js";
export { anyRoute } from "../request/endpoint/route/route.js";
export { expandTemplate } from "../request/endpoint/route/template.js";
export type { Endpoint } from "../request/endpoint/signatures.js";
export { toRequest } from "../request/endpoint/to-request.js";
export type {
  AnyRoute,
  DefaultOptions,
  EndpointDefaults,
  EndpointOptions,
  HeadersInput,
  MediaTypeOptions,
  MergedOptions,
  RequestOptions,
  RequestParameters,
  UnknownParameters,
} from "../request/endpoint/types.js";
