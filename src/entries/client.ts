import { clientCatalog } from "../../generated/client-catalog.js";
import type { RouteLists, RouteResponses } from "../../generated/client-types.js";
import type { Routes } from "../../generated/routes.js";
import {
  createClientFactory,
  isResponseError as isError,
  linkPages,
  type Client as ClientOf,
  type CreateClient,
  type IsResponseError,
  type RouteResponseOf,
} from "../runtime/client.js";
import { endpoint } from "./endpoint.js";

export type { RouteLists, RouteResponses } from "../../generated/client-types.js";
export { anyRoute, type AnyRoute } from "./endpoint.js";
export {
  ConnectionError,
  ResponseError,
  TimeoutError,
  type AttemptEvent,
  type CallOptions,
  type ClientHooks,
  type ClientOptions,
  type ClientResponse,
  type Credential,
  type Page,
  type Paginated,
  type RateLimit,
  type RequestSettings,
  type ResponseErrorCode,
  type ResponseEvent,
  type RetryEvent,
} from "../runtime/client.js";

/** Sends requests, and resolves to typed responses (contract, section F). */
export type Client = ClientOf<Routes, RouteResponses, RouteLists>;

/**
 * Creates a client; nothing is sent before its first request.
 * @example
 * const client = createClient({ auth: process.env.TOKEN, timeout: 10_000 });
 * @throws TypeError for a credential that cannot be sent, and for a numeric option of another type.
 * @throws RangeError for a number that is out of range.
 * @throws EndpointError for a `baseUrl`, `headers` or `defaults` that `endpoint` refuses.
 */
export const createClient: CreateClient<Routes, RouteResponses, RouteLists, never> =
  /* @__PURE__ */ createClientFactory<Routes, RouteResponses, RouteLists, never>(
    endpoint,
    clientCatalog,
    {
      pages: { link: linkPages },
    },
  );

/** The body that answers a request of `endpoint`, for a function of your own that sends it. */
export type ResponseOf<Request> = RouteResponseOf<RouteResponses, Request>;

/**
 * Tells whether an error is a response; with a route, also which type its `data` has.
 * @example
 * if (isResponseError(error) && error.status === 404) return undefined;
 */
export const isResponseError: IsResponseError<RouteResponses> = isError;
