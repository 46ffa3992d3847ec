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
 * The media type of JSON, with any parameters but a charset that is not UTF-8 (RFC 9110, section
 * 5.6.6): no other changes anything. A comma outside of quotes joins a repeated header. It is read
 * in one pass, as each character can be matched in one way alone.
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

/** A comma joins a repeated header; no value of the three headers has one by itself. */
function findFault(
  header: string,
  value: string,
  missing: HttpErrorCode = "HEADER_MISSING",
): Fault | undefined {
  if (value === "") return { code: missing, header };
  return value.includes(",") ? { code: "HEADER_REPEATED", header } : undefined;
}

/** Reserved names: `error`, `*`, and a name with its action, which comes from the payload. */
function findNameFault(header: string, name: string): Fault | undefined {
  return isReservedName(name) ? { code: "INVALID_EVENT_NAME", header } : undefined;
}

/** Whether the body is declared to be longer than a limit, in bytes. */
export function isDeclaredLonger(request: HeaderSource, limit: number): boolean {
  return Number(request.header("content-length")) > limit;
}
