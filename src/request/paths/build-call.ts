/** Builds the request of a call by path, from its options and those of its client. */
import { CALL, type BodyChoice, type Fetch } from "../client/call.js";
import type { UntypedCore } from "../client/client.js";
import { sendStream, type SentBody } from "../client/sent-body.js";
import { isRawBody } from "../endpoint/body.js";
import { planRoute } from "../endpoint/route/placement.js";
import type { CompiledRoute } from "../endpoint/route/compile-route.js";
import { toRequestMethod } from "../endpoint/route/route.js";
import { allValues } from "../endpoint/route/template.js";
import { appendQuery } from "../endpoint/url-text.js";
import { serializeBody } from "../endpoint/to-request.js";
import type { RequestOptions as BuiltRequest } from "../endpoint/types.js";
import { countDotSegments } from "../endpoint/url-safety.js";
import { isMiddleware, type PassingCall } from "./middleware.js";
import type { ParseAs } from "./operations.js";
import {
  createQuerySerializer,
  defaultBodySerializer,
  defaultPathSerializer,
  withoutPlaceholders,
} from "./serialize.js";
import type {
  HeadersOptions,
  MergedOptions,
  Middleware,
  MiddlewareRequestParams,
  PathsDefaults,
  PathsFetch,
} from "./types.js";

/**
 * Builds the request of a call, and what its middleware sees of it.
 * @throws EndpointError for a missing parameter, and for whatever else cannot be sent.
 */
export function buildCall(
  { client, defaults }: Service,
  middleware: readonly Middleware[],
  method: string,
  path: string,
  callInit: CallInit = {},
): BuiltCall {
  const {
    params = {},
    baseUrl,
    body,
    headers: _headers, // joined below
    middleware: addedMiddleware = [],
    parseAs = "json",
    querySerializer,
    bodySerializer,
    pathSerializer = defaultPathSerializer,
    fetch: fetchOption,
    Request: Class = Request,
    requestInitExt,
    timeout,
    retry,
    signal,
    ...fetchInit
  } = mergeInit(defaults, callInit);
  const route = `${method} ${path}`;
  const lent = client[CALL]();

  // The request: its path, headers, query and body.
  const text = pathSerializer(path, params.path ?? {});
  const headers = joinHeaders(defaults.headers, callInit.headers, params.header as HeadersOptions);
  addCookies(headers, params.cookie);
  const parameters = {
    ...(baseUrl !== undefined && { baseUrl: toAddress(baseUrl) }),
    headers,
    request: { ...requestInitExt, ...fetchInit },
  };
  const plan = planRoute(compilePath(route, method, path, text));
  const request = lent.build(route, parameters, plan);
  const address = request.url.slice(0, request.url.length - text.length);
  const writeQuery = toQuerySerializer(defaults.querySerializer, querySerializer);
  addQuery(request, writeQuery(params.query ?? {}));
  const isTyped = Object.hasOwn(headers, "content-type");
  if (body !== undefined) addBody(request, body, bodySerializer, isTyped);

  // The facts that middleware sees beside it.
  const options: MergedOptions = Object.freeze({
    baseUrl: address,
    parseAs,
    querySerializer: writeQuery,
    bodySerializer: bodySerializer ?? defaultBodySerializer,
    pathSerializer,
    fetch: fetchOption ?? fetch,
  });
  const id = Math.random().toString(36).slice(2);
  const shown = { schemaPath: path, params, options, id };
  const chain = [...middleware, ...addedMiddleware.filter(isMiddleware)];

  // The way to send it, by the client.
  const fetchOne = toFetch(fetchOption, Class, requestInitExt);
  const send: BuiltCall["send"] = (built, callSignal, choice) =>
    lent.start(
      route,
      built,
      { timeout, retry, signal: callSignal },
      { choice, fetch: fetchOne, body: BODY },
    );
  return { method, request, chain, shown, Class, signal, send };
}

/** Puts the options of a call over those of its client; one that is `undefined` changes nothing. */
function mergeInit(defaults: PathsDefaults, callInit: CallInit): CallInit {
  const entries = Object.entries(callInit).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(entries) };
}

/** A path whose parameters are written already. The builder still refuses one that leads elsewhere. */
function compilePath(name: string, method: string, path: string, text: string): CompiledRoute {
  return {
    name,
    method: toRequestMethod(method),
    hasBody: false,
    origin: "",
    findOrigin: undefined,
    parts: [text],
    expansion: allValues,
    addQuery: appendQuery,
    exception: {},
    contentType: undefined,
    isPlain: false,
    literalDots: countDotSegments(withoutPlaceholders(path)),
  };
}

/** Joins headers by their names in lowercase. A name with `undefined` is removed from those of the client. */
export function joinHeaders(
  ...sources: readonly (HeadersOptions | undefined)[]
): Record<string, string | undefined> {
  const joined: Record<string, string | undefined> = {};
  for (const headers of sources) {
    const isList = Symbol.iterator in Object(headers);
    const pairs = (isList ? headers : Object.entries(headers ?? {})) as Iterable<
      [string, string | readonly string[] | null | undefined]
    >;
    for (const [name, value] of pairs) {
      if (value === undefined) continue;
      joined[name.toLowerCase()] = value === null ? undefined : [value].flat().join(", "); // numbers and booleans, too
    }
  }
  return joined;
}

/** Adds cookies to the header `cookie`. */
function addCookies(
  headers: Record<string, string | undefined>,
  cookies: MiddlewareRequestParams["cookie"] = {},
): void {
  const present = Object.entries(cookies).filter(([, value]) => value !== undefined);
  const texts = present.map(([name, value]) => `${name}=${encodeURIComponent(value as string)}`);
  const pairs = [headers["cookie"], ...texts].filter(Boolean);
  if (present.length > 0) headers["cookie"] = pairs.join("; ");
}

/** Joins options of the query, unless one of them is a function. */
function toQuerySerializer(
  clientOption: PathsDefaults["querySerializer"],
  callOption: PathsDefaults["querySerializer"],
): (query: Record<string, unknown>) => string {
  if (typeof callOption === "function") return callOption;
  return createQuerySerializer({
    ...(typeof clientOption === "object" && clientOption),
    ...callOption,
  });
}

function addQuery(request: BuiltRequest, written: string): void {
  const query = written.replace(/^\?/, "");
  if (query) request.url = appendQuery(request.url, query);
}

/**
 * Adds a body. It is JSON unless a header or its own kind says otherwise.
 * @param isTyped Set if the caller gave a content type, or removed it.
 */
function addBody(
  request: BuiltRequest,
  body: unknown,
  serialize: PathsDefaults["bodySerializer"],
  isTyped: boolean,
): void {
  const { headers } = request;
  const written = (serialize ?? defaultBodySerializer)(body, new Headers(headers));
  if (!isTyped && !isRawBody(written, request.url)) headers["content-type"] ??= "application/json";
  // Bytes, because the client would write the text of a serializer as JSON once more.
  const isFinal = serialize !== undefined && typeof written === "string";
  request.body = isFinal ? new TextEncoder().encode(written) : written;
}

/** Makes the client send a `Request`, if the caller's `fetch` or class is to get one. */
function toFetch(
  fetchOption: PathsFetch | undefined,
  Class: typeof Request,
  further: Record<string, unknown> | undefined,
): Fetch | undefined {
  if (fetchOption === undefined && Class === Request) return undefined;
  return (url, init) => (fetchOption ?? fetch)(createRequest(Class, url, init), further);
}

/** Creates a request, and keeps keys of the caller's own, which frameworks read from a request. */
export function createRequest(Class: typeof Request, url: string, init: RequestInit): Request {
  const request = new Class(url, init);
  for (const [key, value] of Object.entries<unknown>({ ...init }))
    if (!(key in request)) Object.assign(request, { [key]: value });
  return request;
}

/** Without the code that collects a body from parameters: `addBody` adds that of a call whole. */
const BODY: SentBody = { serialize: serializeBody, send: sendStream };

/** The address with its origin. In a browser, a relative one begins at the page. */
export function toAddress(baseUrl: string | undefined): string | undefined {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return location ? new URL(baseUrl ?? "/", location.href).href : baseUrl;
}

/** A call whose request is built. */
export interface BuiltCall extends PassingCall {
  readonly method: string;
  readonly request: BuiltRequest;
  readonly Class: typeof Request;
  readonly signal: AbortSignal | undefined;
  readonly send: (
    request: BuiltRequest,
    signal: AbortSignal | undefined,
    choice: BodyChoice,
  ) => Promise<unknown>;
}

/** The options of a call, without the types of its route. */
export interface CallInit extends PathsDefaults {
  readonly params?: MiddlewareRequestParams;
  readonly baseUrl?: string;
  readonly body?: unknown;
  readonly parseAs?: ParseAs;
  readonly middleware?: Middleware[];
  readonly timeout?: number;
  readonly retry?: number;
  readonly signal?: AbortSignal;
}

/** A client, and the defaults of its calls. */
export interface Service {
  readonly client: UntypedCore;
  readonly defaults: PathsDefaults;
}
