import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { createNodeMiddleware, type NodeMiddlewareOptions } from "../../src/middleware/node.js";
import { createWebMiddleware, type WebMiddleware } from "../../src/middleware/web.js";
import type { WebhooksInstance } from "../../src/webhooks/receiver.js";

export type ImplementationName = "node" | "web";

/** One way to put the middleware behind a socket. */
export interface Implementation {
  readonly name: ImplementationName;
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

export const names = implementations.map(({ name }) => name);

export function findImplementation(wanted: unknown): Implementation {
  const found = implementations.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`There is no implementation ${String(wanted)}.`);
  return found;
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
