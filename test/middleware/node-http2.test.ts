/** `createNodeMiddleware` behind servers of HTTP/2. */
import { once } from "node:events";
import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from "node:http2";
import { afterEach, describe, expect, it } from "vitest";
import {
  createNodeMiddleware,
  type NodeMiddlewareOptions,
} from "../../src/receive/middleware/node.js";
import { headersOf, path } from "../http/requests.js";
import { listenOn } from "../http/server.js";
import { createToolkit, payload } from "../http/toolkit.js";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe("createNodeMiddleware over HTTP/2", () => {
  it("[C.12] takes a delivery, and refuses what it refuses over HTTP/1", async () => {
    const { start, received } = await open();
    const stream = start();
    stream.end(payload);
    expect(await answerOf(stream)).toMatchObject({ status: 200, body: "ok\n" });
    const other = start({ "content-type": "text/plain" });
    other.end(payload);
    expect(await answerOf(other)).toMatchObject({ status: 415 });
    expect(received).toHaveLength(1);
  });

  it.each([
    ["C.6", { maxBodySize: 10 }, 413],
    ["C.8", { timeout: 20 }, 408],
  ])("[C.16] [%s] closes the one stream, and no more", async (_, options, status) => {
    const { start, outcomes } = await open(options);
    const stream = start();
    stream.write(payload);
    const answer = await answerOf(stream);
    expect(answer.status).toBe(status);
    expect(answer.fields).not.toHaveProperty("connection");
    if (!stream.closed) await once(stream, "close");
    await Promise.all(outcomes);
    const next = start({ "x-acme-signature": "x" });
    next.end();
    expect((await answerOf(next)).status).toBe(400);
  });

  it("[C.10] settles when the client goes mid-body", async () => {
    const { start, outcomes, received, failures, session } = await open();
    start().write(payload.slice(0, 5));
    await expect.poll(() => outcomes.length).toBe(1);
    session.destroy();
    expect(await Promise.all(outcomes)).toEqual([true]);
    expect(received).toEqual([]);
    expect(failures).toEqual([]);
  });
});

/** Starts a server and a client with one session, in which `start` begins a request. */
async function open(options?: NodeMiddlewareOptions) {
  const toolkit = createToolkit();
  const outcomes: Promise<boolean>[] = [];
  const middleware = createNodeMiddleware(toolkit.webhooks, options);
  const server = createHttp2Server((request, response) => {
    outcomes.push(middleware(request, response));
  });
  const session = connectHttp2(`http://127.0.0.1:${await listenOn(server)}`);
  cleanups.push(async () => {
    session.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const start = (changes: object = {}) =>
    session.request({ ":method": "POST", ":path": path, ...headersOf(), ...changes });
  return { ...toolkit, outcomes, start, session };
}

/** Waits for the answer on a stream, and reads it whole. */
async function answerOf(stream: ClientHttp2Stream) {
  const [fields] = (await once(stream, "response")) as [IncomingHttpHeaders];
  let body = "";
  for await (const chunk of stream) body += String(chunk);
  return { status: fields[":status" as keyof typeof fields], fields, body };
}
