import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as NetServer } from "node:net";
import { Readable } from "node:stream";
import { createNodeMiddleware } from "../../src/middleware/node.js";
import type { NodeMiddlewareOptions } from "../../src/middleware/node.js";
import { createWebMiddleware } from "../../src/middleware/web.js";
import type { WebMiddleware } from "../../src/middleware/web.js";
import type { WebhooksInstance } from "../../src/webhooks/receiver.js";

/** One way to put the middleware behind a socket. */
export interface Implementation {
  readonly name: string;
  /** What handles a request; its promise settles when the middleware's does. */
  readonly create: (
    webhooks: WebhooksInstance,
    options?: NodeMiddlewareOptions,
  ) => (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
}

export const implementations: readonly Implementation[] = [
  {
    name: "node",
    create: (webhooks, options) => {
      const middleware = createNodeMiddleware(webhooks, options);
      return async (request, response) => {
        if (!(await middleware(request, response))) response.writeHead(404).end();
      };
    },
  },
  {
    name: "web",
    create: (webhooks, options) => bridge(createWebMiddleware(webhooks, options)),
  },
];

export interface RunningServer {
  readonly port: number;
  readonly server: Server;
  /** One for each request that reached the middleware, in order. */
  readonly settled: Promise<unknown>[];
  readonly close: () => Promise<void>;
}

/** Listens on loopback until closed. */
export async function listen(
  handler: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): Promise<RunningServer> {
  const settled: Promise<unknown>[] = [];
  const server = createServer((request, response) => {
    settled.push(handler(request, response));
  });
  return { port: await listenOn(server), server, settled, close: () => closeServer(server) };
}

/** The port that a server got on loopback. */
export async function listenOn(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on a port.");
  return address.port;
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

/** As small as a platform of the web-standard kind can be. */
export function bridge(middleware: WebMiddleware) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const response = await middleware(toRequest(incoming));
    const body = Buffer.from(await response.arrayBuffer());
    if (outgoing.destroyed) return;
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
  };
}

function toRequest(incoming: IncomingMessage): Request {
  const { url = "", method = "" } = incoming;
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  }
  return new Request(url.startsWith("/") ? `http://127.0.0.1${url}` : url, {
    method,
    headers,
    ...(method === "GET" || method === "HEAD" ? {} : { body: toStream(incoming), duplex: "half" }),
  });
}

function toStream(incoming: IncomingMessage): ReadableStream {
  return Readable.toWeb(incoming) as ReadableStream; // Node's own type for the same class
}
