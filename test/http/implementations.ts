/** The implementations of the middleware, each behind a server. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import { Readable } from "node:stream";
import { fastify } from "fastify";
import { createFastifyPlugin } from "../../src/receive/middleware/fastify.js";
import {
  createLambdaHandler,
  type LambdaEvent,
  type LambdaHandler,
} from "../../src/receive/middleware/lambda.js";
import {
  createNodeMiddleware,
  type NodeMiddlewareOptions,
} from "../../src/receive/middleware/node.js";
import { createWebMiddleware, type WebMiddleware } from "../../src/receive/middleware/web.js";
import type { WebhooksInstance } from "../../src/receive/webhooks/receiver.js";

/** Implementations that read from the connection themselves. All attacks are tried on them. */
export type ImplementationName = "node" | "web";

/** All implementations, with those of frameworks and gateways. They have the same contract. */
export type AdapterName = ImplementationName | "fastify" | "lambda";

/** A middleware, and the way to put it behind a socket. */
export interface Implementation<Name extends AdapterName = ImplementationName> {
  readonly name: Name;
  /** True where a gateway reads the body and closes connections, so that no rule of streams applies. */
  readonly isBehindGateway?: true;
  /** Returns a listener, whose promise settles when that of the middleware does. */
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

export const adapters: readonly Implementation<AdapterName>[] = [
  ...implementations,
  {
    name: "fastify",
    create: (webhooks, options) => {
      const app = fastify();
      app.setNotFoundHandler((_, reply) => reply.code(404).send());
      app.register(createFastifyPlugin(webhooks, options));
      const ready = app.ready();
      return async (request, response) => {
        await ready;
        app.routing(request, response);
        await once(response, "close");
      };
    },
  },
  {
    name: "lambda",
    isBehindGateway: true,
    create: (webhooks, options) => bridgeEvents(createLambdaHandler(webhooks, options)),
  },
];

export const names = implementations.map(({ name }) => name);

export function findImplementation(adapterName: unknown): Implementation<AdapterName> {
  const implementation = adapters.find(({ name }) => name === adapterName);
  if (implementation === undefined)
    throw new Error(`There is no implementation ${String(adapterName)}.`);
  return implementation;
}

/** The smallest platform of web-standard requests. */
export function bridge(middleware: WebMiddleware) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const response = await middleware(toRequest(incoming));
    const body = Buffer.from(await response.arrayBuffer());
    if (outgoing.destroyed) return;
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
  };
}

/** The smallest gateway of Lambda, with events of version 2. */
function bridgeEvents(handler: LambdaHandler) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { statusCode, headers, body } = await handler(await toEvent(incoming));
    const length = { "content-length": Buffer.byteLength(body) };
    if (!outgoing.destroyed) outgoing.writeHead(statusCode, { ...headers, ...length }).end(body);
  };
}

async function toEvent(incoming: IncomingMessage): Promise<LambdaEvent> {
  const { url = "", method = "" } = incoming;
  const [rawPath = "", rawQueryString = ""] = url.replace(/^http:\/\/[^/]+/, "").split(/\?(.*)/s);
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer); // without an encoding
  return {
    rawPath: rawPath || "/",
    rawQueryString,
    requestContext: { http: { method } },
    headers: Object.fromEntries(toHeaders(incoming)),
    body: Buffer.concat(pieces).toString("base64"),
    isBase64Encoded: true,
  };
}

function toHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  }
  return headers;
}

function toRequest(incoming: IncomingMessage): Request {
  const { url = "", method = "" } = incoming;
  const headers = toHeaders(incoming);
  return new Request(url.startsWith("/") ? `http://127.0.0.1${url}` : url, {
    method,
    headers,
    ...(method === "GET" || method === "HEAD" ? {} : { body: toStream(incoming), duplex: "half" }),
  });
}

function toStream(incoming: IncomingMessage): ReadableStream {
  return Readable.toWeb(incoming) as ReadableStream; // Node's own type for the same class
}
