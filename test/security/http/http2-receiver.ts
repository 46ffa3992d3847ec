/** A receiver over HTTP/2, and a client of it with one session; both are closed when the test has ended. */
import {
  connect,
  createServer,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type Http2Server,
} from "node:http2";
import { expect, onTestFinished } from "vitest";
import {
  createNodeMiddleware,
  type NodeMiddlewareOptions,
} from "../../../src/receive/middleware/node.js";
import { headersOf, path, type HeaderChanges } from "../../http/requests.js";
import { listenOn } from "../../http/server.js";
import { createGate, createToolkit, payload } from "../../http/toolkit.js";
import { untilMet } from "../../until-met.js";

export async function startHttp2Receiver(options: NodeMiddlewareOptions = {}) {
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
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const session = openSession(port);
  return {
    /** The deliveries that have reached the handler. */
    received: toolkit.received,
    /** Lets the handler, which waits for it, end. */
    gate,
    /** A promise for each request that has reached the middleware. */
    settled,
    session,
    /** Begins the request of a good delivery with changed headers, without its body. */
    open: (changes: HeaderChanges = {}): ClientHttp2Stream => {
      const headers = headersOf(payload, { ":method": "POST", ":path": path, ...changes });
      // From Node 22 on, a client destroys a session in which it has sent more than it declared.
      const stream = (session.destroyed ? openSession(port) : session).request(headers);
      stream.on("error", () => {}); // a reset is an answer too
      return stream;
    },
    expectNoErrors: (): void => {
      expect(toolkit.recorder.entries.filter(({ level }) => level === "error")).toEqual([]);
    },
    /** Ends the session, after which the server has no connection left. */
    expectNoSockets: async (): Promise<void> => {
      session.destroy();
      await untilMet(async () => (await countConnections(server)) === 0);
    },
  };
}

function openSession(port: number): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${port}`);
  session.on("error", () => {});
  onTestFinished(() => session.destroy());
  return session;
}

function countConnections(server: Http2Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
