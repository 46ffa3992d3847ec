import { type BodyFormat, headerOf } from "../webhooks/catalog.js";
import { isText } from "../webhooks/expect.js";
import type { RequestFault, RequestView } from "../webhooks/reader.js";
import type { DeliveryReceiver } from "../webhooks/receiver.js";
import type { HttpErrorCode } from "../webhooks/webhook-error.js";

/** What the headers tell of a delivery; what is in the body is the empty string. */
export interface DeliveryHeaders {
  readonly id: string;
  readonly name: string;
  /** As the service's scheme reads it. */
  readonly signature: unknown;
  /** Whether the signature is malformed. Then the delivery is refused whatever its body is. */
  readonly isMalformed: boolean;
}

/**
 * `application/json`, then parameters: `charset` must be UTF-8, any other may have any value, also
 * in quotes (RFC 9110, section 5.6.6). A comma outside quotes means that the header was repeated, so
 * it does not match. No two alternatives match the same character, which keeps the time linear.
 */
const JSON_TYPE =
  /^[ \t]*application\/json[ \t]*(?:;[ \t]*(?:(?:charset=("?)utf-?8\1|(?!charset=)[^\s",;=]+=(?:[^\s",;=]+|"(?:[^"\\]|\\.)*"))[ \t]*)?)*$/i;

const JSON_FORMAT: Pick<BodyFormat, "mediaType" | "accepts"> = {
  mediaType: "application/json",
  accepts: (type) => JSON_TYPE.test(type),
};

/**
 * Reads the headers of a delivery, or says what is wrong with the first one at fault (contract C.3 to
 * C.5). Services may have the name or the id in the body: then no header is expected.
 * @param id the value of its header, which is read for the log, too.
 */
export function readDeliveryHeaders(
  request: RequestView,
  { catalog, parts, reader: { scheme }, isReserved }: DeliveryReceiver,
  id: string,
): DeliveryHeaders | RequestFault {
  const { accepts, mediaType } = parts.body ?? JSON_FORMAT;
  if (request.method !== "POST") return { code: "METHOD_NOT_ALLOWED" };
  if (!accepts(request.get("content-type") ?? "") || request.get("content-encoding") !== null)
    return { code: "UNSUPPORTED_MEDIA_TYPE", at: mediaType };
  const event = headerOf(catalog.event);
  const name = request.get(event) ?? "";
  const signature = scheme.read(request);
  const flaw = scheme.findFlaw(signature);
  // A header that is missing is the empty string below; a scheme may read its signature as an object.
  const sent = flaw === "SIGNATURE_MISSING" ? "" : signature;
  const reserved: RequestFault = { code: "INVALID_EVENT_NAME", at: event, name };
  const fault =
    findFault(event, name) ??
    (isReserved(name) ? reserved : findFault(headerOf(catalog.delivery), id)) ??
    (flaw && findFault(scheme.header, sent, flaw));
  return fault ?? { id, name, signature, isMalformed: flaw !== undefined };
}

/** A comma means that a header was repeated: neither an event name nor an id has one. */
function findFault(
  at: string,
  value: unknown,
  missing: HttpErrorCode = "HEADER_MISSING",
): RequestFault | undefined {
  if (at === "") return undefined;
  if (value === "") return { code: missing, at };
  return isText(value) && value.includes(",") ? { code: "HEADER_REPEATED", at } : undefined;
}
