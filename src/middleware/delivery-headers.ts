import { type BodyFormat, headerOf } from "../webhooks/catalog.js";
import type { HeaderSource } from "../signatures/delivery-fields.js";
import type { RequestFault } from "../webhooks/reader.js";
import type { DeliveryReceiver } from "../webhooks/receiver.js";

/** What the headers tell of a delivery; what is in the body is the empty string. */
export interface DeliveryHeaders {
  readonly id: string;
  readonly name: string;
  /** As the service's scheme reads it. */
  readonly signature: unknown;
  readonly isMalformed: boolean;
}

/**
 * `application/json`, then parameters: `charset` must be UTF-8, any other may have any value, also
 * in quotes (RFC 9110, section 5.6.6). A comma outside quotes means that the header was repeated, so
 * it does not match. No two alternatives match the same character, which keeps the time linear.
 */
const JSON_TYPE =
  /^[ \t]*application\/json[ \t]*(?:;[ \t]*(?:(?:charset=("?)utf-?8\1|(?!charset=)[^\s",;=]+=(?:[^\s",;=]+|"(?:[^"\\]|\\.)*"))[ \t]*)?)*$/i;

/** Refuses a body that is not in the service's format, in UTF-8 and plain (contract C.4). */
export function findContentFault(
  request: HeaderSource,
  format?: BodyFormat,
): RequestFault | undefined {
  const type = request.get("content-type") ?? "";
  const isExpected = format === undefined ? JSON_TYPE.test(type) : format.accepts(type);
  if (isExpected && request.get("content-encoding") === null) return undefined;
  return { code: "UNSUPPORTED_MEDIA_TYPE", accept: format?.mediaType };
}

/**
 * The headers of a delivery (contract C.5), or what is wrong with the first one at fault.
 * @param id the value of its header, which is read for the log, too.
 */
export function readDeliveryHeaders(
  request: HeaderSource,
  { catalog, reader: { scheme }, isReserved }: DeliveryReceiver,
  id: string,
): DeliveryHeaders | RequestFault {
  const event = headerOf(catalog.event);
  const name = request.get(event) ?? "";
  const delivery = headerOf(catalog.delivery);
  const signature = scheme.read(request);
  const flaw = scheme.findFlaw(signature);
  const reserved: RequestFault = { code: "INVALID_EVENT_NAME", header: event };
  const fault = findFault(event, name) ?? (isReserved(name) ? reserved : findFault(delivery, id));
  if (fault !== undefined) return fault;
  if (flaw === "SIGNATURE_MISSING") return { code: flaw, header: scheme.header };
  const isText = typeof signature === "string";
  if (flaw !== undefined && isText && signature.includes(",")) return repeated(scheme.header);
  return { id, name, signature, isMalformed: flaw !== undefined };
}

/**
 * A comma means that a header was repeated: neither an event name nor an id has one. A value without
 * a header is in the body.
 */
function findFault(header: string, value: string): RequestFault | undefined {
  if (header === "") return undefined;
  if (value === "") return { code: "HEADER_MISSING", header };
  return value.includes(",") ? repeated(header) : undefined;
}

function repeated(header: string): RequestFault {
  return { code: "HEADER_REPEATED", header };
}

/** Whether the body is declared to be longer than a limit, in bytes. */
export function isDeclaredLonger(request: HeaderSource, limit: number): boolean {
  return Number(request.get("content-length")) > limit;
}
