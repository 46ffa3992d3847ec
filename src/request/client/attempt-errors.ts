/** Creates the errors of an attempt from its response or its failure, without credentials (contract F.4, F.9). */
import { followPath } from "../../base/values.js";
import type { RequestOptions } from "../endpoint/types.js";
import {
  convertData,
  readData,
  type Body,
  type BodyKind,
  type ValuedCall,
} from "./response-body.js";
import { createHider, type Hide, copyError } from "./hide.js";
import {
  type ResponseErrorCode,
  ResponseError,
  ConnectionError,
  type FindErrorClass,
} from "./errors.js";

/**
 * Creates the error for a response that is an error, or that cannot be used.
 * @param isCut Set for a body that is only the beginning of a long one.
 * @param fault Text after the status: what is wrong with a response whose status is good.
 */
export function createResponseError(
  attempt: FailedCall,
  response: Response,
  code: ResponseErrorCode,
  kind: BodyKind,
  body: Body,
  isCut = false,
  fault = code === "INVALID_BODY" ? ", and its body is not JSON" : "",
): ResponseError {
  const { event, sender, url } = attempt;
  const { request, attempt: attempts } = event;
  const { status } = response;
  const hide = createAttemptHider(attempt);
  const headers = new Headers();
  for (const [header, value] of response.headers) headers.append(header, hide(value));
  const { data, limit } = isCut
    ? { data: beginningOf(body, hide), limit: "its body is longer than 1 MiB" }
    : readShownData(attempt, status, body, kind, hide);
  const route = hide(event.route);
  const ending = limit ? `, and ${limit}` : "";
  const detail = code === "INVALID_BODY" ? "" : findMessage(data) + ending;
  const Class = sender.findErrorClass?.(status) ?? ResponseError;
  return new Class(`"${route}" got status ${status}${fault}${detail}.`, {
    code,
    route,
    status,
    data,
    headers,
    // The query of an address that a redirect chose is left out: a signed address is a credential.
    url: hide(url === request.url ? url : url.replace(/[?#].*/, "")),
    requestId: readRequestId(sender.catalog.requestId, headers),
    attempts,
  });
}

/**
 * Creates the error for a lost connection.
 * @param event "got no response", or the like.
 */
export function createConnectionError(
  attempt: FailedCall,
  cause: unknown,
  event: string,
): ConnectionError {
  const { route, attempt: attempts } = attempt.event;
  const hide = createAttemptHider(attempt);
  return new ConnectionError(hide(route), event, attempts, copyError(cause, hide));
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

/**
 * Reads the service's id for a request.
 * @param name The header that holds it, if the service sends one.
 */
export function readRequestId(name: string | undefined, headers: Headers): string | undefined {
  return (name && headers.get(name)) || undefined;
}

/**
 * The data of an error: the beginning of the text if that contradicts its content type, and plain JSON if
 * a value in it is not as described.
 */
function readShownData(
  attempt: FailedCall,
  status: number,
  body: Body,
  kind: BodyKind,
  hide: Hide,
): { readonly data: unknown; readonly limit?: string } {
  const shown = hideInBody(body, hide);
  // JSON may escape characters of a credential: values are searched again once they are parsed.
  const read = (): unknown =>
    readData(shown, kind, (_key, value) => (typeof value === "string" ? hide(value) : value));
  try {
    return { data: convertData(attempt, status, read(), kind, shown) };
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

/** Hides the credentials of the latest attempt. */
export function createAttemptHider({ event, sender, credentials }: FailedCall): Hide {
  const { headers, url } = event.request;
  const values = sender.sensitive.map((name) => headers[name] ?? "");
  const inQuery = sender.auth.guard?.find(url) ?? [];
  return createHider(values, [...credentials.secrets, ...inQuery]);
}

/** The parts of a call that its errors describe. */
interface FailedCall {
  readonly event: {
    readonly route: string;
    readonly request: RequestOptions;
    readonly attempt: number;
  };
  /** The address that the response came from. */
  readonly url: string;
  readonly credentials: { readonly secrets: readonly string[] };
  readonly sender: ValuedCall["sender"] & {
    readonly catalog: { readonly requestId?: string };
    readonly sensitive: readonly string[];
    readonly auth: { readonly guard?: { find(url: string): readonly string[] } | undefined };
    readonly findErrorClass?: FindErrorClass | undefined;
  };
}
