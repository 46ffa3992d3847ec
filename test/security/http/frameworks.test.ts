/** Requests whose body a framework has read before the middleware. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import express from "express";
import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import { createNodeMiddleware } from "../../../src/receive/middleware/node.js";
import { createWebMiddleware } from "../../../src/receive/middleware/web.js";
import { watchProcess } from "../../http/receiver.js";
import { headersOf, path } from "../../http/requests.js";
import { closeServer, listenOn } from "../../http/server.js";
import { createToolkit, payload, signature } from "../../http/toolkit.js";

watchProcess();

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const anyType = { type: () => true };

/** A parser before the middleware, with the answers to a good delivery and to a forged one; none if the connection ends. */
const behindParsers: readonly (readonly [
  title: string,
  parser: express.RequestHandler,
  good: number | undefined,
  forged: number | undefined,
])[] = [
  ["express.json()", express.json(), 500, 500],
  ["express.json() for any type", express.json(anyType), 500, 500],
  ["express.json() that keeps the bytes", express.json({ verify: keepBytes }), 200, 400],
  ["express.raw()", express.raw(anyType), 200, 400],
  ["express.raw() for another type", express.raw(), 200, 400],
  ["express.text()", express.text(anyType), 200, 400],
  ["express.text() for another type", express.text(), 200, 400],
  ["express.urlencoded()", express.urlencoded(), 200, 400],
  ["express.urlencoded() for any type", express.urlencoded(anyType), 500, 500],
  ["a stream that was drained", drain, 500, 500],
  ["a stream that was read as text", readText, 200, 400],
  ["a request that was destroyed", destroyRequest, undefined, undefined],
  ["a body that is a number", setProperties({ body: 5 }), 200, 400],
  ["a body that is null", setProperties({ body: null }), 200, 400],
  ["a body that is an empty object", setProperties({ body: {} }), 200, 400],
  ["a body that is an object", setProperties({ body: { a: 1 } }), 500, 500],
  ["a body that is an array", setProperties({ body: [1] }), 500, 500],
  ["a body that is empty text", setProperties({ body: "" }), 400, 400],
  ["a body that is other text", setProperties({ body: "{}" }), 400, 400],
  ["raw bytes that are others", setProperties({ rawBody: Buffer.from("{}") }), 400, 400],
  ["raw bytes as a list of numbers", setProperties({ rawBody: [1, 2] }), 200, 400],
  ["raw bytes in a typed array of words", setProperties({ rawBody: new Uint16Array(2) }), 200, 400],
];

/** Ways in which an application can read a request before the middleware, and the answer to the delivery then. */
const bodyReaders: readonly (readonly [
  title: string,
  read: (request: Request) => unknown,
  status: number,
])[] = [
  ["nothing", () => undefined, 200],
  ["text()", (request) => request.text(), 500],
  ["json()", (request) => request.json(), 500],
  ["arrayBuffer()", (request) => request.arrayBuffer(), 500],
  ["blob()", (request) => request.blob(), 500],
  ["a clone's text()", (request) => request.clone().text(), 200],
  ["a reader", (request) => request.body?.getReader(), 500],
  ["a reader that was released", (request) => request.body?.getReader().releaseLock(), 200],
  ["tee()", (request) => request.body?.tee(), 500],
  ["cancel()", (request) => request.body?.cancel(), 500],
  [
    "one piece",
    async (request) => {
      const reader = request.body?.getReader();
      await reader?.read();
      reader?.releaseLock();
    },
    500,
  ],
];

describe("http: frameworks", () => {
  it.each(behindParsers)("Express, behind %s", async (_, parser, good, forged) => {
    const { webhooks, received } = createToolkit();
    const app = express();
    app.use(parser, createNodeMiddleware(webhooks));
    const server = createServer(app);
    cleanups.push(() => closeServer(server));
    const url = `http://127.0.0.1:${await listenOn(server)}${path}`;
    const deliver = (changes: Record<string, string>): Promise<number | undefined> =>
      fetch(url, { method: "POST", headers: { ...headersOf(), ...changes }, body: payload }).then(
        ({ status }) => status,
        () => undefined,
      );
    expect(await deliver({})).toBe(good);
    expect(received).toHaveLength(good === 200 ? 1 : 0);
    expect(await deliver({ "x-acme-signature": signature("other") })).toBe(forged);
    expect(received).toHaveLength(good === 200 ? 1 : 0);
  });

  it.each(bodyReaders)("Hono, after %s", async (_, read, status) => {
    const { webhooks, received } = createToolkit();
    const middleware = createWebMiddleware(webhooks);
    const app = new Hono();
    app.use(async (context, next) => {
      await read(context.req.raw);
      await next();
    });
    app.all(path, (context) => middleware(context.req.raw));
    const init = { method: "POST", headers: headersOf(), body: payload };
    const response = await app.request(`http://receiver.example${path}`, init);
    expect(response.status).toBe(status);
    expect(received).toHaveLength(status === 200 ? 1 : 0);
  });
});

function keepBytes(request: object, _: unknown, bytes: Buffer): void {
  Object.assign(request, { rawBody: bytes });
}

function drain(request: IncomingMessage, _: unknown, next: () => void): void {
  request.on("end", () => next()).resume();
}

function readText(request: IncomingMessage, _: unknown, next: () => void): void {
  let body = "";
  request
    .on("data", (bytes: Buffer) => (body += bytes.toString()))
    .on("end", () => {
      Object.assign(request, { body });
      next();
    });
}

function destroyRequest(request: IncomingMessage, _: ServerResponse, next: () => void): void {
  request.destroy();
  next();
}

function setProperties(additions: object) {
  return (request: object, _: unknown, next: () => void): void => {
    Object.assign(request, additions);
    next();
  };
}
