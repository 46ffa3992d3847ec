import type { ErrorBodies } from "../../generated/client-types.js";
import type { RootMethods } from "../../generated/methods/root.js";
import { sdkCatalog } from "../../generated/sdk-catalog.js";
import { webhookCatalog } from "../../generated/webhook-catalog.js";
import type { EmitterWebhookEvent } from "typewire-webhook-types";
import {
  AuthenticationError as AuthenticationErrorOf,
  BadRequestError as BadRequestErrorOf,
  ConflictError as ConflictErrorOf,
  InternalServerError as InternalServerErrorOf,
  NotFoundError as NotFoundErrorOf,
  PermissionDeniedError as PermissionDeniedErrorOf,
  RateLimitError as RateLimitErrorOf,
  UnprocessableEntityError as UnprocessableEntityErrorOf,
  createSdk,
  type CredentialInput,
  type ErrorClass,
  type SdkConstructor,
  type SdkOptions,
  type Unwrap,
} from "../runtime/sdk.js";
import { createUnwrap } from "../runtime/webhooks.js";
import { createClient, type Client } from "./client.js";
import { scheme } from "./scheme.js";

export type { Call, ListCall, MethodOptions, Page, WithResponse } from "../runtime/sdk.js";
export { ConnectionError, isResponseError, ResponseError, TimeoutError } from "./client.js";

// Classes of errors, with the bodies that the service declares for their statuses.

export const AuthenticationError: ErrorClass<AuthenticationError> = AuthenticationErrorOf;
export type AuthenticationError<Data = ErrorBodies["AuthenticationError"]> =
  AuthenticationErrorOf<Data>;

export const BadRequestError: ErrorClass<BadRequestError> = BadRequestErrorOf;
export type BadRequestError<Data = ErrorBodies["BadRequestError"]> = BadRequestErrorOf<Data>;

export const ConflictError: ErrorClass<ConflictError> = ConflictErrorOf;
export type ConflictError<Data = ErrorBodies["ConflictError"]> = ConflictErrorOf<Data>;

export const InternalServerError: ErrorClass<InternalServerError> = InternalServerErrorOf;
export type InternalServerError<Data = ErrorBodies["InternalServerError"]> =
  InternalServerErrorOf<Data>;

export const NotFoundError: ErrorClass<NotFoundError> = NotFoundErrorOf;
export type NotFoundError<Data = ErrorBodies["NotFoundError"]> = NotFoundErrorOf<Data>;

export const PermissionDeniedError: ErrorClass<PermissionDeniedError> = PermissionDeniedErrorOf;
export type PermissionDeniedError<Data = ErrorBodies["PermissionDeniedError"]> =
  PermissionDeniedErrorOf<Data>;

export const RateLimitError: ErrorClass<RateLimitError> = RateLimitErrorOf;
export type RateLimitError<Data = ErrorBodies["RateLimitError"]> = RateLimitErrorOf<Data>;

export const UnprocessableEntityError: ErrorClass<UnprocessableEntityError> =
  UnprocessableEntityErrorOf;
export type UnprocessableEntityError<Data = ErrorBodies["UnprocessableEntityError"]> =
  UnprocessableEntityErrorOf<Data>;

/** Options of {@link Vendor}: those of its client, and credentials by name. */
export interface VendorOptions extends SdkOptions {
  /**
   * The credential `bearer`.
   *
   * Default: the environment variable `VENDOR_API_KEY`.
   */
  readonly apiKey?: CredentialInput;
  /**
   * The secret of deliveries.
   *
   * Default: the environment variable `VENDOR_WEBHOOK_SECRET`.
   */
  readonly webhookSecret?: string | null | undefined;
}

/** Deliveries. */
export interface VendorWebhooks {
  /**
   * Verifies a delivery, and resolves to its event. Rejects with a `WebhookError` for one that the
   * service has not signed, or that cannot be read.
   */
  readonly unwrap: Unwrap<EmitterWebhookEvent>;
}

/** The API as a class: each method sends a request. */
export interface Vendor extends RootMethods {
  /** The client below the class, which sends requests by their routes. */
  readonly client: Client;
  readonly webhooks: VendorWebhooks;
}

/**
 * Creates a client with a method for each route. Nothing is sent before its first call.
 * @throws TypeError, RangeError or EndpointError for an option that the client refuses.
 * @example
 * const api = new Vendor({ apiKey: process.env.TOKEN });
 */
export const Vendor: SdkConstructor<Vendor, VendorOptions> = /* @__PURE__ */ createSdk<
  Vendor,
  VendorOptions
>(sdkCatalog, createClient, {
  unwrap: /* @__PURE__ */ createUnwrap(webhookCatalog, { scheme }),
});
