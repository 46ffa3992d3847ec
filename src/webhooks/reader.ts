/** How the deliveries of a service are read, verified and answered. Services differ in this. */
import type { HeaderSource } from "../signatures/delivery-fields.js";
import type { RawPayload } from "../signatures/raw-data.js";
import type { SignatureKey } from "../signatures/scheme.js";
import {
  openDelivery,
  parsePayload,
  readDelivery,
  type AnyScheme,
  type PayloadParser,
  type ReadDelivery,
  type RefusedEvent,
} from "./delivery.js";
import type { DispatchedEvent } from "./dispatch.js";
import { copyOwn } from "./expect.js";
import type { Answer } from "./http-answer.js";
import type { HttpErrorCode } from "./webhook-error.js";

/**
 * Reads the deliveries of one service. The parts of a service wrap the reader of {@link createReader},
 * so that what they add is in no other bundle.
 */
export interface DeliveryReader {
  readonly scheme: AnyScheme;
  readonly parse: PayloadParser;
  /** Whether `parse` makes an object only of a body that has JSON in it. */
  readonly hasJson: boolean;
  /** @throws TypeError when the argument of `verifyAndReceive` cannot be one. */
  read(delivery: unknown): ReadDelivery;
  /**
   * Verifies a delivery and parses its payload. A challenge is opened to the function that answers it.
   * @param isSeen whether anybody would see the payload.
   */
  open(
    read: ReadDelivery,
    keys: readonly SignatureKey[],
    isSeen: boolean,
  ): DispatchedEvent | RefusedEvent | AnswerChallenge;
  /**
   * Answers a challenge that is not a delivery, or says what is wrong with it; `undefined` for any
   * other request.
   */
  answerRequest?(request: RequestView): ChallengeAnswer | RequestFault | undefined;
  /**
   * For services whose signature covers more than the body.
   * @throws TypeError for anything but an absolute URL, or nothing.
   */
  bindRequests?(publicUrl: unknown): RequestReader;
}

/** Resolves with the answer. Only toolkits of services with challenges have it in their types. */
export type AnswerChallenge = () => Promise<never>;

/** Makes the argument of `verifyAndReceive` of a request. */
export type RequestReader = (request: RequestView, payload: RawPayload) => object;

/** What is wrong with a request. */
export interface RequestFault {
  readonly code: HttpErrorCode;
  /** The name of the header at fault, or the media type that is expected. */
  readonly at?: string;
  /** The event name at fault. */
  readonly name?: string;
}

/** What is read of a request; each middleware has an adapter. */
export interface RequestView extends HeaderSource {
  /** The platform's own, for what only some services need. */
  readonly request: object;
  /** As it was sent, in uppercase where it is a standard one. */
  readonly method: string;
}

/** The whole answer to a challenge. */
export type ChallengeAnswer = Answer;

/**
 * Reads deliveries as most services send them: the body is signed, the name and the id are in headers.
 * Nothing inherited can stand for what a part would add.
 * @param body for bodies that are not JSON.
 */
export function createReader(
  scheme: AnyScheme,
  {
    parse,
    hasJson = false,
  }: { readonly parse: PayloadParser; readonly hasJson?: boolean } = JSON_BODY,
): DeliveryReader {
  return copyOwn<DeliveryReader>({
    scheme,
    parse,
    hasJson,
    read: readDelivery,
    open: (...delivery) => openDelivery(scheme, parse, ...delivery),
  });
}

const JSON_BODY = { parse: parsePayload, hasJson: true };
