/** The errors of an attempt. None of them shows a credential (contract F.4, F.9). */
import { explain } from "../endpoint/to-request.js";
import {
  ConnectionError,
  MissingReplyError,
  ResponseError,
  type ResponseErrorCode,
} from "./errors.js";
import { readData, readPath, type Body, type BodyKind } from "./read-body.js";
import { copyError, createHider, type Hide } from "./secrecy.js";
import type { Call } from "./sender.js";

/** How much of an invalid body and of a service's message an error repeats, in characters. */
const SHOWN_BODY = 1_000;
const SHOWN_MESSAGE = 200;

/**
 * The error for a response that is not the one that was asked for.
 * @param isCut Whether the body is only the beginning of a long one.
 */
export function responseFailed(
  call: Call,
  response: Response,
  code: ResponseErrorCode,
  kind: BodyKind,
  body: Body,
  isCut = false,
): ResponseError {
  const { event, sender, url } = call;
  const { request, attempt: attempts } = event;
  const { status } = response;
  const hide = hiderOf(call);
  const headers = hideHeaders(response.headers, hide);
  const { requestId: name } = sender.catalog;
  const requestId = (name && headers.get(name)) || undefined;
  const data = isCut ? beginningOf(body, hide) : readShownData(body, kind, hide);
  const route = hide(event.route);
  const detail =
    code !== "STATUS"
      ? ", and its body is not JSON"
      : isCut
        ? ", and its body is longer than 1 MiB"
        : describeData(data);
  return new ResponseError(`"${route}" got status ${status}${detail}.`, {
    code,
    route,
    status,
    data,
    headers,
    // An address that a redirect chose may be signed: its query is a credential of its own.
    url: hide(url === request.url ? url : url.replace(/[?#].*/, "")),
    requestId,
    attempts,
  });
}

/**
 * The error for a response that did not come, or not as a whole.
 * @throws The signal's reason, an EndpointError for a mistake in the request, or a MissingReplyError.
 * A retry would end with the same.
 */
export function connectionFailed(call: Call, error: unknown, problem: string): ConnectionError {
  const { request, route, attempt } = call.event;
  call.signal?.throwIfAborted();
  const mistake = error instanceof MissingReplyError ? error : explain(request);
  if (mistake) throw mistake;
  const hide = hiderOf(call);
  return new ConnectionError(hide(route), problem, attempt, copyError(error, hide));
}

/** Hides what the latest attempt of a call sent. */
function hiderOf({ event, sender, credentials }: Call): Hide {
  const { headers, url } = event.request;
  const values = sender.sensitive.map((name) => headers[name] ?? "");
  const inQuery = sender.auth.guard?.find(url) ?? [];
  return createHider(values, [...credentials.secrets, ...inQuery]);
}

function hideHeaders(headers: Headers, hide: Hide): Headers {
  return new Headers(Array.from(headers, ([name, value]): [string, string] => [name, hide(value)]));
}

/** The data of an error; the beginning of a text that is not what its content type says. */
function readShownData(body: Body, kind: BodyKind, hide: Hide): unknown {
  try {
    // JSON may escape characters of a credential: values are searched again once they are parsed.
    return readData(hideInBody(body, hide), kind, (_key, value) =>
      typeof value === "string" ? hide(value) : value,
    );
  } catch {
    return beginningOf(body, hide);
  }
}

/** The beginning of a text; `undefined` for bytes. */
function beginningOf(body: Body, hide: Hide): string | undefined {
  return typeof body === "string" ? hide(body).slice(0, SHOWN_BODY) : undefined;
}

function hideInBody(body: Body, hide: Hide): Body {
  if (typeof body === "string") return hide(body);
  if (!(body instanceof ArrayBuffer)) return body;
  const text = new TextDecoder().decode(body);
  const shown = hide(text);
  return shown === text ? body : new TextEncoder().encode(shown).buffer;
}

/** Where most APIs put a message into the body of an error. */
const MESSAGES = [
  "message",
  "error.message",
  "error",
  "detail",
  "errors.0.message",
  "errors.0.detail",
  "title",
];

function describeData(data: unknown): string {
  for (const path of MESSAGES) {
    const text = readPath(data, path);
    if (typeof text === "string" && text !== "")
      return `: ${text.slice(0, SHOWN_MESSAGE).replace(/\.$/, "")}`;
  }
  return "";
}
