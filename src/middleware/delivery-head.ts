import { findHeaderFault, isHeaderScheme, matchSignature } from "../signatures/scheme.js";
import type { TextScheme } from "../signatures/types.js";
import type { DeliveryReceiver } from "../webhooks/receiver.js";
import {
  headerOf,
  type HeaderMatch,
  type BodyFormat,
  type RequestFault,
  type RequestView,
} from "../webhooks/service.js";
import type { HttpErrorCode } from "../webhooks/webhook-error.js";

/** Headers of a delivery. A value that is sent in the body is the empty string. */
export interface DeliveryHead {
  readonly id: string;
  readonly name: string;
  /** The signature header, matched once for the whole delivery. */
  readonly match: HeaderMatch;
  /** True for a malformed signature, whose delivery is refused with any body. */
  readonly isMalformed: boolean;
}

/**
 * Matches `application/json`, then parameters: `charset` must be UTF-8, any other may have any value, also
 * in quotes (RFC 9110, section 5.6.6). A comma outside quotes means that the header was repeated, so
 * it does not match. No two alternatives match the same character, which keeps the time linear.
 */
const JSON_PATTERN =
  /^[ \t]*application\/json[ \t]*(?:;[ \t]*(?:(?:charset=("?)utf-?8\1|(?!charset=)[^\s",;=]+=(?:[^\s",;=]+|"(?:[^"\\]|\\.)*"))[ \t]*)?)*$/i;

const JSON_FORMAT: Pick<BodyFormat, "mediaType" | "accepts"> = {
  mediaType: "application/json",
  accepts: (type) => JSON_PATTERN.test(type),
};

/**
 * Reads the headers of a delivery, or names the fault of the first wrong one (contract C.3 to C.5).
 * No header is expected for a name or an id that the service sends in the body.
 * @param id the value of its header, which is read for the log, too.
 */
export function readDeliveryHead(
  request: RequestView,
  { catalog, parts, reader, isReserved }: DeliveryReceiver,
  id: string,
): DeliveryHead | RequestFault {
  const { scheme, takesUnsigned } = reader;
  const { accepts, mediaType } = parts.body ?? JSON_FORMAT;
  if (request.method !== "POST") return { code: "METHOD_NOT_ALLOWED" };
  if (!accepts(request.get("content-type") ?? "") || request.get("content-encoding") !== null)
    return { code: "UNSUPPORTED_MEDIA_TYPE", at: mediaType };
  const event = headerOf(catalog.event);
  const name = request.get(event) ?? "";
  const signature = request.get(scheme.header) ?? "";
  const found = matchSignature(scheme, signature);
  const signatureFault = takesUnsigned ? undefined : findHeaderFault(found);
  const reserved: RequestFault = { code: "INVALID_EVENT_NAME", at: event, name };
  const fault =
    findFault(event, name) ??
    (isReserved(name) ? reserved : findFault(headerOf(catalog.delivery), id)) ??
    (signatureFault && findSignatureFault(scheme, signature, signatureFault));
  return (
    fault ?? {
      id,
      name,
      match: { text: signature, found },
      isMalformed: signatureFault !== undefined,
    }
  );
}

/** A list of signatures may hold a comma, so it tells nothing about a repeated header. */
function findSignatureFault(
  scheme: TextScheme,
  text: string,
  code: HttpErrorCode,
): RequestFault | undefined {
  return text === "" || !isHeaderScheme(scheme) ? findFault(scheme.header, text, code) : undefined;
}

/** Finds a missing or repeated header. A comma means that it was repeated: no event name or id has one. */
function findFault(
  at: string,
  value: string,
  missing: HttpErrorCode = "HEADER_MISSING",
): RequestFault | undefined {
  if (at === "") return undefined;
  if (value === "") return { code: missing, at };
  return value.includes(",") ? { code: "HEADER_REPEATED", at } : undefined;
}
