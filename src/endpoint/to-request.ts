import { EndpointError } from "../endpoint-error.js";
import { isRawBody } from "./body.js";
import { listNames } from "./mistakes.js";
import { readOwn } from "./plain-object.js";
import type { RequestOptions } from "./types.js";

/** What of the `request` option belongs to fetch; the rest is the caller's own. */
const fetchOptions = [
  "cache",
  "credentials",
  "dispatcher",
  "integrity",
  "keepalive",
  "mode",
  "priority",
  "redirect",
  "referrer",
  "referrerPolicy",
  "signal",
] as const;

/** `duplex` is required for a stream and absent from the compiler's library. */
type FetchInit = RequestInit & { duplex?: "half" };

/**
 * Makes a web-standard `Request`: method in uppercase, options of fetch taken from `request`. A body is
 * serialised as JSON when its `content-type` says so, or when it is nothing else; bytes, streams,
 * forms, and text of another type are passed on as they are. So text under a JSON type is
 * a JSON string, not JSON written out before: pass the value itself.
 * @throws EndpointError `INVALID_PARAMETER` for a body that JSON cannot express, `INVALID_HEADER` for
 * a value that HTTP cannot carry, `INVALID_URL` for a URL with a user's name or password.
 */
export function toRequest(options: RequestOptions): Request {
  const body = readOwn(options, "body");
  const init: FetchInit = {
    // What these inherited would be taken for the caller's: fetch reads more than own properties.
    body: null,
    signal: null,
    ...readFetchOptions(readOwn(options, "request")),
    method: options.method.toUpperCase(),
    headers: options.headers,
  };
  if (body !== undefined) init.body = serializeBody(body, options);
  if (init.body instanceof ReadableStream) init.duplex = "half";
  try {
    return new Request(options.url, init);
  } catch (error) {
    throw explain(options) ?? error;
  }
}

/** What the value of a header cannot hold: it is sent as Latin-1 (Fetch, section 2.2.2). */
const beyondLatin1 = /[^\u0000-\u00ff]/;

/** A user's name and password in a URL (RFC 3986, section 3.2.1). */
const userInfo = /^([a-z]+:\/\/)[^/?#]*@/i;

/** The platform's own error names no header, and shows the password. */
function explain(options: RequestOptions): EndpointError | undefined {
  const route = nameOf(options);
  const names = Object.keys(options.headers).filter((name) =>
    beyondLatin1.test(options.headers[name] ?? ""),
  );
  if (names.length > 0) {
    const message = `The headers of "${route}" have characters beyond Latin-1, which HTTP cannot carry, in: ${listNames(names)}; encode them, as with encodeURIComponent.`;
    return new EndpointError("INVALID_HEADER", message, route, names);
  }
  if (!userInfo.test(options.url)) return undefined;
  const message = `The URL of "${route}" has a user's name or password, which fetch refuses; send them in the header "authorization".`;
  return new EndpointError("INVALID_URL", message, route, ["url"]);
}

/** Without a user's name and password: errors are logged. */
function nameOf({ method, url }: RequestOptions): string {
  return `${method.toUpperCase()} ${url.replace(userInfo, "$1")}`;
}

function readFetchOptions(request: unknown): RequestInit {
  if (typeof request !== "object" || request === null) return {};
  const given = fetchOptions
    .filter((name) => Object.hasOwn(request, name))
    .map((name): [string, unknown] => [name, Reflect.get(request, name)])
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

function serializeBody(body: unknown, options: RequestOptions): BodyInit {
  if (isRawBody(body)) return body;
  const contentType = Object.hasOwn(options.headers, "content-type")
    ? options.headers["content-type"]
    : "";
  if (typeof body === "string" && !isJsonType(contentType ?? "")) return body;
  return stringify(body, nameOf(options));
}

/** `application/json`, or a structured syntax suffix (RFC 6839, section 3.1). */
function isJsonType(contentType: string): boolean {
  const [type = ""] = contentType.split(";", 1);
  const essence = type.trim().toLowerCase();
  return essence.endsWith("/json") || essence.endsWith("+json");
}

function stringify(body: unknown, route: string): string {
  let cause: unknown;
  try {
    // A function or a symbol has no JSON, which the type of the standard library leaves out.
    const text = JSON.stringify(body) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    cause = error;
  }
  const message = `The body of "${route}" cannot be written as JSON; remove cycles, bigints and functions, or pass text or bytes.`;
  throw new EndpointError("INVALID_PARAMETER", message, route, ["data"], { cause });
}
