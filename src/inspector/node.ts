/** Inspector on Node's HTTP servers, and in Express. */
import { type ServerRequest, toWebRequest } from "../http/node-request.js";
import { sendResponse, type ServerResponse, watchClient } from "../http/node-response.js";
import type { InspectableInbox } from "./sources/inbox-source.js";
import { createInspector } from "./inspector.js";
import type { InspectorOptions } from "./options.js";
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

/** Request of Node or Express. */
export type InspectorRequest = ServerRequest;

export type InspectorResponse = ServerResponse;

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
  const unhandled = new Response(null, { status: 404 }); // a mark, which is never sent
  const inspector = createInspector(source, { ...options, onUnhandledRequest: () => unhandled });
  const answer = async (
    request: InspectorRequest,
    response: InspectorResponse,
    target: string,
  ): Promise<boolean> => {
    const { gone, stop } = watchClient(response);
    const webRequest = toWebRequest(request, toUrl(target), gone, readParsedBody(request));
    const address = request.socket?.remoteAddress ?? "unknown";
    const webResponse = await inspector(webRequest, { address });
    if (webResponse === unhandled) {
      stop();
      return false;
    }
    await sendResponse(request, response, webResponse, gone);
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

/** The host stays in its header: a URL could not hold everything that a client sends. */
function toUrl(target: string): string {
  return `http://localhost/${target.replace(/^[^/?#]*:\/\/[^/?#]*/, "").replace(/^\/+/, "")}`;
}

/** Takes the result of a parser of the application, if one has read the body before. */
function readParsedBody(request: InspectorRequest & { readonly body?: unknown }) {
  const { body } = request;
  if (typeof body === "object" && body !== null && Object.keys(body).length > 0)
    return body instanceof Uint8Array ? new TextDecoder().decode(body) : JSON.stringify(body);
  return request.readableEnded ? "" : undefined;
}
