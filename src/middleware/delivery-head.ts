import type { DeliveryReceiver } from "../webhooks/receiver.js";
import { readSignedHead, type DeliveryHead } from "../webhooks/signed-head.js";
import type { BodyFormat, RequestFault, RequestView } from "../webhooks/service.js";

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
 * Reads the headers of a request with a delivery, or names the fault of the first wrong one (contract
 * C.3 to C.5).
 * @param id the value of its header, which is read for the log, too.
 */
export function readDeliveryHead(
  request: RequestView,
  receiver: DeliveryReceiver,
  id: string,
): DeliveryHead | RequestFault {
  const { accepts, mediaType } = receiver.parts.body ?? JSON_FORMAT;
  if (request.method !== "POST") return { code: "METHOD_NOT_ALLOWED" };
  if (!accepts(request.get("content-type") ?? "") || request.get("content-encoding") !== null)
    return { code: "UNSUPPORTED_MEDIA_TYPE", at: mediaType };
  return readSignedHead(request, receiver, id);
}
