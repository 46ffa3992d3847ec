/** The request builder, to be bound to the catalog of a service. */
export type { EndpointCatalog, RouteException } from "../catalog/requests.js";
export { createEndpoint } from "../endpoint/endpoint.js";
export { EndpointError, type EndpointErrorCode } from "../endpoint/errors.js";
export { anyRoute } from "../endpoint/route.js";
export { expandTemplate } from "../endpoint/template.js";
export { toRequest } from "../endpoint/to-request.js";
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
} from "../endpoint/types.js";
