/** The relay server as a listener of Node's HTTP servers. */
import { type ServerRequest, toWebRequest } from "../../http/node-request.js";
import { sendResponse, type ServerResponse, watchClient } from "../../http/node-response.js";
import type { RelayServer } from "./relay-server.js";

/** Request of Node's HTTP/1 server, or of Express. */
export type RelayRequest = ServerRequest;

/** Response of Node's HTTP/1 server, or of Express. */
export type RelayResponse = ServerResponse;

/** Handles requests of Node's HTTP servers, and of Express. */
export type RelayListener = (request: RelayRequest, response: RelayResponse) => void;

/**
 * Serves a relay with Node's HTTP/1 server. Mounted under a path of an application, it sees the path
 * below that.
 * @example
 * createServer(createRelayListener(createRelayServer())).listen(8080);
 */
export function createRelayListener(relay: RelayServer): RelayListener {
  return (request, response) => {
    void serveRequest(relay, request, response);
  };
}

async function serveRequest(
  relay: RelayServer,
  request: RelayRequest,
  response: RelayResponse,
): Promise<void> {
  const { gone } = watchClient(response);
  const { url = "/" } = request;
  try {
    const target = url.startsWith("/") ? `http://relay${url}` : url;
    const answer = await relay.fetch(toWebRequest(request, target, gone));
    await sendResponse(request, response, answer, gone);
  } catch {
    response.destroy(); // the request is invalid
  }
}
