/** The request builder, to be bound to the catalog of a service. */
export type { EndpointCatalog, RouteException } from "../catalog/requests.js";
export { createEndpoint } from "../request/endpoint/endpoint.js";
export { EndpointError, type EndpointErrorCode } from "../request/endpoint/errors.js";
export { anyRoute } from "../request/endpoint/route.js";
export { expandTemplate } from "../request/endpoint/template.js";
export { toRequest } from "../request/endpoint/to-request.js";
export type {
  AnyRoute,
  DefaultOptions,
  Endpoint,
  EndpointArguments,
  EndpointDefaults,
  EndpointOptions,
  HeadersInput,
  MediaTypeOptions,
  MergedOptions,
  RequestOptions,
  RequestParameters,
  UnknownParameters,
} from "../request/endpoint/types.js";
