import { isReservedName } from "../webhooks/event-names.js";
import type { DeliveryHeaderNames } from "../webhooks/types.js";
import type { HttpErrorCode } from "../webhooks/webhook-error.js";
import type { Fault } from "./answer.js";

export interface HeaderSource {
  /** A header by its lowercase name; several of one name are joined by `, `. */
  header(name: string): string | undefined;
}

/** The checked headers of a delivery. */
export interface DeliveryHeaders {
  readonly id: string;
  readonly name: string;
  readonly signature: string;
}

/**
 * `application/json`, then parameters: `charset` must be UTF-8, any other may have any value, also
 * in quotes (RFC 9110, section 5.6.6). A comma outside quotes means that the header was repeated, so
 * it does not match. No two alternatives match the same character, which keeps the time linear.
 */
const JSON_TYPE =
  /^[ \t]*application\/json[ \t]*(?:;[ \t]*(?:(?:charset=("?)utf-?8\1|(?!charset=)[^\s",;=]+=(?:[^\s",;=]+|"(?:[^"\\]|\\.)*"))[ \t]*)?)*$/i;

/** Refuses a body that is not plain JSON text in UTF-8 (contract C.4). */
export function findContentFault(request: HeaderSource): Fault | undefined {
  const isPlainJson =
    request.header("content-encoding") === undefined &&
    JSON_TYPE.test(request.header("content-type") ?? "");
  return isPlainJson ? undefined : { code: "UNSUPPORTED_MEDIA_TYPE" };
}

/** The three headers of a delivery (contract C.5), or what is wrong with the first one at fault. */
export function readDeliveryHeaders(
  request: HeaderSource,
  names: DeliveryHeaderNames,
): DeliveryHeaders | Fault {
  const name = request.header(names.event) ?? "";
  const id = request.header(names.delivery) ?? "";
  const signature = request.header(names.signature) ?? "";
  return (
    findFault(names.event, name) ??
    findNameFault(names.event, name) ??
    findFault(names.delivery, id) ??
    findFault(names.signature, signature, "SIGNATURE_MISSING") ?? { id, name, signature }
  );
}

/** A comma means that a header was repeated: none of the three has one in its own value. */
function findFault(
  header: string,
  value: string,
  missing: HttpErrorCode = "HEADER_MISSING",
): Fault | undefined {
  if (value === "") return { code: missing, header };
  return value.includes(",") ? { code: "HEADER_REPEATED", header } : undefined;
}

/** Refuses `error`, `*` and a name with an action: the action comes from the payload. */
function findNameFault(header: string, name: string): Fault | undefined {
  return isReservedName(name) ? { code: "INVALID_EVENT_NAME", header } : undefined;
}

/** Whether the body is declared to be longer than a limit, in bytes. */
export function isDeclaredLonger(request: HeaderSource, limit: number): boolean {
  return Number(request.header("content-length")) > limit;
}
