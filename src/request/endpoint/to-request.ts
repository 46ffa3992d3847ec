/** Makes a `Request` of one that was built, serializes its body for `fetch`, and says why it cannot be sent. */
import { explain } from "../../base/explain.js";
import { isJsonType } from "../../http/media-types.js";
import { invalidBody, isRawBody } from "./body.js";
import { createError, listNames, type EndpointError } from "./errors.js";
import { toToken } from "./route/route.js";
import type { RequestOptions } from "./types.js";
import { readOwn } from "./values.js";

/**
 * Makes a web-standard `Request`: the method in uppercase, and fetch's own options from the
 * `request` option. Bytes, streams and forms are passed on unchanged, and so is text, unless its
 * `content-type` is JSON. Every other body is serialised as JSON. Text under a JSON type becomes a
 * JSON string, so pass the value itself instead of JSON that is already written out.
 * @throws EndpointError `INVALID_PARAMETER` for a body that JSON cannot express, `INVALID_HEADER` for
 * a value that HTTP cannot carry, `INVALID_URL` for a URL with a user name or a password.
 * @example
 * const response = await fetch(toRequest(endpoint("GET /things")));
 */
export function toRequest(options: RequestOptions): Request {
  const init = toInit(options);
  try {
    return new Request(options.url, init);
  } catch (error) {
    throw explainRequest(options) ?? error;
  }
}

/**
 * The second argument of `fetch` for a request.
 * @throws EndpointError `INVALID_PARAMETER` for a body that JSON cannot express.
 */
function toInit(options: RequestOptions): FetchInit {
  const init: FetchInit = {
    // Own properties, because fetch also reads inherited ones.
    body: null,
    signal: null,
    ...readFetchOptions(Object.hasOwn(options, "request") ? options.request : undefined),
    method: toToken(options.method),
    headers: options.headers,
  };
  const body: unknown = Object.hasOwn(options, "body") ? options.body : undefined;
  if (body !== undefined) init.body = serializeBody(body, options);
  if (init.body instanceof ReadableStream) init.duplex = "half";
  return init;
}

/** The keys of the `request` option that belong to fetch; the others are the caller's own. */
const FETCH_OPTION =
  /^(?:cache|credentials|dispatcher|integrity|keepalive|mode|priority|redirect|referrer|referrerPolicy|signal)$/;

function readFetchOptions(request: unknown): RequestInit {
  if (typeof request !== "object" || request === null) return {};
  const names = Object.getOwnPropertyNames(request).filter((name) => FETCH_OPTION.test(name));
  const entries = names.map((name): [string, unknown] => [name, Reflect.get(request, name)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * Serializes a body for `fetch`: anything but text and raw bodies as JSON.
 * @throws EndpointError `INVALID_PARAMETER` for a body that JSON cannot express.
 */
export function serializeBody(
  body: unknown,
  options: RequestOptions,
): NonNullable<RequestInit["body"]> {
  try {
    if (isRawBody(body, "")) return body;
    const contentType = readOwn(options.headers, "content-type") ?? "";
    if (typeof body === "string" && !isJsonType(contentType)) return body;
    // Functions and symbols give `undefined`, which the type of the standard library leaves out.
    const text = JSON.stringify(body) as string | undefined;
    if (text !== undefined) return text;
  } catch (cause) {
    throw createJsonError(options, cause);
  }
  throw createJsonError(options);
}

/** @param cause Thrown by JSON; `undefined` for a value that JSON leaves out. */
function createJsonError(options: RequestOptions, cause?: unknown): EndpointError {
  // Bundles for production leave out the text that `explain` writes.
  const detail = explain(() => "is not JSON; remove cycles, bigints and functions");
  // Named only here, because the name costs as much as a small body.
  return Object.assign(invalidBody(detail, nameRequest(options)), { cause });
}

// ---- Requests that cannot be sent

/**
 * Finds the reason why a request cannot be sent; `undefined` if there is none. The platform's own error shows the
 * password, and does not name the header.
 */
export function explainRequest(options: RequestOptions): EndpointError | undefined {
  const route = nameRequest(options);
  const { headers } = options;
  const names = Object.keys(headers).filter((name) => BEYOND_LATIN_1.test(headers[name] ?? ""));
  if (names.length > 0) {
    const detail = explain(
      () =>
        `have characters beyond Latin-1 in ${listNames(names)}; encode them, as with encodeURIComponent`,
    );
    return createError("INVALID_HEADER", "The headers", detail, route, names);
  }
  if (!USER_INFO.test(options.url)) return undefined;
  const detail = explain(
    () => `has a user's name or password; send them in the header "authorization"`,
  );
  return createError("INVALID_URL", "The URL", detail, route, ["url"]);
}

/** A header's value is sent as Latin-1 (Fetch, section 2.2.2). */
const BEYOND_LATIN_1 = /[^\u0000-\u00ff]/;

/** A user name and a password in a URL (RFC 3986, section 3.2.1). */
const USER_INFO = /^([a-z]+:\/\/)[^/?#]*@/i;

/** `<METHOD> <url>` without user name and password, because errors are logged. */
function nameRequest({ method, url }: RequestOptions): string {
  return `${toToken(method)} ${url.replace(USER_INFO, "$1")}`;
}

// ---- Types

/** `duplex` is required for a stream; the compiler's library does not have it. */
export type FetchInit = RequestInit & { duplex?: "half" };
