/**
 * Reads deliveries as most services send them: a signature of the body, and JSON in it. The files of `parts/` wrap this
 * reader for other services.
 */
import { isRecord } from "../../base/values.js";
import { copyOwn, expectText, isText, unexpected } from "../../base/expect.js";
import { isHashable, isRawPayload, readRawPayload } from "../signatures/readers.js";
import { findFormFault, findRefusal, signText, verifyText } from "../signatures/scheme.js";
import type { SignatureKey, SignatureScheme } from "../signatures/types.js";
import { parsePayload } from "./payload.js";
import type {
  DeliveryReader,
  Opened,
  PayloadParser,
  ReadDelivery,
  RefusedDelivery,
} from "./reader.js";
import type { BodyFormat } from "./service.js";
import type { DispatchedEvent } from "./types.js";
import type { WebhookErrorCode } from "./webhook-error.js";

/**
 * Creates the reader for a service that signs the body and sends the name and the id in headers.
 * The reader has no prototype, so that no inherited property counts as a method that a part adds.
 */
export function createReader(
  scheme: SignatureScheme,
  { parse, hasJson = false }: ReadFormat = JSON_BODY,
): DeliveryReader {
  return copyOwn<DeliveryReader>({
    scheme,
    parse,
    hasJson,
    takesUnsigned: false,
    read: readDelivery,
    open: (read, keys, isHandled) => openDelivery(scheme, parse, read, keys, isHandled),
    sign: ([key], payload) => signText(scheme, key, payload),
    verify: (keys, payload, signature) => verifyText(scheme, keys, payload, signature),
  });
}

const JSON_BODY: ReadFormat = { parse: parsePayload, hasJson: true };

/**
 * Reads the argument of `receive` or `verifyAndReceive`.
 * @throws TypeError unless the name is a non-empty string and the id a string: the mistake is the caller's,
 * not the sender's.
 */
export function readDelivery(delivery: unknown): ReadDelivery {
  // A missing delivery is refused for its missing name.
  const { id, name, payload, signature } = (delivery ?? {}) as UncheckedDelivery;
  return {
    id: expectId(id),
    name: expectText(name, "The `name` of the delivery"),
    payload,
    signature: isText(signature) ? signature : "",
  };
}

/** Checks an id. Returns the empty string for an absent one. */
export function expectId(id: unknown): string {
  const text = id ?? "";
  if (typeof text === "string") return text;
  throw unexpected(id, "The `id` of the delivery", "a string");
}

/** Verifies the signature of a delivery, then parses its payload. */
function openDelivery(
  scheme: SignatureScheme,
  parse: PayloadParser,
  read: ReadDelivery,
  keys: readonly SignatureKey[],
  isHandled: boolean,
): Opened {
  const { id, name, payload, signature } = read;
  const data = readRawPayload(payload);
  if (data === undefined || !isHashable(data)) {
    // A middleware reads no body after a fault in the header, so the header's fault comes first.
    return refuse(read, findFormFault(scheme, signature) ?? "PAYLOAD_NOT_RAW");
  }
  const fault = findRefusal(scheme, keys, data, read.headers ?? {}, read.context, signature);
  if (fault !== undefined) return refuse(read, fault);
  const parsed = parse(data, isHandled);
  if (parsed === undefined) return refuse(read, "INVALID_PAYLOAD");
  return { kind: "event", event: { id, name, payload: parsed } };
}

export function refuse(
  { id, name }: Pick<ReadDelivery, "id" | "name">,
  code: WebhookErrorCode,
): RefusedDelivery {
  return { kind: "refused", code, id, name };
}

/**
 * Creates the event of a trusted delivery.
 * @throws TypeError if its payload is not a parsed JSON object.
 */
export function toEvent({ id, name, payload }: ReadDelivery): DispatchedEvent {
  if (isRecord(payload) && (isPlain(payload) || !isRawPayload(payload))) {
    return { id, name, payload };
  }
  const expected = "parsed JSON; verifyAndReceive() takes a raw body";
  throw unexpected(payload, "The `payload`", expected);
}

/**
 * True for nearly every parsed payload. Without it, `isRawPayload` would throw and catch an exception for each
 * on platforms without Node, which takes 6 µs.
 */
function isPlain(payload: object): boolean {
  return Reflect.getPrototypeOf(payload) === Object.prototype;
}

// ---- Types

/** Delivery as a caller or a transport passes it. */
export type UncheckedDelivery = Partial<Record<string, unknown>>;

/** The parts of a body's format by which payloads are read. */
type ReadFormat = Pick<BodyFormat, "parse" | "hasJson">;
