/** The inspector as a function from requests to responses: the page, its data, and who may see them. */
import { INSPECTOR_PAGE } from "./unbuilt-page.js";
import {
  expectFunction,
  expectMethods,
  expectObject,
  expectOptionalFunction,
  expectSignal,
  expectText,
  readOptions,
  unexpected,
} from "../base/expect.js";
import type { OptionNames } from "../base/option-names.js";
import { isJsonType } from "../http/media-types.js";
import { expectPath } from "../http/path.js";
import {
  ApiError,
  checkAccess,
  createToken,
  expectToken,
  isToken,
  TOKEN_HEADER,
  type AccessSettings,
  type Authorize,
  type Connection,
} from "./access.js";
import {
  ACTIONS,
  findDelivery,
  READERS,
  copySummary,
  writeRecording,
  type ApiSettings,
} from "./api.js";
import { createInboxSource, isInbox, type InspectableInbox } from "./inbox-source.js";
import { createLiveStream, hasLiveRoom, MAX_LIVE } from "./live.js";
import type { DescribeEvent, ErrorAnswer, InspectorSource } from "./types.js";

export interface InspectorOptions {
  /**
   * Decides if a request is answered. `true` allows it; a `Response` is sent in place of the answer, such as
   * a login. Without this option, only clients on loopback are answered.
   */
  readonly authorize?: Authorize | undefined;
  /** `false` lets the page send and replay. Default: true. */
  readonly isReadOnly?: boolean | undefined;
  /** Path of the page, without a trailing slash; `/` for the whole server. Default: `/inspector`. */
  readonly path?: string | undefined;
  /**
   * Hosts that requests may name, such as `app.acme.example` or `localhost:3000`. Default: loopback
   * names, and any host with `authorize`.
   */
  readonly hosts?: readonly string[] | undefined;
  /** Compares payloads with their schema, in place of the source's own. */
  readonly describe?: DescribeEvent | undefined;
  /** Headers whose values are not shown, besides those that usually hold credentials. */
  readonly hiddenHeaders?: readonly string[] | undefined;
  /** Token of the page, for several processes behind one address. Default: a random one. */
  readonly token?: string | undefined;
  /** Ends open pages when it is aborted, so that a server can close. */
  readonly signal?: AbortSignal | undefined;
  /** Answers requests for other paths, in place of 404. */
  readonly onUnhandledRequest?: ((request: Request) => Response | Promise<Response>) | undefined;
  /** Gets errors of the source and of `authorize`. Default: the console. */
  readonly log?: { error(message: string, error: unknown): void } | undefined;
}

/**
 * Answers a web-standard request.
 * @param connection facts about the client, if the platform has them. Without the address, the host that
 * the request names decides if the client is on loopback.
 */
export type Inspector = (request: Request, connection?: Connection) => Promise<Response>;

/**
 * Creates the page that shows the deliveries of an inbox or of another source, with its API.
 * @throws TypeError when an argument has the wrong type.
 * @throws RangeError for a `token` that is too short.
 * @example
 * const inspector = createInspector(inbox, { authorize: (request) => isAdmin(request) });
 */
export function createInspector(
  source: InspectorSource | InspectableInbox,
  options: InspectorOptions = {},
): Inspector {
  const settings = readInspectorSettings(source, options);
  return async (request, connection = {}) => {
    const { pathname } = new URL(request.url);
    const { base, onUnhandledRequest, log } = settings;
    if (pathname !== base && !pathname.startsWith(`${base}/`)) return onUnhandledRequest(request);
    try {
      return await answer(settings, request, connection, pathname.slice(base.length));
    } catch (error) {
      if (error instanceof ApiError) return respondError(error.status, error.code, error.message);
      if (signalOf(request)?.aborted === true)
        return respondError(503, "GONE", "The client has gone.");
      log.error("The inspector failed.", error);
      return respondError(500, "FAILED", "The inspector failed; the log has the reason.");
    }
  };
}

interface InspectorSettings extends AccessSettings, ApiSettings {
  /** Path without a slash at its end. */
  readonly base: string;
  readonly token: string;
  readonly signal: AbortSignal | undefined;
  readonly onUnhandledRequest: (request: Request) => Response | Promise<Response>;
}

/** Headers that hold credentials; some services send the secret itself in place of a signature. */
const CREDENTIALS = [
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "x-api-key",
  "x-gitlab-token",
  "x-goog-channel-token",
  "x-telegram-bot-api-secret-token",
];

const OPTION_NAMES: OptionNames<InspectorOptions> = {
  authorize: true,
  isReadOnly: true,
  path: true,
  hosts: true,
  describe: true,
  hiddenHeaders: true,
  token: true,
  signal: true,
  onUnhandledRequest: true,
  log: true,
};

function readInspectorSettings(
  source: InspectorSource | InspectableInbox,
  options: InspectorOptions,
): InspectorSettings {
  const checked = readOptions(options, "The options argument", "an object", OPTION_NAMES);
  // A misspelt `authorize` would open nothing, but a misspelt `hosts` might.
  const unknown = Object.keys(checked).find((key) => !Object.hasOwn(OPTION_NAMES, key));
  if (unknown !== undefined) throw new TypeError(`The option ${unknown} is unknown.`);
  const { path = "/inspector", hosts, isReadOnly = true, hiddenHeaders = [], token } = checked;
  expectOptionalFunction(checked.authorize, "`authorize`");
  expectOptionalFunction(checked.describe, "`describe`");
  expectSignal(checked.signal);
  if (typeof isReadOnly !== "boolean") throw unexpected(isReadOnly, "`isReadOnly`", "a boolean");
  const { onUnhandledRequest = answerNotFound, log = console } = checked;
  expectFunction(onUnhandledRequest, "`onUnhandledRequest`");
  return {
    source: readSource(source),
    authorize: checked.authorize,
    hosts: hosts && new Set(readTexts(hosts, "`hosts`")),
    isReadOnly,
    describe: checked.describe,
    hiddenHeaders: new Set([...CREDENTIALS, ...readTexts(hiddenHeaders, "`hiddenHeaders`")]),
    base: expectPath(path, "/inspector").replace(/\/$/, ""),
    token: token === undefined ? createToken() : expectToken(expectText(token, "`token`")),
    signal: checked.signal,
    onUnhandledRequest,
    log,
  };
}

function readTexts(texts: unknown, what: string): readonly string[] {
  if (!Array.isArray(texts)) throw unexpected(texts, what, "an array of strings");
  return texts.map((text) => expectText(text, `An element of ${what}`).toLowerCase());
}

function readSource(source: unknown): InspectorSource {
  const expected = "an inbox, or a source with `list`, `get` and `watch`";
  expectObject(source, "The source", expected);
  if (isInbox(source)) return createInboxSource(source);
  return expectMethods<InspectorSource>(source, "The source", ["list", "get", "watch"], expected);
}

// ---- Routes

async function answer(
  settings: InspectorSettings,
  request: Request,
  connection: Connection,
  path: string,
): Promise<Response> {
  const denial = await checkAccess(request, connection, settings);
  if (denial !== undefined) return denial;
  const name = /^\/api\/([a-z]+)$/.exec(path)?.[1];
  const isReading = request.method === "GET" || request.method === "HEAD";
  if (request.method === "POST" && name !== undefined) return runAction(settings, request, name);
  if (!isReading) return respondError(405, "METHOD_NOT_ALLOWED", "The method is not allowed here.");
  if (path === "") return redirect(request);
  if (path === "/") return answerPage(settings.token);
  return answerRead(settings, request, name);
}

/** Adds the slash that the relative links of the page need. */
function redirect(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const [last = ""] = /[^/]*$/.exec(pathname) ?? [];
  // Relative, so that a prefix that a framework or a proxy has removed is kept.
  return respond(308, { location: `./${last}/${search}` }, "");
}

async function answerRead(
  settings: InspectorSettings,
  request: Request,
  name: string | undefined,
): Promise<Response> {
  const query = new URL(request.url).searchParams;
  if (name === "live") return answerLive(settings, request);
  if (name === "body") return answerBody(settings, query);
  const signal = signalOf(request);
  if (name === "recording") return answerRecording(settings, query, signal);
  const reader = READERS.get(name ?? "");
  if (reader === undefined) return respondError(404, "NOT_FOUND", "There is nothing here.");
  return respondJson(200, await reader(settings, query, signal));
}

/** Signal of a client that goes away. On some platforms, requests have none. */
function signalOf({ signal }: { readonly signal?: AbortSignal }): AbortSignal | undefined {
  return signal;
}

/** Runs an action for a page that has the token of this inspector. */
async function runAction(
  settings: InspectorSettings,
  request: Request,
  name: string,
): Promise<Response> {
  const action = ACTIONS.get(name);
  if (action === undefined) return respondError(404, "NOT_FOUND", "There is nothing here.");
  if (settings.isReadOnly) return respondError(403, "READ_ONLY", "The inspector is read-only.");
  if (!(await isToken(request.headers.get(TOKEN_HEADER), settings.token)))
    return respondError(403, "TOKEN", "The page is out of date. Load it again.");
  if (!isJsonType(request.headers.get("content-type") ?? ""))
    return respondError(415, "MEDIA_TYPE", "The body is not declared as JSON.");
  const input = await readInput(request);
  if (input === undefined)
    return respondError(400, "BAD_REQUEST", "The body is not a JSON object.");
  try {
    return respondJson(200, await action(settings, input));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    settings.log.error(`The inspector's \`${name}\` failed.`, error);
    // Shown to the person who pressed the button, because the error is of their own project.
    const message = error instanceof Error ? error.message : "It failed.";
    return respondError(502, "ACTION_FAILED", message);
  }
}

/** Largest request, in bytes: an edited payload may have 25 MiB, and escapes make it longer. */
const MAX_INPUT = 64 * 1024 * 1024;

async function readInput(request: Request): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const input: unknown = JSON.parse(await readBodyText(request));
    if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
    return Object.setPrototypeOf(input, null) as Readonly<Record<string, unknown>>; // an object
  } catch {
    return undefined;
  }
}

async function readBodyText({ body }: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const value: Uint8Array | undefined = (await reader?.read())?.value;
    if (value === undefined) return text + decoder.decode();
    length += value.length;
    if (length > MAX_INPUT) {
      await reader?.cancel();
      throw new RangeError("The body is too long.");
    }
    text += decoder.decode(value, { stream: true });
  }
}

// ---- Answers

function answerPage(token: string): Response {
  const { before, after, scriptHash, styleHash } = INSPECTOR_PAGE;
  const policy = [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    `style-src '${styleHash}'`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
  };
  return respond(200, headers, before + token + after);
}

function answerLive({ source, signal }: InspectorSettings, request: Request): Response {
  if (!hasLiveRoom()) {
    const error = `Already ${MAX_LIVE} pages follow the deliveries. Close one, then load this one again.`;
    return respondError(503, "TOO_MANY_PAGES", error);
  }
  const stream = createLiveStream(
    (listener) =>
      source.watch((change) => listener(change === "reload" ? change : copySummary(change))),
    [signalOf(request), signal],
  );
  return respond(200, { "content-type": "text/event-stream", "x-accel-buffering": "no" }, stream);
}

async function answerBody({ source }: InspectorSettings, query: URLSearchParams) {
  const { body } = await findDelivery(source, query);
  if (body === undefined) return respondError(404, "NOT_KEPT", "The body is not kept.");
  // A type that no browser shows, because a body may be HTML.
  return respond(200, attach("delivery.bin", "application/octet-stream"), copyBytes(body));
}

async function answerRecording(
  settings: InspectorSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const lines = writeRecording(settings, query, signal);
  // Read before the answer begins, because an error could only break the connection later.
  let next: Promise<IteratorResult<string, void>> | undefined = Promise.resolve(await lines.next());
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const read: IteratorResult<string, void> = await (next ?? lines.next());
      next = undefined;
      if (read.done === true) controller.close();
      else controller.enqueue(new TextEncoder().encode(read.value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return respond(200, attach("deliveries.jsonl", "application/x-ndjson"), stream);
}

function attach(file: string, type: string): Record<string, string> {
  return { "content-type": type, "content-disposition": `attachment; filename="${file}"` };
}

/** Copies bytes, which may be part of shared memory that a response does not take. */
function copyBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function answerNotFound(): Response {
  return respondError(404, "NOT_FOUND", "There is nothing here.");
}

function respondError(status: number, code: string, error: string): Response {
  const answer: ErrorAnswer = { error, code };
  return respondJson(status, answer);
}

function respondJson(status: number, value: unknown): Response {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return respond(status, headers, JSON.stringify(value));
}

/** Headers of every answer. */
const SAFE_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

function respond(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
): Response {
  return new Response(body === "" ? null : body, {
    status,
    headers: { ...SAFE_HEADERS, ...headers },
  });
}
