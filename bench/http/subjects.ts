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
export type Handler = (event: { readonly payload: unknown }) => unknown;

export const platforms = ["node", "hono"] as const;

export type Platform = (typeof platforms)[number];

export const kinds = ["by hand", "typewire", "@octokit/webhooks"] as const;

export type Kind = (typeof kinds)[number];

/** Longer than any measurement. */
const timeout = 600_000;

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
      await handler({ payload: JSON.parse(bytes.toString()) as unknown });
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

/** The limit: nothing is checked that the signature does not cover. */
function receiveByHand(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const [first] = chunks;
    const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
    const signature = String(request.headers[names.signature]);
    if (request.url !== path || !verifyByHand(secret, bytes, signature)) {
      response.writeHead(400).end();
      return;
    }
    const result = handler({ payload: JSON.parse(bytes.toString()) as unknown });
    if (result instanceof Promise) void result.then(() => answer(response));
    else answer(response);
  });
}

function answer(response: ServerResponse): void {
  response.writeHead(200, headers);
  response.end("ok\n");
}
