/** A client whose calls name a method and a path, in the form of openapi-fetch (contract, section O). */
import { describeKind } from "../../base/values.js";
import { sendStream, type SentBody } from "../client/bodies.js";
import { createCoreFactory, type UntypedCore } from "../client/client.js";
import { createAttemptHider, createResponseError } from "../client/attempt-errors.js";
import { CALL } from "../client/host.js";
import { CLIENT_OPTIONS } from "../client/parts.js";
import { leaveUnread, LOST_BODY, loseConnection } from "../client/request.js";
import type { BodyChoice, ClientCall, Fetch } from "../client/call.js";
import type { CoreClient } from "../client/types.js";
import { isRawBody } from "../endpoint/body.js";
import { planRoute } from "../endpoint/placement.js";
import { type CompiledRoute, toRequestMethod } from "../endpoint/route.js";
import { allValues, appendQuery } from "../endpoint/template.js";
import { serializeBody } from "../endpoint/request-body.js";
import type { RequestOptions as BuiltRequest } from "../endpoint/types.js";
import { countDotSegments } from "../endpoint/url-safety.js";
import {
  createQuerySerializer,
  defaultBodySerializer,
  defaultPathSerializer,
  withoutPlaceholders,
} from "./serialize.js";
import type {
  HeadersOptions,
  MediaType,
  MergedOptions,
  Middleware,
  MiddlewareCallbackParams,
  MiddlewareRequestParams,
  ParseAs,
  PathBasedClient,
  PathsClient,
  PathsClientOptions,
  PathsDefaults,
  PathsFetch,
} from "./types.js";

/**
 * Creates a client whose calls name a method and a path. It sends as the client that it is given: with its
 * credentials, retries, limits and hooks.
 * @param client One of a package's `createClient()`. Or options, for a client of its own: those of `createClient`,
 * serializers, and what `fetch` takes.
 * @param defaults Of all calls, beside a client.
 * @throws EndpointError for a `baseUrl` that is no address.
 * @example
 * const api = createPathsClient<paths>({ baseUrl: "https://api.acme.example" });
 * const { data, error } = await api.GET("/things/{id}", { params: { path: { id: "7" } } });
 */
export function createPathsClient<Paths extends {}, Media extends MediaType = MediaType>(
  client: CoreClient,
  defaults?: PathsDefaults,
): PathsClient<Paths, Media>;
export function createPathsClient<Paths extends {}, Media extends MediaType = MediaType>(
  options?: PathsClientOptions,
): PathsClient<Paths, Media>;
export function createPathsClient<Paths extends {}, Media extends MediaType = MediaType>(
  clientOrOptions: CoreClient | PathsClientOptions = {},
  beside: PathsDefaults = {},
): PathsClient<Paths, Media> {
  const service = isClient(clientOrOptions)
    ? { client: clientOrOptions, defaults: beside }
    : createService(clientOrOptions as PathsClientOptions); // no other object
  const middleware: Middleware[] = [];
  const send = (method: string, path: string, init?: CallInit): Promise<Result> =>
    sendCall(service, middleware, method.toUpperCase(), path, init);
  const methods = METHODS.map((method) => [method, send.bind(undefined, method)] as const);
  return {
    ...Object.fromEntries(methods),
    request: send,
    use: (...added: Middleware[]) => void middleware.push(...added.filter(isMiddleware)),
    eject: (...removed: Middleware[]) => {
      for (const each of removed) {
        const index = middleware.indexOf(each);
        if (index >= 0) middleware.splice(index, 1);
      }
    },
  } as unknown as PathsClient<Paths, Media>; // only the types know the paths
}

const METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

/** @throws TypeError for anything but an object with one of the functions; `undefined` and `false` are left out. */
function isMiddleware(value: unknown): value is Middleware {
  const functions = ["onRequest", "onResponse", "onError"];
  if (!value || functions.some((name) => name in Object(value))) return Boolean(value);
  throw unexpected("middleware", value, `an object with ${functions.join(", ")}`);
}

function unexpected(what: string, value: unknown, expected: string): TypeError {
  return new TypeError(`The ${what} is ${describeKind(value)}; expected ${expected}.`);
}

// ---- The client below

interface Service {
  readonly client: UntypedCore;
  readonly defaults: PathsDefaults;
}

/** Tells whether a value is a client; it may be of another copy of the package. */
function isClient(value: object): value is UntypedCore {
  return CALL in value;
}

/** Creates a client of a service that has no catalog. It adds no header of its own. */
function createService(options: PathsClientOptions): Service {
  const { baseUrl, headers } = options;
  const ofClient: Record<string, unknown> = {};
  const defaults: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    const isOfClient = Object.hasOwn(OF_CLIENT, name) && name !== "fetch";
    (isOfClient ? ofClient : defaults)[name] = value;
  }
  const client = createCore({
    ...ofClient,
    baseUrl: toAddress(baseUrl),
    headers: { accept: undefined, "user-agent": undefined, ...joinHeaders(headers) },
  });
  return { client: client as unknown as UntypedCore, defaults: { ...defaults, headers } };
}

const OF_CLIENT = { ...CLIENT_OPTIONS, parts: true };

const createCore = /* @__PURE__ */ createCoreFactory(
  { baseUrl: "", accept: "*/*", mediaTypePrefix: "" },
  {},
);

/** The address with its origin. In a browser, a relative one begins at the page. */
function toAddress(baseUrl: string | undefined): string | undefined {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return location ? new URL(baseUrl ?? "/", location.href).href : baseUrl;
}

// ---- A call

/** The options of a call, without the types of its route. */
interface CallInit extends PathsDefaults {
  readonly params?: MiddlewareRequestParams;
  readonly baseUrl?: string;
  readonly body?: unknown;
  readonly parseAs?: ParseAs;
  readonly middleware?: Middleware[];
  readonly timeout?: number;
  readonly retry?: number;
  readonly signal?: AbortSignal;
}

interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** A call whose request is built. */
interface BuiltCall {
  readonly method: string;
  readonly request: BuiltRequest;
  readonly chain: readonly Middleware[];
  /** The facts that middleware sees beside the request. */
  readonly shown: Omit<MiddlewareCallbackParams, "request">;
  readonly Class: typeof Request;
  readonly signal: AbortSignal | undefined;
  readonly send: (
    request: BuiltRequest,
    signal: AbortSignal | undefined,
    choice: BodyChoice,
  ) => Promise<unknown>;
}

async function sendCall(
  service: Service,
  middleware: readonly Middleware[],
  method: string,
  path: string,
  init?: CallInit,
): Promise<Result> {
  const call = buildCall(service, middleware, method, path, init);
  if (call.chain.length === 0) return sendBuilt(call, call.request, call.signal);
  const first = toWebRequest(call);
  let request = first;
  for (const { onRequest } of call.chain) {
    const changed = await onRequest?.({ ...call.shown, request });
    if (changed instanceof Response) return readResult(call, changed);
    if (changed) request = expectInstance(changed, Request, "onRequest");
  }
  const built = await applyRequest(call, request, first);
  return sendBuilt(call, built, request === first ? call.signal : request.signal, request);
}

/** Without the code that collects a body from parameters: `addBody` below adds the one of a call. */
const BODY: SentBody = { serialize: serializeBody, send: sendStream };

/** @throws EndpointError for a missing parameter, and for whatever else cannot be sent. */
function buildCall(
  { client, defaults }: Service,
  middleware: readonly Middleware[],
  method: string,
  path: string,
  callInit: CallInit = {},
): BuiltCall {
  // An option that is undefined changes nothing.
  const initEntries = Object.entries(callInit).filter(([, value]) => value !== undefined);
  const {
    params = {},
    baseUrl,
    body,
    headers: _headers,
    middleware: further = [],
    parseAs = "json",
    querySerializer,
    bodySerializer,
    pathSerializer = defaultPathSerializer,
    fetch: ownFetch,
    Request: Class = Request,
    requestInitExt,
    timeout,
    retry,
    signal,
    ...init
  } = { ...defaults, ...Object.fromEntries(initEntries) } as CallInit;
  const route = `${method} ${path}`;
  const text = pathSerializer(path, params.path ?? {});
  const plan = planRoute(compilePath(method, path, text), undefined);
  const lent = client[CALL]();
  const sentBy = toFetch(ownFetch, Class, requestInitExt);
  const send: BuiltCall["send"] = (built, ended, choice) =>
    lent.start(
      route,
      built,
      { timeout, retry, signal: ended },
      { choice, fetch: sentBy, body: BODY },
    );
  const headers = joinHeaders(defaults.headers, callInit.headers, params.header as HeadersOptions);
  addCookies(headers, params.cookie);
  const parameters = {
    ...(baseUrl !== undefined && { baseUrl: toAddress(baseUrl) }),
    headers,
    request: { ...requestInitExt, ...init },
  };
  const request = lent.build(route, parameters, plan);
  const address = request.url.slice(0, request.url.length - text.length);
  const writeQuery = toQuerySerializer(defaults.querySerializer, querySerializer);
  const query = writeQuery(params.query ?? {}).replace(/^\?/, "");
  if (query !== "") request.url = appendQuery(request.url, query);
  const isTyped = Object.hasOwn(headers, "content-type");
  if (body !== undefined) addBody(request, body, bodySerializer, isTyped);
  const options: MergedOptions = Object.freeze({
    baseUrl: address,
    parseAs,
    querySerializer: writeQuery,
    bodySerializer: bodySerializer ?? defaultBodySerializer,
    pathSerializer,
    fetch: ownFetch ?? fetch,
  });
  const id = Math.random().toString(36).slice(2);
  const shown = { schemaPath: path, params, options, id };
  return {
    method,
    request,
    chain: [...middleware, ...further.filter(isMiddleware)],
    shown,
    Class,
    signal,
    send,
  };
}

/** A path whose parameters are written already. The builder still refuses one that leads elsewhere. */
function compilePath(method: string, path: string, text: string): CompiledRoute {
  return {
    name: `${method} ${path}`,
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

/** Joins options of the query, unless one of them is a function. */
function toQuerySerializer(
  ofClient: PathsDefaults["querySerializer"],
  ofCall: PathsDefaults["querySerializer"],
): (query: Record<string, unknown>) => string {
  if (typeof ofCall === "function") return ofCall;
  return createQuerySerializer({ ...(typeof ofClient === "object" && ofClient), ...ofCall });
}

/** Joins headers by their names in lowercase. A name with `undefined` is removed from those of the client. */
function joinHeaders(
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

function addCookies(
  headers: Record<string, string | undefined>,
  cookies: MiddlewareRequestParams["cookie"] = {},
): void {
  const present = Object.entries(cookies).filter(([, value]) => value !== undefined);
  const texts = present.map(([name, value]) => `${name}=${encodeURIComponent(value as string)}`);
  const pairs = [headers["cookie"], ...texts].filter(Boolean);
  if (present.length > 0) headers["cookie"] = pairs.join("; ");
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

/** Keeps keys of the caller's own, which frameworks read from a request. */
function createRequest(Class: typeof Request, url: string, init: RequestInit): Request {
  const request = new Class(url, init);
  for (const [key, value] of Object.entries<unknown>({ ...init }))
    if (!(key in request)) Object.assign(request, { [key]: value });
  return request;
}

// ---- Middleware

function toWebRequest({ method, request, signal, Class }: BuiltCall): Request {
  const { url, headers, body } = request;
  return createRequest(Class, url, {
    ...request.request,
    method,
    headers,
    body: body === undefined ? null : serializeBody(body, request),
    signal: signal ?? null,
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
}

/** The request to be sent after middleware has changed the first one, or returned another one. */
async function applyRequest(
  { request: built }: BuiltCall,
  request: Request,
  first: Request,
): Promise<BuiltRequest> {
  const headers = Object.fromEntries(request.headers);
  const isStream = built.body instanceof ReadableStream; // `first` reads it
  if (request === first) {
    // The platform writes the boundary of a form that it has not seen yet.
    if (built.body instanceof FormData) Reflect.deleteProperty(headers, "content-type");
    return { ...built, headers, ...(isStream && { body: request.body }) };
  }
  const { method, url, body } = request;
  const init: Record<string, unknown> = { ...built.request };
  // Its properties are getters of its class. `fetch` takes those that it knows, such as `credentials`.
  for (const key in request) init[key] = request[key as keyof Request];
  return {
    method: toRequestMethod(method),
    url,
    headers,
    request: init,
    ...(body && { body: isStream ? body : await request.arrayBuffer() }),
  };
}

/** @throws TypeError for a value that is no instance of the class. */
function expectInstance<Instance>(
  value: unknown,
  Class: abstract new (...parameters: never) => Instance,
  from: string,
): Instance {
  if (value instanceof Class) return value;
  throw unexpected(`result of ${from}`, value, Class.name);
}

// ---- The response

/** @param request As middleware sees it; `undefined` without middleware. */
async function sendBuilt(
  call: BuiltCall,
  built: BuiltRequest,
  signal: AbortSignal | undefined,
  request?: Request,
): Promise<Result> {
  let result: Result | undefined;
  const state = { isReceived: false };
  const choice: BodyChoice = {
    takesErrors: true,
    isKept: () => call.shown.options.parseAs === "stream",
    async take(attempt, response) {
      state.isReceived = true;
      const final = await passResponse(call, response, request);
      let content;
      try {
        content = await readContent(call, final);
      } catch (cause) {
        state.isReceived = false;
        return loseConnection(attempt, cause, LOST_BODY);
      }
      result = await toResult(call, final, content, attempt);
      return leaveUnread(attempt, response);
    },
  };
  try {
    await call.send(built, signal, choice);
  } catch (error) {
    if (state.isReceived) throw error;
    const response = await passError(call, error, request);
    return readResult(call, await passResponse(call, response, request));
  }
  return result as Result; // set by `take`, which gets every response
}

/** Shows a response to middleware, the last one first. */
async function passResponse(
  { chain, shown }: BuiltCall,
  received: Response,
  request: Request | undefined,
): Promise<Response> {
  let response = received;
  for (const { onResponse } of chain.toReversed()) {
    const changed = await onResponse?.({ ...shown, request: request as Request, response });
    if (changed) response = expectInstance(changed, Response, "onResponse");
  }
  return response;
}

/**
 * Shows an error to middleware, the last one first, until one returns a response.
 * @throws The error, or the one that middleware returned last.
 */
async function passError(
  { chain, shown }: BuiltCall,
  thrown: unknown,
  request: Request | undefined,
): Promise<Response> {
  let error = thrown;
  for (const { onError } of chain.toReversed()) {
    const changed = await onError?.({ ...shown, request: request as Request, error });
    if (changed instanceof Response) return changed;
    if (changed) error = expectInstance(changed, Error, "onError");
  }
  throw error;
}

/** Reads a response that did not come from the client. */
async function readResult(call: BuiltCall, response: Response): Promise<Result> {
  return toResult(call, response, await readContent(call, response));
}

/** Reads a body in its form: JSON and errors as text, because these may be empty. */
async function readContent({ method, shown }: BuiltCall, response: Response): Promise<unknown> {
  const { status, headers } = response;
  const isChunked = headers.get("transfer-encoding")?.includes("chunked");
  const isEmpty = headers.get("content-length") === "0" && !isChunked;
  if (isEmpty || status === 204 || method === "HEAD") return undefined;
  const { parseAs } = shown.options;
  if (!response.ok || parseAs === "json") return response.text();
  return parseAs === "stream" ? response.body : response[parseAs]();
}

/**
 * @param attempt Absent for a response that did not come from the client.
 * @throws ResponseError for JSON that cannot be parsed; an InvalidDataError for data that the client refuses.
 */
async function toResult(
  { shown }: BuiltCall,
  response: Response,
  content: unknown,
  attempt?: ClientCall,
): Promise<Result> {
  if (!response.ok) return { error: readError(content as string | undefined, attempt), response };
  if (shown.options.parseAs !== "json") return { data: content, response };
  if (!content) return { data: undefined, response };
  let data: unknown;
  try {
    data = JSON.parse(content as string); // see `readContent`
  } catch (error) {
    throw attempt
      ? createResponseError(attempt, response, "INVALID_BODY", "json", content as string)
      : error;
  }
  await attempt?.sender.checks?.response(attempt.event.route, response.status, data);
  return { data, response };
}

/** The body of an error without credentials that it repeats: as JSON, else as text; `undefined` for an empty one. */
function readError(text = "", attempt?: ClientCall): unknown {
  const hide = attempt ? createAttemptHider(attempt) : String;
  const shown = hide(text);
  try {
    return JSON.parse(shown, (_key, value: unknown) =>
      typeof value === "string" ? hide(value) : value,
    );
  } catch {
    return shown || undefined;
  }
}

// ---- Paths as properties

/**
 * Gives a client the methods of each path under its name. Middleware of the client applies.
 * @example
 * const api = wrapAsPathBasedClient(createPathsClient<paths>(createClient()));
 * const { data } = await api["/things"].GET();
 */
export function wrapAsPathBasedClient<Paths extends {}, Media extends MediaType = MediaType>(
  client: PathsClient<Paths, Media>,
): PathBasedClient<Paths, Media> {
  const { request } = client as unknown as { request: (...call: readonly unknown[]) => unknown };
  const known = new Map<unknown, object>();
  const bind = (path: unknown): object => {
    const methods = METHODS.map((name) => [name, request.bind(undefined, name, path)] as const);
    return Object.fromEntries(methods);
  };
  return new Proxy({} as PathBasedClient<Paths, Media>, {
    get(_target, path) {
      if (typeof path !== "string" || !path.startsWith("/")) return undefined;
      const found = known.get(path) ?? bind(path);
      known.set(path, found);
      return found;
    },
  });
}

/** Creates a client that has the methods of each path under its name. It takes what `createPathsClient` takes. */
export function createPathBasedClient<Paths extends {}, Media extends MediaType = MediaType>(
  ...args: Parameters<typeof createPathsClient<Paths, Media>>
): PathBasedClient<Paths, Media> {
  return wrapAsPathBasedClient(createPathsClient<Paths, Media>(...args));
}
