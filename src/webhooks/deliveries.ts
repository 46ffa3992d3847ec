import type { WebhookErrorCode } from "../webhook-error.js";
import type { HmacKey } from "#platform";
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

/** What a delivery is refused for before its event is dispatched. */
export type RefusalCode = Extract<
  WebhookErrorCode,
  | "SIGNATURE_MISSING"
  | "SIGNATURE_MALFORMED"
  | "SIGNATURE_MISMATCH"
  | "PAYLOAD_NOT_RAW"
  | "INVALID_PAYLOAD"
  | "DRAINING"
>;

/**
 * Reads the argument of `receive` or `verifyAndReceive`.
 * @throws TypeError when it has no usable name or id: mistakes in the call, not the sender's.
 */
export function readDelivery(delivery: unknown): ReadDelivery {
  // Read as unknown, checked below; nothing has no name.
  const { id, name, payload, signature } = (delivery ?? {}) as Partial<Record<string, unknown>>;
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
  if (!matchesAny(keys, data, signature)) return "SIGNATURE_MISMATCH";
  return parse(data) ?? "INVALID_PAYLOAD";
}
