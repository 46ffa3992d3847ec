/** The server of `dev`, at whose port deliveries arrive. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createPathMatcher, toPairs } from "../../../src/http/request.js";
import type { Answer } from "../../../src/receive/webhooks/http-answer.js";
import type { RawDelivery } from "./delivery.js";

/** Largest body, in bytes; the middlewares have the same limit by default. */
const MAX_BODY = 25 * 1024 * 1024;

export function createDeliveryServer(options: DeliveryServerOptions): Server {
  const isDeliveryPath = createPathMatcher(options.path);
  return createServer((request, response) => {
    if (!isDeliveryPath(request.url ?? "")) {
      options.onOther(request);
      response.writeHead(404).end();
      return;
    }
    serve(request, response, options).catch(() => response.destroy()); // the client has gone
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { publicUrl, receive }: DeliveryServerOptions,
): Promise<void> {
  const body = await readBody(request);
  const { method = "POST", rawHeaders } = request;
  const headers = toPairs(rawHeaders);
  const url = readAddress(request, publicUrl);
  const answer = await receive({ method, url, headers, body });
  const isWhole = body.length <= MAX_BODY;
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(!isWhole && { connection: "close" }),
  });
  response.end(method === "HEAD" ? "" : answer.body);
  if (!isWhole) request.resume();
}

/** Reads a body. Stops when it is larger than the limit. */
async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer; // no encoding is set
    chunks.push(bytes);
    length += bytes.length;
    if (length > MAX_BODY) break;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The address that the service sent to: the public one, with the query of this request unless it has one itself. */
function readAddress(
  { url = "/", headers }: IncomingMessage,
  publicUrl: string | undefined,
): string {
  const query = /\?.*/.exec(url)?.[0] ?? "";
  if (publicUrl !== undefined) return publicUrl.includes("?") ? publicUrl : publicUrl + query;
  return url.startsWith("/") ? `http://${headers.host ?? "localhost"}${url}` : url;
}

// ---- Types

interface DeliveryServerOptions {
  readonly path: string;
  /** The address that the service sends to, if it differs from that of this server. */
  readonly publicUrl: string | undefined;
  readonly receive: (delivery: RawDelivery) => Promise<Answer>;
  /** Called with a request for another path. */
  readonly onOther: (request: IncomingMessage) => void;
}
