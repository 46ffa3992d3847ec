/** What answers deliveries: web-standard handlers, and listeners of Node's HTTP server. */
import { Buffer } from "node:buffer";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import {
  createNodeMiddleware as createOctokitMiddleware,
  createWebMiddleware as createOctokitWebMiddleware,
  type Webhooks as OctokitWebhooks,
} from "@octokit/webhooks";
import { Hono } from "hono";
import { createNodeMiddleware } from "typewire/middleware/node";
import { createWebMiddleware } from "typewire/middleware/web";
import type { Webhooks } from "typewire/webhooks";
import { createReceiver, silent, type Receiver } from "./receivers.js";
import { names, path } from "./requests.js";
import type { Trial } from "./trial.js";

/** In milliseconds, longer than any measurement. */
const timeout = 600_000;

/** In bytes, larger than any payload. */
const maxBodySize = 25 * 1024 * 1024;

const answerHeaders = {
  "content-type": "text/plain; charset=utf-8",
  "content-length": "3",
  "x-content-type-options": "nosniff",
};

export type WebHandler = (request: Request) => Promise<Response>;

export function createWebHandler(trial: Trial): WebHandler {
  const receiver = createReceiver(trial);
  switch (trial.subject) {
    case "by hand":
      return (request) => handleByHand(request, receiver);
    case "typewire":
      return createWebMiddleware(receiver as unknown as Webhooks, { path, timeout });
    case "@octokit/webhooks": {
      const options = { path, timeout, log: silent };
      return createOctokitWebMiddleware(receiver as unknown as OctokitWebhooks, options);
    }
  }
}

export function createListener(trial: Trial): RequestListener {
  return trial.transport === "hono" ? createHonoListener(trial) : createNodeListener(trial);
}

/** Hono with the adapter that its documentation names for Node. */
function createHonoListener(trial: Trial): RequestListener {
  const handle = createWebHandler(trial);
  const app = new Hono();
  app.post(path, ({ req }) => handle(req.raw));
  const listen = getRequestListener(app.fetch);
  return (request, response) => void listen(request, response);
}

function createNodeListener(trial: Trial): RequestListener {
  const receiver = createReceiver(trial);
  switch (trial.subject) {
    case "by hand":
      return (request, response) => receiveByHand(request, response, receiver);
    case "typewire": {
      const handle = createNodeMiddleware(receiver as unknown as Webhooks, { path, timeout });
      return (request, response) => void handle(request, response);
    }
    case "@octokit/webhooks": {
      const options = { path, timeout, log: silent };
      const handle = createOctokitMiddleware(receiver as unknown as OctokitWebhooks, options);
      return (request, response) => void handle(request, response);
    }
  }
}

interface DeliveryNames {
  readonly id: string;
  readonly name: string;
  readonly signature: string;
}

/** The headers that a delivery must have; `undefined` when it is to be refused for them. */
function readNames(read: (name: string) => unknown): DeliveryNames | undefined {
  const [id, name, signature] = [read(names.delivery), read(names.event), read(names.signature)];
  const isComplete = isText(id) && isText(name) && isText(signature);
  return isComplete && read("content-type") === "application/json"
    ? { id, name, signature }
    : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

async function handleByHand(request: Request, receiver: Receiver): Promise<Response> {
  const delivery = readNames((name) => request.headers.get(name));
  const isOwnPath = new URL(request.url).pathname === path;
  if (request.method !== "POST" || !isOwnPath || delivery === undefined) return respond(400);
  const payload = new Uint8Array(await request.arrayBuffer());
  if (payload.length > maxBodySize) return respond(413);
  try {
    await receiver.verifyAndReceive({ ...delivery, payload });
    return respond(200);
  } catch {
    return respond(500);
  }
}

function respond(status: number): Response {
  return new Response("ok\n", { status, headers: answerHeaders });
}

/**
 * What one writes for the same requests: to one path, bounded in size and in time, from a client
 * that may go away.
 */
function receiveByHand(
  request: IncomingMessage,
  response: ServerResponse,
  receiver: Receiver,
): void {
  const { method, url, headers } = request;
  const delivery = readNames((name) => headers[name]);
  if (method !== "POST" || url !== path || delivery === undefined) {
    answer(response, 400);
    return;
  }
  const timer = setTimeout(() => answer(response, 202), timeout);
  const finish = (status: number): void => {
    clearTimeout(timer);
    answer(response, status);
  };
  request.on("error", () => clearTimeout(timer)).on("close", () => clearTimeout(timer));
  collect(request, (payload) => {
    receiver.verifyAndReceive({ ...delivery, payload }).then(
      () => finish(200),
      () => finish(500),
    );
  });
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
  response.writeHead(status, answerHeaders);
  response.end("ok\n");
}
