/**
 * Types of a delivery on its way from a request to an event, and of the reader that takes it there. `delivery.ts` has
 * the reader of most services.
 */
import type {
  DeliveryHeaders,
  HeaderSource,
  RawPayload,
  SignatureKey,
  SignatureScheme,
  SignContext,
  VerifyContext,
} from "../signatures/types.js";
import type { ChallengeAnswer, DispatchedEvent } from "./types.js";
import type { Answer } from "./http-answer.js";
import type { HttpErrorCode, WebhookErrorCode } from "./webhook-error.js";

/**
 * Reads, verifies and opens the deliveries of one service. Parts wrap the reader of `createReader`.
 */
export interface DeliveryReader {
  readonly scheme: SignatureScheme;
  readonly parse: PayloadParser;
  /** True if every body that `parse` accepts has a JSON object in it, as `BodyFormat` says. */
  readonly hasJson: boolean;
  /** True if the service sends challenges without a signature. A body is then read even if it has none. */
  readonly takesUnsigned: boolean;
  /** @throws TypeError for anything but an argument of `verifyAndReceive`. */
  read(delivery: unknown): ReadDelivery;
  /**
   * Verifies a delivery and parses its payload.
   * @param isHandled False if no handler gets the payload, which may then be empty.
   */
  open(read: ReadDelivery, keys: readonly SignatureKey[], isHandled: boolean): Opened;
  /**
   * Returns the text of the signature, or the headers of a scheme that signs more than the body.
   * @throws TypeError for a payload that is not raw, or if a part that is signed is missing.
   */
  sign(keys: SignatureKeys, payload: unknown, context?: SignContext): unknown;
  /**
   * @param received A signature of the form that `sign` returns.
   * @throws TypeError for a payload or a signature of the wrong type.
   */
  verify(
    keys: readonly SignatureKey[],
    payload: unknown,
    received: unknown,
    context?: VerifyContext,
  ): boolean;
  /**
   * Answers a challenge that is not a delivery, or refuses it; `undefined` for any other request.
   */
  answerRequest?(request: RequestView): AnsweredRequest | RefusedRequest | undefined;
  /**
   * For services whose signature covers more than the body.
   * @throws TypeError unless `publicUrl` is an absolute URL or `undefined`.
   */
  bindRequests?(publicUrl: unknown): RequestReader;
}

/**
 * Parses a raw body to an object; `undefined` if it holds none.
 * @param isHandled False if no handler gets the object, which may then be empty. Default: true.
 */
export type PayloadParser = (data: string | Uint8Array, isHandled?: boolean) => object | undefined;

// ---- Deliveries

/** Delivery whose id and name are checked. The rest is as it came. */
export interface ReadDelivery {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
  /** The text of the signature header; the empty string if there is none. */
  readonly signature: string;
  /** For a scheme that signs more than the body. */
  readonly headers?: DeliveryHeaders;
  readonly context?: VerifyContext;
}

/** Result of opening a delivery. */
export type Opened =
  | { readonly kind: "event"; readonly event: DispatchedEvent }
  | RefusedDelivery
  | { readonly kind: "challenge"; readonly answer: ChallengeAnswer };

/** Delivery that no handler gets. */
export interface RefusedDelivery {
  readonly kind: "refused";
  readonly code: WebhookErrorCode;
  readonly id: string;
  readonly name: string;
}

// ---- Secrets that are looked up for each delivery

export type SignatureKeys = readonly [SignatureKey, ...SignatureKey[]];

/** Finds the keys of a delivery; `undefined` if it has none. Rejects if the lookup fails. */
export type KeyLookup = (delivery: LookedUpDelivery) => Promise<SignatureKeys | undefined>;

/** Delivery whose secret is looked up, as a caller or a transport passes it. */
export interface LookedUpDelivery extends Pick<ReadDelivery, "id" | "name" | "payload"> {
  readonly headers?: DeliveryHeaders | undefined;
  readonly url?: string | undefined;
}

// ---- Requests that may bring a delivery

/** Request as the toolkit reads it. Each middleware has an adapter. */
export interface RequestView extends HeaderSource {
  /** The platform's request, for parts that only some services need. */
  readonly request: object;
  /** The method as sent; standard methods are in uppercase. */
  readonly method: string;
}

/** Creates the argument of `verifyAndReceive` from a request. */
export type RequestReader = (request: RequestView, payload: RawPayload) => object;

/** Headers of a delivery. A value that is sent in the body is the empty string. */
export interface DeliveryHead {
  readonly kind: "delivery";
  readonly id: string;
  readonly name: string;
  /** The text of the signature header. */
  readonly signature: string;
  /** True for a malformed signature, whose delivery is refused with any body. */
  readonly isMalformed: boolean;
}

/** Request that is not a delivery, and its answer. */
export interface AnsweredRequest {
  readonly kind: "answer";
  readonly answer: Answer;
}

export interface RefusedRequest {
  readonly kind: "fault";
  readonly fault: RequestFault;
}

/** Request that is refused for a header of its delivery. */
export interface RefusedHead extends RefusedRequest {
  readonly fault: HeadFault;
}

/** Reason to refuse a request. */
export interface RequestFault {
  readonly code: HttpErrorCode;
  /** The name of the header at fault, or the media type that is expected. */
  readonly subject?: string;
  /** The event name at fault. */
  readonly name?: string;
}

/** Reason to refuse a delivery for one of its headers. */
export interface HeadFault extends RequestFault {
  readonly code: WebhookErrorCode;
}
