import { clientCatalog } from "../../generated/client-catalog.js";
import type { RouteLists, RouteResponses } from "../../generated/client-types.js";
import type { Routes } from "../../generated/routes.js";
import { createClientFactory } from "../client/client.js";
import { isResponseError as isError } from "../client/errors.js";
import type {
  Client as ClientOf,
  CreateClient,
  IsResponseError,
  RouteResponseOf,
} from "../client/types.js";
import { endpoint } from "./endpoint.js";

export type { RouteLists, RouteResponses } from "../../generated/client-types.js";
export { ConnectionError, ResponseError, TimeoutError } from "../client/errors.js";
export type { ResponseErrorCode } from "../client/errors.js";
export type { Credential } from "../client/auth.js";
export type { RateLimit } from "../client/rate-limit.js";
export type {
  AttemptEvent,
  CallOptions,
  ClientHooks,
  ClientOptions,
  ClientResponse,
  Page,
  Paginated,
  RequestSettings,
  ResponseEvent,
  RetryEvent,
} from "../client/types.js";

/** Sends requests, and resolves to typed responses (contract, section F). */
export type Client = ClientOf<Routes, RouteResponses, RouteLists>;
export const createClient: CreateClient<Routes, RouteResponses, RouteLists> =
  /* @__PURE__ */ createClientFactory<Routes, RouteResponses, RouteLists>(endpoint, clientCatalog);

/** The body that answers a request of `endpoint`, for a function of your own that sends it. */
export type ResponseOf<Request> = RouteResponseOf<RouteResponses, Request>;

/** Tells whether an error is a response; with a route, also which type its `data` has. */
export const isResponseError: IsResponseError<RouteResponses> = isError;
