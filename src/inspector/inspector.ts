/** The inspector as a function from requests to responses: the page, its data, and who may see them. */
import { isJsonType } from "../http/media-types.js";
import { checkAccess, isToken, TOKEN_HEADER, type Connection } from "./access.js";
import {
  answerNotFound,
  answerPage,
  respond,
  respondError,
  respondFile,
  respondJson,
} from "./api/answers.js";
import { ACTIONS, copySummary, findDelivery, READERS } from "./api/api.js";
import { ApiError } from "./api-error.js";
import type { InspectableInbox } from "./sources/inbox-source.js";
import { createLiveStream, hasLiveRoom, MAX_LIVE } from "./live.js";
import { readInspectorSettings, type InspectorOptions, type InspectorSettings } from "./options.js";
import { writeRecording } from "./recording.js";
import type { InspectorSource } from "./types.js";

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
  if (reader === undefined) return answerNotFound();
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
  if (action === undefined) return answerNotFound();
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

// ---- Streams and downloads

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
  // Copied, because a response takes no shared memory.
  return respondFile("delivery.bin", "application/octet-stream", new Uint8Array(body));
}

async function answerRecording(
  settings: InspectorSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const lines = writeRecording(settings, query, signal);
  // Read before the answer begins, because an error could only break the connection later.
  let first: IteratorResult<string, void> | undefined = await lines.next();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const line = first ?? (await lines.next());
      first = undefined;
      if (line.done === true) controller.close();
      else controller.enqueue(new TextEncoder().encode(line.value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return respondFile("deliveries.jsonl", "application/x-ndjson", stream);
}

// ---- Types

/**
 * Answers a web-standard request.
 * @param connection facts about the client, if the platform has them. Without the address, the host that
 * the request names decides if the client is on loopback.
 */
export type Inspector = (request: Request, connection?: Connection) => Promise<Response>;
