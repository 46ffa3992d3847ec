/** Errors of a client: their classes, and the errors of an attempt, which show no credentials (contract F.4, F.9). */
import { linkTo } from "../../base/package.js";
import { followPath } from "../../base/values.js";
import {
  copyError,
  createAttemptHider,
  hideUserInfo,
  type Hide,
  type AttemptWithSecrets,
} from "./hide-credentials.js";
import {
  convertData,
  readData,
  type Body,
  type BodyKind,
  type ReadBody,
  type ValuedCall,
} from "./response-body.js";

// ---- Classes

/** A response that is an error, or that cannot be used (contract F.4). */
export class ResponseError<Status extends number = number, Data = unknown> extends Error {
  /** True for an error of another copy of the package, too. Subclasses keep the usual test. */
  static override [Symbol.hasInstance]<Class extends AnyClass>(
    this: Class,
    value: unknown,
  ): value is InstanceType<Class> {
    return (this as AnyClass) === ResponseError
      ? BRAND in Object(value)
      : Function.prototype[Symbol.hasInstance].call(this, value);
  }

  override readonly name: string = "ResponseError";
  declare readonly code: ResponseErrorCode;
  /** The address of the page that explains the code. */
  declare readonly docs: string;
  /** `<METHOD> <url>`, as the caller wrote it. */
  declare readonly route: string;
  declare readonly status: Status;
  /** The body, read by its content type. */
  declare readonly data: Data;
  /** The address that the response came from, without credentials. */
  declare readonly url: string;
  /** The service's id for the request, from the header that `requestId` in the YAML names. */
  declare readonly requestId: string | undefined;
  /** The number of times that the request was sent. */
  declare readonly attempts: number;
  /** Private, because they may hold a cookie, which a log of the error should not show. */
  readonly #headers: Headers;

  constructor(message: string, { headers, ...init }: ResponseErrorInit<Status, Data>) {
    super(message);
    Object.assign(this, init, { docs: linkTo(init.code) });
    Object.defineProperty(this, BRAND, {}); // not enumerable, so that it is not printed
    this.#headers = headers;
  }

  get headers(): Headers {
    return this.#headers;
  }
}

/** Marks errors, so that each copy of the package recognizes those of the others. */
const BRAND = /* @__PURE__ */ Symbol.for("typewire.ResponseError");

/** A lost connection: there was no response, or its body broke off (contract F.4). */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  /** The platform's code, such as `ECONNRESET`, if it gives one. */
  declare readonly code: string | undefined;
  /** The address of the page that explains the error. */
  declare readonly docs: string;
  declare readonly route: string;
  declare readonly attempts: number;

  constructor(
    route: string,
    event: string,
    attempts: number,
    cause: Error & { readonly code?: string | undefined },
  ) {
    const { code } = cause;
    super(`"${route}" ${event}${code === undefined ? "" : ` (${code})`}.`, { cause });
    Object.assign(this, { code, docs: linkTo("ConnectionError"), route, attempts });
  }
}

/** A call took longer than the option `timeout`, which includes all attempts and waits (contract F.10). */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  /** The address of the page that explains the error. */
  declare readonly docs: string;
  declare readonly route: string;
  /** In milliseconds. */
  declare readonly timeout: number;

  constructor(route: string, timeout: number) {
    const shown = hideUserInfo(route);
    super(`"${shown}" took longer than ${timeout} ms.`);
    Object.assign(this, { docs: linkTo("TimeoutError"), route: shown, timeout });
  }
}

/** A reply that a mock lacks, or cannot make (contract F.16). */
export class MissingReplyError extends Error {}

/** Tells whether an error is a response, and of a certain route if one is named. */
export function isResponseError(error: unknown, route?: string): error is ResponseError {
  return error instanceof ResponseError && (route === undefined || error.route === route);
}

// ---- Errors of an attempt

/**
 * Creates the error for a response that is an error, or that cannot be used.
 * @param read The body, as far as it was read.
 * @param fault Text after the status: what is wrong with a response whose status is good.
 */
export function createResponseError(
  attempt: FailedAttempt,
  response: Response,
  code: ResponseErrorCode,
  { kind, body, isCut }: ReadBody = {},
  fault = code === "INVALID_BODY" ? ", and its body is not JSON" : "",
): ResponseError {
  const { call, request, number, url } = attempt;
  const { sender } = call;
  const { status } = response;
  const hide = createAttemptHider(attempt);
  const headers = new Headers();
  for (const [header, value] of response.headers) headers.append(header, hide(value));
  const { data, limit } = isCut
    ? { data: beginningOf(body, hide), limit: "its body is longer than 1 MiB" }
    : readShownData(call, status, body, kind, hide);
  const route = hide(call.route);
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
    attempts: number,
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
  call: ValuedCall,
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

// ---- Types

/** Reason why a response is an error; stable across releases. */
export type ResponseErrorCode =
  /** The status is outside 2xx. */
  | "STATUS"
  /** The body contradicts its content type; `data` is the beginning of its text. */
  | "INVALID_BODY"
  /** The stream of the response says that the service failed. */
  | "STREAM_ERROR"
  /** A text or a number in the body is not the value that the service describes. */
  | "INVALID_VALUE"
  /** The link to the next page leads to another origin, or is not a URL. */
  | "FOREIGN_LINK";

type ResponseErrorInit<Status extends number, Data> = Omit<
  ResponseError<Status, Data>,
  keyof Error | "docs"
>;

/**
 * A class, for the type of `instanceof`. Without it, a compiler takes `any` for the type arguments of what is
 * found, and with it their constraints: a body is `unknown`.
 */
export type AnyClass = abstract new (...parameters: never) => unknown;

/** Finds the class for the errors of a status. */
export type FindErrorClass = (status: number) => typeof ResponseError | undefined;

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
