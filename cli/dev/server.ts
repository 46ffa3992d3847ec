/** Port on which deliveries arrive. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createPathMatcher } from "../../src/middleware/options.js";
import type { Answer } from "../../src/webhooks/webhook-error.js";
import type { RawDelivery } from "./delivery.js";

/** As in the middlewares. */
const MAX_BODY = 25 * 1024 * 1024;

export interface DeliveryServerOptions {
  readonly path: string;
  /** Address that the service was told, where it is another one. */
  readonly publicUrl: string | undefined;
  readonly receive: (delivery: RawDelivery) => Promise<Answer>;
  readonly onOther: (request: IncomingMessage) => void;
}

export function createDeliveryServer(options: DeliveryServerOptions): Server {
  const isOwn = createPathMatcher(options.path);
  return createServer((request, response) => {
    if (!isOwn(request.url ?? "")) {
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
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : [],
  );
  const url = readUrl(request, publicUrl);
  const answer = await receive({ method, url, headers, body });
  const isWhole = body.length <= MAX_BODY;
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(!isWhole && { connection: "close" }),
  });
  response.end(method === "HEAD" ? "" : answer.body);
  if (!isWhole) request.resume();
}

/** Reads a body, and of one that is too large no more than shows that. */
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

function readUrl({ url = "/", headers }: IncomingMessage, publicUrl: string | undefined): string {
  const query = /\?.*/.exec(url)?.[0] ?? "";
  if (publicUrl !== undefined) return publicUrl.includes("?") ? publicUrl : publicUrl + query;
  return url.startsWith("/") ? `http://${headers.host ?? "localhost"}${url}` : url;
}

export interface Listening {
  readonly origin: string;
  readonly port: number;
}

/** Listens; rejects with the error of the server. */
export async function listen(server: Server, port: number, host: string): Promise<Listening> {
  server.listen(port, host);
  await once(server, "listening");
  const { address, family, port: open } = server.address() as AddressInfo; // it listens on a port
  const shown = family === "IPv6" ? `[${address}]` : address;
  return { origin: `http://${shown}:${open}`, port: open };
}

/** Closes a server with its connections. */
export function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}
