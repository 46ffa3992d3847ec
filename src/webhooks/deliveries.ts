import type { WebhookErrorCode } from "../webhook-error.js";
import type { HmacKey } from "#hmac";
import type { DispatchedEvent } from "./dispatch.js";
import { expectText, isText, unexpected } from "./expect.js";
import { isJsonObject } from "./payload.js";
import type { PayloadParser } from "./payload.js";
import { isRawPayload, readRawPayload } from "./raw-payload.js";
import { isWellFormedSignature, matchesAny } from "./signature.js";

/** What a delivery is called, both checked. */
export interface DeliveryNames {
  readonly id: string;
  readonly name: string;
}

/** A delivery read once, its id and name checked, the rest as it came. */
export interface ReadDelivery extends DeliveryNames {
  readonly payload: unknown;
  readonly signature: unknown;
}

/** What a delivery is refused for, and what is said of it. Messages hold nothing of the delivery. */
const REFUSALS = {
  SIGNATURE_MISSING: "The delivery has no signature. Is a secret set on the hosting side?",
  SIGNATURE_MALFORMED: "The signature is not `sha256=` followed by 64 lowercase hex digits.",
  SIGNATURE_MISMATCH:
    "The signature does not match the payload. Either the secrets differ, or the payload is not " +
    "the body as it was sent.",
  PAYLOAD_NOT_RAW:
    "The payload is not the raw body; a signature covers the exact bytes. Pass a string, Uint8Array " +
    'or ArrayBuffer: `await request.text()` where requests are web-standard, `express.text({ type: "*/*" })` ' +
    'in Express, a content type parser with `parseAs: "string"` in Fastify.',
  INVALID_PAYLOAD:
    "The payload is not a JSON object in UTF-8. Is the content type set to application/json on the " +
    "hosting side?",
  DRAINING: "The toolkit takes no more deliveries: drain() was called.",
} satisfies Partial<Record<WebhookErrorCode, string>>;

export type RefusalCode = keyof typeof REFUSALS;

export function describeRefusal(code: RefusalCode): string {
  return REFUSALS[code];
}

/**
 * Reads the argument of `receive` or `verifyAndReceive`.
 * @throws TypeError when it has no usable name or id: mistakes in the call, not the sender's.
 */
export function readDelivery(delivery: unknown): ReadDelivery {
  const { id, name, payload, signature } = delivery as Partial<Record<string, unknown>>; // checked below
  return {
    id: expectId(id),
    name: expectText(name, "the `name` of a delivery"),
    payload,
    signature,
  };
}

/** An absent id is the empty string. */
function expectId(id: unknown): string {
  const text = id ?? "";
  if (typeof text === "string") return text;
  throw unexpected(id, "the `id` of a delivery", "a string");
}

/**
 * The event of a delivery that is trusted.
 * @throws TypeError when its payload is not parsed.
 */
export function toEvent({ id, name, payload }: ReadDelivery): DispatchedEvent {
  if (isJsonObject(payload) && (isPlain(payload) || !isRawPayload(payload))) {
    return { id, name, payload };
  }
  throw unexpected(
    payload,
    "the `payload`",
    "a parsed JSON object; verifyAndReceive() takes a raw one",
  );
}

/** As nearly every payload is: to look for bytes would cost more than all else about it. */
function isPlain(payload: object): boolean {
  return Reflect.getPrototypeOf(payload) === Object.prototype;
}

/** What `parse` makes of a signed delivery's payload once the signature is good; else why not. */
export function openDelivery(
  { payload, signature }: ReadDelivery,
  keys: readonly HmacKey[],
  parse: PayloadParser,
): object | RefusalCode {
  // Before anything else is looked at: a receiver can refuse it without having read the body.
  if (!isText(signature)) return "SIGNATURE_MISSING";
  if (!isWellFormedSignature(signature)) return "SIGNATURE_MALFORMED";
  const data = readRawPayload(payload);
  if (data === undefined) return "PAYLOAD_NOT_RAW";
  if (data.length > 0 && !matchesAny(keys, data, signature)) return "SIGNATURE_MISMATCH";
  return parse(data) ?? "INVALID_PAYLOAD";
}
