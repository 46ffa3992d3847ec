/** Types of a service and of its deliveries, for the toolkit, its parts and its transports. */
import { followPath } from "../../base/values.js";
import type { PayloadValues } from "../../catalog/values.js";
import type { FieldSource, WebhookCatalog } from "../../catalog/webhooks.js";
import type {
  DeliveryHeaders,
  HeaderSource,
  RawPayload,
  SignatureKey,
  SignatureScheme,
  SignContext,
  VerifyContext,
} from "../signatures/types.js";
import type { HandlerRegistry } from "./shortcuts.js";
import type { ChallengeAnswer, DispatchedEvent, Handler, NameSplitter } from "./types.js";
import type { Answer, HttpErrorCode, WebhookErrorCode } from "./webhook-error.js";

/** True for a field in a header. Inherited keys do not count. */
export function isInHeader(source: FieldSource): source is { readonly header: string } {
  return Object.hasOwn(source, "header");
}

/**
 * Reads a field in a payload; the empty string if it has none. An integer becomes text: some services number
 * their events.
 * @param source Without a prototype, so that no inherited key counts.
 */
export function readPayloadField(
  payload: unknown,
  source: Exclude<FieldSource, { readonly header: string }>,
): string {
  const { body, others = [], default: fallback = "" } = source;
  for (const path of [body, ...others]) {
    const value = followPath(payload, path);
    if (value !== "" && (typeof value === "string" || Number.isSafeInteger(value)))
      return String(value);
  }
  return fallback;
}

/** Returns the name of a field's header; the empty string if the field is in the body, or not sent. */
export function headerOf(source: FieldSource | undefined): string {
  return { header: "", ...source }.header; // inherited keys do not count
}

/**
 * Code that the toolkit needs for one service. Every service needs a scheme. A client passes the other
 * parts only if its service needs them, so that no other bundle has their code.
 */
export interface WebhookParts {
  readonly scheme: SignatureScheme;
  /** For services that put the event name or the id into the body, or sign more than the body. */
  readonly fields?: BindFields;
  /** For services whose bodies are not JSON. */
  readonly body?: BodyFormat;
  /** For event names with a `{placeholder}`. */
  readonly matchName?: NameMatcher;
  /** For services with actions whose event names hold dots of their own. */
  readonly splitName?: NameSplitter;
  /** For services that send a challenge before they send deliveries. */
  readonly challenge?: BindChallenges;
  /** For services with events that carry only the id of a resource. */
  readonly resources?: BindResources;
  /** For values that JSON does not have. Called for each toolkit; throws if the platform lacks one. */
  readonly values?: () => PayloadValues;
}

/** Service, shared by the instances of its `Webhooks` class. */
export interface Service {
  readonly catalog: WebhookCatalog;
  /** Places of the name and the id, copied without a prototype. */
  readonly event: FieldSource;
  readonly delivery: FieldSource | undefined;
  readonly parts: WebhookParts;
  readonly split: NameSplitter;
  /** Finds the name in the catalog: the same one, or one with a placeholder that it matches. */
  readonly findKnown: (name: string) => string | undefined;
  /** The keys that lead to the action in a payload; empty if the service has no actions. */
  readonly actionKeys: readonly string[];
}

/** Finds the known name of a delivery whose name varies. */
export interface NameMatcher {
  /** Returns the known name with a placeholder that a name matches, if any. */
  match(name: string): string | undefined;
  /** Creates a registry that finds the handlers of a delivery under its own name and the known one. */
  createRegistry(split: NameSplitter): HandlerRegistry<Handler>;
}

/**
 * Parses a raw body to an object; `undefined` if it holds none.
 * @param isSeen False if no handler gets the object, which may then be empty.
 */
export type PayloadParser = (data: string | Uint8Array, isSeen?: boolean) => object | undefined;

/** Reads and writes bodies that are not JSON. */
export interface BodyFormat {
  /** The content type of the bodies, for error answers and for deliveries of tests. */
  readonly mediaType: string;
  /** True for a content type of this format. */
  readonly accepts: (contentType: string) => boolean;
  readonly parse: PayloadParser;
  /**
   * True if every body of the format has a JSON object in it, whose braces are sent plain or
   * percent-encoded. Only then may the answer to a challenge hold an HMAC. Default: `false`.
   */
  readonly hasJson?: boolean;
  /** Writes a payload as the service sends it. */
  readonly write: (payload: object) => string;
}

/** Unchecked options of `new Webhooks` that concern time. */
export interface TimeOptions {
  readonly tolerance?: unknown;
  readonly now?: unknown;
}

/** @throws TypeError for an option of the wrong type, or a tolerance that the scheme cannot use. */
export type BindFields = (
  reader: DeliveryReader,
  service: Service,
  options: TimeOptions,
) => DeliveryReader;

/**
 * @param key `undefined` if it is looked up for each delivery.
 * @throws TypeError if the challenges have a token and `token` is not a non-empty string, or if the answer
 * to a challenge needs a key before there is a delivery to look it up for.
 */
export type BindChallenges = (
  reader: DeliveryReader,
  key: SignatureKey | undefined,
  token: unknown,
) => DeliveryReader;

/**
 * @param client `undefined` if none is given; then `fetch` rejects.
 * @throws TypeError for anything but a client of a service.
 */
export type BindResources = (client: unknown) => EquipEvent;

/**
 * Adds `fetch` to an event with a resource.
 * @param known The known name of the event.
 * @param signal Aborts the request.
 */
export type EquipEvent = (
  known: string,
  event: DispatchedEvent,
  signal?: AbortSignal,
) => DispatchedEvent;

/**
 * Reads, verifies and opens the deliveries of one service. Parts wrap the reader of `createReader`.
 */
export interface DeliveryReader {
  readonly scheme: SignatureScheme;
  readonly parse: PayloadParser;
  /** True if every body that `parse` accepts has JSON in it. */
  readonly hasJson: boolean;
  /** True if a body may be an unsigned challenge, so that it is read even without a signature. */
  readonly takesUnsigned: boolean;
  /** @throws TypeError for anything but an argument of `verifyAndReceive`. */
  read(delivery: unknown): ReadDelivery;
  /**
   * Verifies a delivery and parses its payload.
   * @param isSeen False if no handler gets the payload.
   */
  open(read: ReadDelivery, keys: readonly SignatureKey[], isSeen: boolean): Opened;
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

export type SignatureKeys = readonly [SignatureKey, ...SignatureKey[]];

/** Finds the keys of a delivery; `undefined` if it has none. Rejects if the lookup fails. */
export type KeyLookup = (delivery: LookedUpDelivery) => Promise<SignatureKeys | undefined>;

/** Delivery whose secret is looked up, as a caller or a transport passes it. */
export interface LookedUpDelivery extends Pick<ReadDelivery, "id" | "name" | "payload"> {
  readonly headers?: DeliveryHeaders | undefined;
  readonly url?: string | undefined;
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

/** Creates the argument of `verifyAndReceive` from a request. */
export type RequestReader = (request: RequestView, payload: RawPayload) => object;

/** Request as the toolkit reads it. Each middleware has an adapter. */
export interface RequestView extends HeaderSource {
  /** The platform's request, for parts that only some services need. */
  readonly request: object;
  /** The method as sent; standard methods are in uppercase. */
  readonly method: string;
}

/** Reads the URL of a request as the client sent it, with the query and the scheme of the connection. */
export function readRequestUrl(view: RequestView): string {
  const { url = "", originalUrl = url, socket }: RequestParts = view.request;
  const sent = String(originalUrl);
  if (!sent.startsWith("/")) return sent;
  const host = view.get("host") ?? view.get(":authority") ?? "";
  return `http${socket?.encrypted ? "s" : ""}://${host}${sent}`;
}

/** URL in requests of Node and of frameworks, in parts. A web-standard request has the whole URL. */
interface RequestParts {
  readonly url?: string;
  readonly originalUrl?: unknown;
  readonly socket?: { readonly encrypted?: boolean };
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

/** Reason to refuse a request. */
export interface RequestFault {
  readonly code: HttpErrorCode;
  /** The name of the header at fault, or the media type that is expected. */
  readonly at?: string;
  /** The event name at fault. */
  readonly name?: string;
}
