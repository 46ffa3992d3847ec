/** What serves deliveries in a process of its own. */
import { Buffer } from "node:buffer";

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import {
  createNodeMiddleware as createOctokitMiddleware,
  createWebMiddleware as createOctokitWebMiddleware,
  Webhooks as OctokitWebhooks,
} from "@octokit/webhooks";
import { Hono } from "hono";
import { createNodeMiddleware } from "typewire/middleware/node";
import { createWebMiddleware } from "typewire/middleware/web";
import { Webhooks } from "typewire/webhooks";
import { verifyByHand } from "../webhooks/by-hand.js";
import { secret } from "../webhooks/recordings.js";
import { names, path } from "./requests.js";

/** A handler of deliveries, as every subject gets it. */
export type Handler = (event: {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
}) => unknown;

export const platforms = ["node", "hono"] as const;

export type Platform = (typeof platforms)[number];

export const kinds = ["by hand", "typewire", "@octokit/webhooks"] as const;

export type Kind = (typeof kinds)[number];

/** In milliseconds, longer than any measurement. */
const timeout = 600_000;

/** In bytes, larger than any payload. */
const maxBodySize = 25 * 1024 * 1024;

const headers = {
  "content-type": "text/plain; charset=utf-8",
  "content-length": "3",
  "x-content-type-options": "nosniff",
};

export function createListener(platform: Platform, kind: Kind, handler: Handler): RequestListener {
  return platform === "node" ? nodeListeners[kind](handler) : honoListeners[kind](handler);
}

const nodeListeners: Readonly<Record<Kind, (handler: Handler) => RequestListener>> = {
  "by hand": (handler) => (request, response) => receiveByHand(request, response, handler),
  typewire: (handler) => createNodeMiddleware(createToolkit(handler), { path, timeout }),
  "@octokit/webhooks": (handler) =>
    createOctokitMiddleware(createOctokitToolkit(handler), { path, timeout, log: silent }),
};

/** Hono with the adapter that its documentation names for Node. */
const honoListeners: Readonly<Record<Kind, (handler: Handler) => RequestListener>> = {
  "by hand": (handler) => {
    const app = new Hono();
    app.post(path, async ({ req, body }) => {
      const bytes = Buffer.from(await req.arrayBuffer());
      if (!verifyByHand(secret, bytes, req.header(names.signature) ?? "")) return body(null, 400);
      const [id = "", name = ""] = [req.header(names.delivery), req.header(names.event)];
      await handler({ id, name, payload: JSON.parse(bytes.toString()) as unknown });
      return body("ok\n", 200, headers);
    });
    return toListener(app);
  },
  typewire: (handler) => {
    const middleware = createWebMiddleware(createToolkit(handler), { path, timeout });
    const app = new Hono();
    app.post(path, ({ req }) => middleware(req.raw));
    return toListener(app);
  },
  "@octokit/webhooks": (handler) => {
    const options = { path, timeout, log: silent };
    const middleware = createOctokitWebMiddleware(createOctokitToolkit(handler), options);
    const app = new Hono();
    app.post(path, ({ req }) => middleware(req.raw));
    return toListener(app);
  },
};

const ignore = (): void => {};

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function createToolkit(handler: Handler): Webhooks {
  const webhooks = new Webhooks({ secret });
  webhooks.onAny(handler);
  return webhooks;
}

function createOctokitToolkit(handler: Handler): OctokitWebhooks {
  const webhooks = new OctokitWebhooks({ secret, log: silent });
  webhooks.onAny(handler as () => void); // the peer waits for a promise that is returned
  return webhooks;
}

function toListener(app: Hono): RequestListener {
  const listen = getRequestListener(app.fetch);
  return (request, response) => void listen(request, response);
}

/**
 * The limit: what one writes for a single secret and handler, and for the same requests: to one
 * path, bounded in size and in time, from a client that may go away.
 */
function receiveByHand(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
  const { method, url, headers } = request;
  const { [names.delivery]: id, [names.event]: name, [names.signature]: signature } = headers;
  const isJson = headers["content-type"] === "application/json";
  const isComplete = isText(id) && isText(name) && isText(signature);
  if (method !== "POST" || url !== path || !isJson || !isComplete) {
    answer(response, 400);
    return;
  }
  const timer = setTimeout(() => answer(response, 202), timeout);
  const finish = (status: number): void => {
    clearTimeout(timer);
    answer(response, status);
  };
  request.on("error", () => clearTimeout(timer)).on("close", () => clearTimeout(timer));
  collect(request, (bytes) => {
    if (!verifyByHand(secret, bytes, signature)) {
      finish(400);
      return;
    }
    const result = handler({ id, name, payload: JSON.parse(bytes.toString()) as unknown });
    if (result instanceof Promise) void result.then(() => finish(200));
    else finish(200);
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function collect(request: IncomingMessage, use: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBodySize) request.destroy();
    else chunks.push(chunk);
  });
  request.on("end", () => {
    const [first] = chunks;
    use(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
  });
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, headers);
  response.end("ok\n");
}
