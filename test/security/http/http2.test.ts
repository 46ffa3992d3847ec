/** The receiver over HTTP/2: bodies, clients that leave, and many streams at once. */
import { once } from "node:events";
import {
  connect,
  constants,
  createServer,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type Http2Server,
  type IncomingHttpHeaders,
} from "node:http2";
import { afterEach, describe, expect, it } from "vitest";
import {
  createNodeMiddleware,
  type NodeMiddlewareOptions,
} from "../../../src/receive/middleware/node.js";
import { watchProcess } from "../../http/receiver.js";
import { headersOf, path, type HeaderChanges } from "../../http/requests.js";
import { listenOn } from "../../http/server.js";
import { createGate, createToolkit, payload } from "../../http/toolkit.js";
import { untilMet } from "../../until-met.js";

watchProcess();

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Bodies that a client sends. */
const whole = (stream: ClientHttp2Stream): unknown => stream.end(payload);
const firstPart = (stream: ClientHttp2Stream): unknown => stream.write(payload.slice(0, 9));
const nothing = (): void => {};
const largePart = (stream: ClientHttp2Stream): unknown => stream.write("x".repeat(60_000));
const size = String(Buffer.byteLength(payload));

const cases: readonly Http2Case[] = [
  ["a delivery", whole, 200],
  ["a delivery with its length", whole, 200, { "content-length": size }],
  [
    "a delivery in pieces",
    (stream) => {
      for (const character of payload) stream.write(character);
      stream.end();
    },
    200,
  ],
  ["a delivery that waits to be asked for", whole, 200, { expect: "100-continue" }],
  ["another expectation", whole, 417, { expect: "x" }],
  ["a query", whole, 200, { ":path": `${path}?x` }],
  ["a trailing slash", whole, 200, { ":path": `${path}/` }],
  ["the absolute form", whole, undefined, { ":path": `http://x${path}` }],
  ["another path", whole, 404, { ":path": "//hooks/inbox" }],
  ["dot segments", whole, 404, { ":path": "/x/../hooks/inbox" }],
  ["a fragment", whole, 404, { ":path": `${path}#x` }],
  ["an encoded letter", whole, 404, { ":path": "/%68ooks/inbox" }],
  ["the asterisk form", whole, 404, { ":path": "*", ":method": "OPTIONS" }],
  ["PUT", whole, 405, { ":method": "PUT" }],
  ["GET", (stream) => stream.end(), 405, { ":method": "GET" }],
  ["HEAD", (stream) => stream.end(), 405, { ":method": "HEAD" }],
  ["DELETE without a body", nothing, 405, { ":method": "DELETE" }],
  ["another authority", whole, 200, { ":authority": "evil.example" }],
  ["another scheme", whole, 200, { ":scheme": "javascript" }],
  ["another content type", whole, 415, { "content-type": "text/plain" }],
  ["another content type, without an end", firstPart, 415, { "content-type": "text/plain" }],
  ["a content encoding", whole, 415, { "content-encoding": "gzip" }],
  ["no event", whole, 400, { "x-acme-event": null }],
  ["no delivery id", whole, 400, { "x-acme-delivery": null }],
  ["no signature", whole, 400, { "x-acme-signature": null }],
  ["an empty event", whole, 400, { "x-acme-event": "" }],
  ["a list of events", whole, 400, { "x-acme-event": "note, ping" }],
  ["an event in latin1", whole, 200, { "x-acme-event": "n\xf6te" }],
  ["a malformed signature", whole, 400, { "x-acme-signature": "x" }],
  ["a malformed signature, without an end", firstPart, 400, { "x-acme-signature": "x" }],
  ["a malformed signature, without a body", nothing, 400, { "x-acme-signature": "x" }],
  ["a wrong signature", whole, 400, { "x-acme-signature": `sha256=${"0".repeat(64)}` }],
  ["no body", (stream) => stream.end(), 400],
  ["no body comes", nothing, 408, {}, { timeout: 40 }],
  ["a body that stalls", firstPart, 408, {}, { timeout: 40 }],
  ["a body that gets too large", largePart, 413, {}, { maxBodySize: 10_000 }],
  ["a body declared too large", firstPart, 413, { "content-length": "26214401" }],
  ["a body declared too large, unasked", nothing, 413, { "content-length": "26214401" }],
  ["more than was declared", whole, undefined, { "content-length": "5" }],
  ["less than was declared", whole, undefined, { "content-length": "5000" }],
  ["two lengths", whole, undefined, { "content-length": "5, 6" }],
  ["trailers", whole, 200, { te: "trailers" }],
  [
    "trailers that name the delivery",
    (stream) => {
      stream.on("wantTrailers", () => stream.sendTrailers({ "x-acme-event": "other" }));
      stream.end(payload);
    },
    200,
  ],
  [
    "CONNECT",
    (stream) => stream.end(),
    405,
    { ":method": "CONNECT", ":path": null, ":authority": "x:1" },
  ],
];

const RESET_CODES = {
  cancel: constants.NGHTTP2_CANCEL,
  "no error": constants.NGHTTP2_NO_ERROR,
  "internal error": constants.NGHTTP2_INTERNAL_ERROR,
  "refused stream": constants.NGHTTP2_REFUSED_STREAM,
};

const departures: readonly (readonly [string, Leave])[] = [
  ...Object.entries(RESET_CODES).map(
    ([title, code]) =>
      [`resets the stream: ${title}`, (stream: ClientHttp2Stream) => stream.close(code)] as const,
  ),
  ["destroys the stream", (stream) => stream.destroy()],
  ["destroys the session", (_, session) => session.destroy()],
  [
    "says goodbye",
    (stream, session) => {
      session.goaway();
      stream.close();
    },
  ],
];

describe("http: HTTP/2", () => {
  const rows = cases.map(([title, send, status, changes = {}, options = {}]) => ({
    title,
    send,
    status,
    changes,
    options,
  }));

  it.each(rows)("$title", async ({ send, status, changes, options }) => {
    const { gate, open, settled, received, expectNoErrors } = await start(options);
    gate.open();
    const stream = open(changes);
    send(stream);
    expect(await readStatus(stream)).toBe(status);
    await Promise.all(settled);
    expect(received).toHaveLength(status === 200 ? 1 : 0);
    expectNoErrors();
    const next = open();
    next.end(payload);
    expect(await readStatus(next)).toBe(200);
  });

  it.each(departures)("a client that %s in the body", async (_, leave) => {
    const { open, settled, session, received, expectNoErrors, expectNoSockets } = await start();
    const stream = open();
    firstPart(stream);
    await untilMet(() => settled.length === 1);
    leave(stream, session);
    await Promise.all(settled);
    expect(received).toEqual([]);
    expectNoErrors();
    await expectNoSockets();
  });

  it.each(departures)("a client that %s while handlers run", async (_, leave) => {
    const { gate, open, settled, session, received, expectNoErrors, expectNoSockets } =
      await start();
    const stream = open();
    whole(stream);
    await untilMet(() => received.length === 1);
    leave(stream, session);
    await new Promise((resolve) => setTimeout(resolve, 10));
    gate.open();
    await Promise.all(settled);
    expectNoErrors();
    await expectNoSockets();
  });

  it.each(departures)("a client that %s after a body too large", async (_, leave) => {
    const { open, settled, session, expectNoErrors, expectNoSockets } = await start({
      maxBodySize: 10,
    });
    const stream = open();
    largePart(stream);
    await once(stream, "response");
    leave(stream, session);
    await Promise.all(settled);
    expectNoErrors();
    await expectNoSockets();
  });

  it("200 streams at once, good and refused in turn", async () => {
    const { gate, open, received } = await start();
    gate.open();
    const statuses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const stream = open(index % 2 === 0 ? {} : { "x-acme-signature": "x" });
        stream.end(payload);
        return readStatus(stream);
      }),
    );
    expect(statuses).toEqual(statuses.map((_, index) => (index % 2 === 0 ? 200 : 400)));
    expect(received).toHaveLength(100);
  });
});

/** Starts a receiver, and a client with one session, in which `open` begins a request. */
async function start(options: NodeMiddlewareOptions = {}) {
  const gate = createGate();
  const toolkit = createToolkit({ handler: () => gate.passed });
  const middleware = createNodeMiddleware(toolkit.webhooks, options);
  const settled: Promise<unknown>[] = [];
  const server = createServer((request, response) => {
    const done = middleware(request, response).then((isHandled) => {
      if (!isHandled) response.writeHead(404).end();
    });
    settled.push(done);
  });
  // A client that resets or destroys a stream is no failure of the server.
  server.on("sessionError", () => {});
  const port = await listenOn(server);
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  const openSession = (): ClientHttp2Session => {
    const opened = connect(`http://127.0.0.1:${port}`);
    opened.on("error", () => {});
    cleanups.push(() => opened.destroy());
    return opened;
  };
  const session = openSession();
  const open = (changes: HeaderChanges = {}): ClientHttp2Stream => {
    const headers = headersOf(payload, { ":method": "POST", ":path": path, ...changes });
    // From Node 22 on, a client destroys a session in which it has sent more than it declared.
    const stream = (session.destroyed ? openSession() : session).request(headers);
    stream.on("error", () => {}); // a reset is an answer too
    return stream;
  };
  const expectNoErrors = (): void => {
    expect(toolkit.recorder.entries.filter(({ level }) => level === "error")).toEqual([]);
  };
  const expectNoSockets = async (): Promise<void> => {
    session.destroy();
    await untilMet(async () => (await countConnections(server)) === 0);
  };
  return { ...toolkit, gate, settled, session, open, expectNoErrors, expectNoSockets };
}

function countConnections(server: Http2Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

/** Waits for the end of a stream; returns the status of its answer, if it had one. */
async function readStatus(stream: ClientHttp2Stream): Promise<number | undefined> {
  let status: number | undefined;
  stream.on("response", (headers: IncomingHttpHeaders & { ":status"?: number }) => {
    status = headers[":status"];
  });
  stream.resume();
  if (!stream.closed) await new Promise<void>((resolve) => stream.on("close", resolve));
  return status;
}

type Http2Case = readonly [
  title: string,
  send: (stream: ClientHttp2Stream) => unknown,
  status: number | undefined,
  changes?: HeaderChanges,
  options?: NodeMiddlewareOptions,
];

type Leave = (stream: ClientHttp2Stream, session: ClientHttp2Session) => unknown;
