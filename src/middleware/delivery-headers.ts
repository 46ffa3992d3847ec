import type { DeliveryHeaderNames } from "../webhooks/catalog.js";
import type { HttpErrorCode } from "./answer.js";

export interface HeaderSource {
  /** A header by its lowercase name; several of one name are joined by `, `. */
  header(name: string): string | undefined;
}

/** The headers of a delivery, checked. */
export interface DeliveryHeaders {
  readonly id: string;
  readonly name: string;
  readonly signature: string;
}

/** Why a request is not a delivery. */
export interface Fault {
  readonly code: HttpErrorCode;
  readonly message: string;
}

/** Finds what keeps the body from being JSON text as it was signed (specification, section C). */
export function findContentFault(request: HeaderSource): Fault | undefined {
  if (request.header("content-encoding") !== undefined) {
    return unsupported("The body must come without a content-encoding.");
  }
  if (!isJsonType(request.header("content-type"))) {
    return unsupported("The content-type must be application/json, in UTF-8.");
  }
  return undefined;
}

/** The three headers of a delivery, or what is wrong with the first one at fault. */
export function readDeliveryHeaders(
  request: HeaderSource,
  names: DeliveryHeaderNames,
): DeliveryHeaders | Fault {
  const name = request.header(names.event);
  const id = request.header(names.delivery);
  const signature = request.header(names.signature);
  if (!isSingle(name)) return headerFault(names.event, name);
  if (isReservedName(name)) return reservedNameFault(names.event);
  if (!isSingle(id)) return headerFault(names.delivery, id);
  if (!isSingle(signature)) return headerFault(names.signature, signature, "SIGNATURE_MISSING");
  return { id, name, signature };
}

/** Whether the body is declared to be longer than a limit, in bytes. */
export function isDeclaredLonger(request: HeaderSource, limit: number): boolean {
  const value = request.header("content-length");
  // Numbers have other forms than lengths, of which nothing is known then.
  return value !== undefined && Number(value) > limit && /^\d+$/.test(value);
}

/** One parameter of a media type, which may be empty (RFC 9110, section 5.6.6). */
const PARAMETER =
  /[ \t]*;[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=("(?:[^"\\]|\\.)*"|[!#$%&'*+.^_`|~\w-]+))?/y;

const JSON_ESSENCE = /^[ \t]*application\/json(?=[ \t;]|$)/i;

function isJsonType(type: string | undefined): boolean {
  if (type === "application/json") return true;
  const essence = JSON_ESSENCE.exec(type ?? "")?.[0];
  return type !== undefined && essence !== undefined && areFit(type, essence.length);
}

/**
 * Any parameter but a charset is let through, since it changes nothing. What is left when no
 * parameter follows is more than one media type: the header was repeated.
 */
function areFit(type: string, start: number): boolean {
  let end = start;
  for (;;) {
    PARAMETER.lastIndex = end;
    const parameter = PARAMETER.exec(type);
    if (parameter === null) return type.slice(end).trim() === "";
    const [text, name = "", value = ""] = parameter;
    if (name.toLowerCase() === "charset" && !/^("?)utf-?8\1$/i.test(value)) return false;
    end += text.length;
  }
}

/** A comma joins a repeated header, and none of the three headers can hold one by itself. */
function isSingle(value: string | undefined): value is string {
  return value !== undefined && value !== "" && !value.includes(",");
}

/** Names that the toolkit itself gives a meaning; none can come from outside. */
function isReservedName(name: string): boolean {
  return name === "error" || name.includes("*") || name.includes(".");
}

function unsupported(message: string): Fault {
  return { code: "UNSUPPORTED_MEDIA_TYPE", message };
}

function headerFault(
  name: string,
  value: string | undefined,
  missing: HttpErrorCode = "HEADER_MISSING",
): Fault {
  return value === undefined || value === ""
    ? { code: missing, message: `The header ${name} is missing or empty.` }
    : { code: "HEADER_REPEATED", message: `The header ${name} must be given once.` };
}

function reservedNameFault(header: string): Fault {
  return {
    code: "INVALID_EVENT_NAME",
    message: `The header ${header} must hold the name of an event, without an action.`,
  };
}
