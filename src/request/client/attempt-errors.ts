/** Makes the errors of an attempt, of a response or of a lost connection. They show no credentials (contract F.9). */
import { followPath } from "../../base/values.js";
import {
  ConnectionError,
  ResponseError,
  type FindErrorClass,
  type ResponseErrorCode,
} from "./errors.js";
import {
  copyError,
  createAttemptHider,
  type Hide,
  type AttemptWithSecrets,
} from "./hide-credentials.js";
import {
  convertData,
  readData,
  type Body,
  type ReadBody,
  type ValuedCall,
} from "./response-body.js";

/**
 * Creates the error for a response that is an error, or that cannot be used.
 * @param read The body, as far as it was read.
 * @param fault Text after the status: what is wrong with a response whose status is good.
 */
export function createResponseError(
  attempt: FailedAttempt,
  response: Response,
  code: ResponseErrorCode,
  read: ReadBody = {},
  fault = code === "INVALID_BODY" ? ", and its body is not JSON" : "",
): ResponseError {
  const { call, request, number, url } = attempt;
  const { sender } = call;
  const { status } = response;
  const hide = createAttemptHider(attempt);
  const headers = new Headers();
  for (const [header, value] of response.headers) headers.append(header, hide(value));
  const shown = showBody(call, status, read, hide);
  const route = hide(call.route);
  // The fault of an invalid body says all.
  const detail = code === "INVALID_BODY" ? "" : describeBody(shown);
  const Class = sender.findErrorClass?.(status) ?? ResponseError;
  return new Class(`"${route}" got status ${status}${fault}${detail}.`, {
    code,
    route,
    status,
    data: shown.data,
    headers,
    // The query of an address that a redirect chose is left out: a signed address is a credential.
    url: hide(url === request.url ? url : url.replace(/[?#].*/, "")),
    requestId: readRequestId(sender.catalog.requestId, headers),
    attempts: number,
  });
}

// ---- The body in an error

/**
 * The body as an error shows it: the beginning of the text if it is long or contradicts its content type, and
 * plain JSON if a value in it is not as described.
 */
function showBody(
  call: ValuedCall,
  status: number,
  { kind, body, isCut }: ReadBody,
  hide: Hide,
): ShownBody {
  if (isCut) return { data: beginningOf(body, hide), limit: "its body is longer than 1 MiB" };
  const shown = hideInBody(body, hide);
  // JSON may escape characters of a credential: values are searched again once they are parsed.
  const read = (): unknown =>
    readData(shown, kind, (_key, value) => (typeof value === "string" ? hide(value) : value));
  try {
    return { data: convertData(call, status, read(), kind, shown) };
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    if (code !== "INVALID_VALUE") return { data: beginningOf(body, hide) };
    return { data: read(), limit: hide(message) };
  }
}

function hideInBody(body: Body, hide: Hide): Body {
  if (typeof body === "string") return hide(body);
  if (!(body instanceof ArrayBuffer)) return body;
  const text = new TextDecoder().decode(body);
  const shown = hide(text);
  return shown === text ? body : new TextEncoder().encode(shown).buffer;
}

/** The beginning of a text; `undefined` for bytes. */
function beginningOf(body: Body, hide: Hide): string | undefined {
  return typeof body === "string" ? hide(body).slice(0, SHOWN_BODY) : undefined;
}

/** The most characters that an error quotes of an invalid body, and of a service's message. */
const SHOWN_BODY = 1_000;
export const SHOWN_MESSAGE = 200;

/** The end of a message: the words of the service, and why its body is not shown as described. */
function describeBody({ data, limit }: ShownBody): string {
  return findMessage(data) + (limit ? `, and ${limit}` : "");
}

function findMessage(data: unknown): string {
  for (const path of MESSAGE_PATHS) {
    const text = followPath(data, path);
    if (typeof text === "string" && text !== "")
      return `: ${text.slice(0, SHOWN_MESSAGE).replace(/\.$/, "")}`;
  }
  return "";
}

/** Paths at which most APIs put a message into the body of an error. */
const MESSAGE_PATHS = [
  "message",
  "error.message",
  "error",
  "detail",
  "errors.0.message",
  "errors.0.detail",
  "title",
];

// ---- Other errors

/**
 * Creates the error for a lost connection.
 * @param event "got no response", or the like.
 */
export function createConnectionError(
  attempt: FailedAttempt,
  cause: unknown,
  event: string,
): ConnectionError {
  const { call, number } = attempt;
  const hide = createAttemptHider(attempt);
  return new ConnectionError(hide(call.route), event, number, copyError(cause, hide));
}

/**
 * The error for a page of a list. Data, headers and query may repeat a credential, so they are left out
 * (contract F.9).
 */
export function createPageError(
  code: ResponseErrorCode,
  got: string,
  route: string,
  { status, url }: Pick<ResponseError, "status" | "url">,
): ResponseError {
  const { origin, pathname } = new URL(url);
  return new ResponseError(`"${route}" got ${got}.`, {
    code,
    route,
    status,
    data: undefined,
    headers: new Headers(),
    url: origin + pathname,
    requestId: undefined,
    attempts: 1,
  });
}

// ---- The id of a request

/**
 * Reads the service's id for a request.
 * @param name The header that holds it, if the service sends one.
 */
export function readRequestId(name: string | undefined, headers: Headers): string | undefined {
  return (name && headers.get(name)) || undefined;
}

// ---- Types

/** The data of an error. */
interface ShownBody {
  readonly data: unknown;
  /** Set if the data is not what the service describes: the reason, for the message. */
  readonly limit?: string;
}

/** The parts of an attempt that its errors describe. */
interface FailedAttempt extends AttemptWithSecrets {
  readonly call: FailedCall;
  /** Counts from 1. */
  readonly number: number;
  /** The address that the response came from. */
  readonly url: string;
}

interface FailedCall extends ValuedCall {
  readonly sender: ValuedCall["sender"] &
    AttemptWithSecrets["call"]["sender"] & {
      readonly catalog: { readonly requestId?: string };
      readonly findErrorClass?: FindErrorClass | undefined;
    };
}
