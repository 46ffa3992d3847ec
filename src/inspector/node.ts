/** Inspector on Node's HTTP servers, and in Express. */
import { createInspector, type Inspector, type InspectorOptions } from "./inspector.js";
import type { InspectableInbox } from "./inbox-source.js";
import type { InspectorSource } from "./types.js";

export type NodeInspectorOptions = Omit<InspectorOptions, "onUnhandledRequest">;

/**
 * Handles requests of Node's HTTP/1 and HTTP/2 servers, and of Express. Resolves with `false` for
 * another path: the response is untouched then, and `next` is called if given.
 */
export type NodeInspector = (
  request: InspectorRequest,
  response: InspectorResponse,
  next?: (error?: unknown) => void,
) => Promise<boolean>;

/** Request of Node or Express. Declared here, because programs may have no types of Node. */
export interface InspectorRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket?: { readonly remoteAddress?: string | undefined };
  readonly destroyed: boolean;
}

export interface InspectorResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  destroy(): unknown;
  once(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
  readonly destroyed: boolean;
}

/**
 * Creates the inspector for Node. Mounted under a path of an application, it matches when `path` is the
 * URL as the client sent it or as the application sees it.
 * @throws TypeError when an argument has the wrong type.
 * @throws RangeError for a `token` that is too short.
 * @example
 * const inspector = createNodeInspector(inbox);
 * createServer(async (request, response) => {
 *   if (!(await inspector(request, response))) response.writeHead(404).end();
 * }).listen(3000, "127.0.0.1");
 */
export function createNodeInspector(
  source: InspectorSource | InspectableInbox,
  options: NodeInspectorOptions = {},
): NodeInspector {
  const other = new Response(null, { status: 404 }); // a mark, which is never sent
  const inspector = createInspector(source, { ...options, onUnhandledRequest: () => other });
  const answer = async (
    request: InspectorRequest,
    response: InspectorResponse,
    target: string,
  ): Promise<boolean> => {
    const left = new AbortController();
    const onClose = (): void => left.abort();
    response.once("close", onClose);
    const answered = await askInspector(inspector, request, target, left.signal);
    if (answered === other) {
      response.off("close", onClose);
      return false;
    }
    await writeAnswer(response, answered, request.method === "HEAD");
    return true;
  };
  return async (request, response, next) => {
    for (const target of listTargets(request))
      if (await answer(request, response, target)) return true;
    next?.();
    return false;
  };
}

/** Lists the URL as the application sees it, and as the client has sent it. */
function listTargets(request: InspectorRequest & { readonly originalUrl?: unknown }) {
  const { url = "/", originalUrl } = request;
  return typeof originalUrl === "string" && originalUrl !== url ? [url, originalUrl] : [url];
}

function askInspector(
  inspector: Inspector,
  request: InspectorRequest,
  target: string,
  signal: AbortSignal,
): Promise<Response> {
  const { method = "GET" } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // HTTP/2 has fields such as `:path` among its headers.
    if (value !== undefined && !name.startsWith(":")) headers.set(name, String(value));
  }
  const authority = request.headers[":authority"];
  if (typeof authority === "string") headers.set("host", authority);
  const hasBody = method !== "GET" && method !== "HEAD";
  // The host stays in its header: a URL could not hold everything that a client sends.
  const path = target.replace(/^[^/?#]*:\/\/[^/?#]*/, "").replace(/^\/+/, "");
  const init = { method: isMethod(method) ? method : "PUT", headers, signal };
  const body = hasBody && { body: takeBody(request), duplex: "half" };
  const made = new Request(`http://localhost/${path}`, { ...init, ...body });
  return inspector(made, { address: request.socket?.remoteAddress ?? "unknown" });
}

/** False for methods that `Request` refuses. They get the answer to any other unknown method. */
function isMethod(method: string): boolean {
  return /^[A-Z]+$/.test(method) && !["CONNECT", "TRACE", "TRACK"].includes(method);
}

/**
 * Reads the body when it is needed, so that a request for another path keeps its own. If a parser of the
 * application has read it before, takes the result.
 */
function takeBody(request: InspectorRequest & { readonly body?: unknown }): BodyInit {
  const { body } = request;
  if (typeof body === "object" && body !== null && Object.keys(body).length > 0)
    return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
  let chunks: AsyncIterator<unknown> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= request[Symbol.asyncIterator]();
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encodeChunk(next.value));
      },
    },
    { highWaterMark: 0 },
  );
}

/** Encodes chunks of text, which arrive after a call of `setEncoding`. Node has no others. */
function encodeChunk(chunk: unknown): Uint8Array {
  return typeof chunk === "string" ? new TextEncoder().encode(chunk) : (chunk as Uint8Array);
}

/** Writes an answer as fast as the client reads it. */
async function writeAnswer(response: InspectorResponse, answer: Response, isHead: boolean) {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  const reader = isHead ? undefined : answer.body?.getReader();
  try {
    for (;;) {
      const value: Uint8Array | undefined = (await reader?.read())?.value;
      if (value === undefined || response.destroyed) break;
      if (!response.write(value)) await drained(response);
    }
    response.end();
  } catch {
    response.destroy(); // half of an answer must not look like a whole one
  }
  await reader?.cancel().catch(() => undefined);
}

function drained(response: InspectorResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.once("drain", done);
    response.once("close", done);
  });
}
