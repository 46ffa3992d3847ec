/** Sends a call by path: through middleware, by its client, and back as data or an error. */
import type { Attempt, BodyChoice } from "../client/call.js";
import { createResponseError } from "../client/attempt-errors.js";
import { createAttemptHider } from "../client/hide-credentials.js";
import { leaveUnread, loseConnection, LOST_BODY } from "../client/request.js";
import { toRequestMethod } from "../endpoint/route/route.js";
import { serializeBody } from "../endpoint/to-request.js";
import type { RequestOptions as BuiltRequest } from "../endpoint/types.js";
import {
  buildCall,
  createRequest,
  type BuiltCall,
  type CallInit,
  type Service,
} from "./build-call.js";
import { passError, passRequest, passResponse } from "./middleware.js";
import type { Middleware } from "./types.js";

/** Sends a call, unless its middleware answers it. */
export async function sendCall(
  service: Service,
  middleware: readonly Middleware[],
  method: string,
  path: string,
  init?: CallInit,
): Promise<Result> {
  const call = buildCall(service, middleware, method, path, init);
  if (call.chain.length === 0) return sendBuilt(call, call.request, call.signal);
  const first = toWebRequest(call);
  const request = await passRequest(call, first);
  if (request instanceof Response) return readResult(call, request);
  const built = await applyRequest(call, request, first);
  return sendBuilt(call, built, request === first ? call.signal : request.signal, request);
}

/** The request as middleware sees it. */
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

// ---- The response

/**
 * Sends a request, and shows its response or its error to middleware.
 * @param request As middleware sees it; `undefined` without middleware.
 */
async function sendBuilt(
  call: BuiltCall,
  built: BuiltRequest,
  signal: AbortSignal | undefined,
  request?: Request,
): Promise<Result> {
  let result: Result | undefined;
  /** Set while an error is that of middleware, or of the data, and not of the connection. */
  let isReceived = false as boolean; // `take` changes it
  const choice: BodyChoice = {
    takesErrors: true,
    isKept: () => call.shown.options.parseAs === "stream",
    async take(attempt, response) {
      isReceived = true;
      const final = await passResponse(call, response, request);
      let content;
      try {
        content = await readContent(call, final);
      } catch (cause) {
        isReceived = false;
        return loseConnection(attempt, cause, LOST_BODY);
      }
      result = await toResult(call, final, content, attempt);
      return leaveUnread(attempt, response);
    },
  };
  try {
    await call.send(built, signal, choice);
  } catch (error) {
    if (isReceived) throw error;
    const response = await passError(call, error, request);
    return readResult(call, await passResponse(call, response, request));
  }
  return result as Result; // set by `take`, which gets every response
}

/** Reads a response that did not come from the client. */
async function readResult(call: BuiltCall, response: Response): Promise<Result> {
  return toResult(call, response, await readContent(call, response));
}

/** Reads a body in its form: JSON and errors as text, because these may be empty. */
async function readContent({ method, shown }: BuiltCall, response: Response): Promise<unknown> {
  const { status, headers } = response;
  const isEmpty =
    headers.get("content-length") === "0" && !headers.get("transfer-encoding")?.includes("chunked");
  if (isEmpty || status === 204 || method === "HEAD") return undefined;
  const { parseAs } = shown.options;
  if (!response.ok || parseAs === "json") return response.text();
  return parseAs === "stream" ? response.body : response[parseAs]();
}

/**
 * Creates the result of a call: its data if the status is good, else the error.
 * @param attempt Absent for a response that did not come from the client.
 * @throws ResponseError for JSON that cannot be parsed; an InvalidDataError for data that the client refuses.
 */
async function toResult(
  { shown }: BuiltCall,
  response: Response,
  content: unknown,
  attempt?: Attempt,
): Promise<Result> {
  if (!response.ok) return { error: readError(content as string | undefined, attempt), response };
  if (shown.options.parseAs !== "json") return { data: content, response };
  if (!content) return { data: undefined, response };
  let data: unknown;
  try {
    data = JSON.parse(content as string); // see `readContent`
  } catch (error) {
    throw attempt
      ? createResponseError(attempt, response, "INVALID_BODY", {
          kind: "json",
          body: content as string,
        })
      : error;
  }
  await attempt?.call.sender.checks?.response(attempt.call.route, response.status, data);
  return { data, response };
}

/** The body of an error without credentials that it repeats: as JSON, else as text; `undefined` for an empty one. */
function readError(text = "", attempt?: Attempt): unknown {
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

/** The result of a call, without the types of its route. */
export interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}
