/** Makes a `Request` of the platform from one that was built. */
import { explainRequest, toToken } from "./explain-request.js";
import { serializeBody } from "./request-body.js";
import type { RequestOptions } from "./types.js";

/** The keys of the `request` option that belong to fetch; the others are the caller's own. */
const FETCH_OPTION =
  /^(?:cache|credentials|dispatcher|integrity|keepalive|mode|priority|redirect|referrer|referrerPolicy|signal)$/;

/** `duplex` is required for a stream; the compiler's library does not have it. */
export type FetchInit = RequestInit & { duplex?: "half" };

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

function readFetchOptions(request: unknown): RequestInit {
  if (typeof request !== "object" || request === null) return {};
  const names = Object.getOwnPropertyNames(request).filter((name) => FETCH_OPTION.test(name));
  const entries = names.map((name): [string, unknown] => [name, Reflect.get(request, name)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
