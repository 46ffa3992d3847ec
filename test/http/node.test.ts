/** Node's HTTP servers behind web-standard code: requests as a program gets them, answers as a client does. */
import { EventEmitter, once } from "node:events";
import { createServer, request as send } from "node:http";
import { connect, createServer as createHttp2Server } from "node:http2";
import { connect as connectSocket, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { type ServerRequest, toWebRequest } from "../../src/http/node-request.js";
import { sendResponse, type ServerResponse, watchClient } from "../../src/http/node-response.js";
import { LINGER_TIME } from "../../src/http/closing.js";
import { fakeTime } from "../fake-time.js";
import { createGate } from "./toolkit.js";

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

describe("a request", () => {
  it.each([
    ["GET", "GET"],
    ["DELETE", "DELETE"],
    ["TRACE", "OPTIONS"],
    ["M-SEARCH", "OPTIONS"],
  ])("with the method %s is one with %s", async (method, expected) => {
    const port = await listen((request) => new Response(request.method));
    const sent = send({ port, method }).end();
    const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
    expect(await text(response)).toBe(expected);
  });

  it("has each value of a header that is sent twice", async () => {
    const port = await listen((request) => new Response(request.headers.get("x-part")));
    const sent = send({ port, headers: { "x-part": ["a", "b"] } }).end();
    const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
    expect(await text(response)).toBe("a, b");
  });

  it("of HTTP/2 has the authority as its host, and no pseudo-header", async () => {
    const serve = serveWith(({ headers }) => Response.json([...headers]));
    const server = createHttp2Server((request, response) => void serve(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
    const session = connect(`http://${authority}`);
    closing.push(() => {
      session.destroy();
      server.close();
    });
    const headers = JSON.parse(await text(session.request({ ":path": "/" }))) as unknown;
    expect(headers).toEqual([["host", authority]]);
  });

  it("has its body, in pieces", async () => {
    const port = await listen(async (request) => new Response(await request.text()));
    const body = "piece ".repeat(100_000);
    const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body });
    expect(await response.text()).toBe(body);
  });

  it("drops what comes after the body was cancelled", async () => {
    const first = createGate();
    const port = await listen(async (request) => {
      const reader = request.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      first.open();
      return new Response("cancelled");
    });
    const sent = send({ port, method: "POST" });
    sent.on("error", () => undefined); // the connection may end while it sends
    sent.write("first");
    await first.passed;
    sent.end("more");
    const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
    expect(await text(response)).toBe("cancelled");
  });

  it("has no body that a parser has read before", async () => {
    const read = async (request: ServerRequest): Promise<void> => {
      request.resume();
      await new Promise<void>((resolve) => request.on("end", () => resolve()));
    };
    const answer: Answer = (request) =>
      request.text().then(
        () => new Response("read"),
        () => new Response("failed"),
      );
    const port = await listen(answer, read);
    const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: "text" });
    expect(await response.text()).toBe("failed");
  });
});

describe("an answer", () => {
  it("to HEAD has no body, and its stream is cancelled", async () => {
    let isCancelled = false;
    const body = () => new ReadableStream({ cancel: () => void (isCancelled = true) });
    const port = await listen(() => new Response(body()));
    const response = await fetch(`http://127.0.0.1:${port}`, { method: "HEAD" });
    expect([response.status, await response.text(), isCancelled]).toEqual([200, "", true]);
  });

  it("is cancelled when the client goes", async () => {
    let isCancelled = false;
    const body = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(new Uint8Array(1)),
        cancel: () => void (isCancelled = true),
      });
    const port = await listen(() => new Response(body()));
    const left = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}`, { signal: left.signal });
    await response.body?.getReader().read();
    left.abort();
    await expect.poll(() => isCancelled).toBe(true);
  });

  it("breaks off when its stream fails, so that nobody takes a part for the whole", async () => {
    const body = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(new Uint8Array(1)),
        pull: (controller) => controller.error(new Error("failed")),
      });
    const port = await listen(() => new Response(body()));
    const whole = fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
    await expect(whole).rejects.toThrow();
  });

  it("reaches a client whose body is not read", async () => {
    const port = await listen(() => new Response("too large", { status: 413 }));
    const sent = send({ port, method: "POST" });
    sent.on("error", () => undefined); // the connection is closed while it sends
    sent.write("x".repeat(1000));
    const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
    expect(await text(response)).toBe("too large");
    await once(sent, "close");
  });

  it.each([
    ["is closed, if the rest never comes", "", true],
    ["stays open, if the rest comes", "x".repeat(9), false],
  ])("to a body that nobody reads: the connection %s", async (_, rest, isClosed) => {
    const time = fakeTime();
    const port = await listen(() => new Response("too large", { status: 413 }));
    const socket = connectSocket(port, "127.0.0.1");
    closing.push(() => socket.destroy());
    let answer = "";
    socket.on("data", (chunk) => (answer += String(chunk)));
    socket.write("POST / HTTP/1.1\r\nhost: own\r\ncontent-length: 10\r\n\r\nx");
    await time.until(() => answer.includes("too large"));
    socket.write(rest);
    await time.pass(LINGER_TIME - 1);
    expect(socket.readyState).toBe("open");
    await time.pass(1);
    if (isClosed) await time.until(() => socket.readyState === "closed");
    else expect(socket.readyState).toBe("open");
  });

  it("is read no further when its connection was destroyed, also if it never waits", async () => {
    const end = createGate();
    let count = 0;
    let destroy: () => void = () => undefined;
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          destroy(); // nobody hears of it before the stream waits
          controller.enqueue(new Uint8Array(1));
          if (++count < 100) return;
          controller.close();
          end.open();
        },
        cancel: end.open,
      });
    const serve = serveWith(() => new Response(body()));
    const server = createServer((request, response) => {
      destroy = () => void response.destroy();
      void serve(request, response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const whole = fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
    await expect(whole).rejects.toThrow();
    await end.passed;
    expect(count).toBeLessThan(100);
  });
});

describe("a client", () => {
  it.each(["close", "error"])("has gone at %s", (event) => {
    const { response, gone } = watch();
    expect(gone.aborted).toBe(false);
    response.emit(event);
    expect(gone.aborted).toBe(true);
  });

  it("is no longer followed after `stop`", () => {
    const { response, gone, stop } = watch();
    stop();
    response.emit("close");
    expect(gone.aborted).toBe(false);
    expect(response.eventNames()).toEqual([]);
  });
});

/** A response that is watched for the end of its client. */
function watch() {
  const response = new EventEmitter();
  return { response, ...watchClient(response as unknown as ServerResponse) };
}

/** A listener of Node that answers as `answer` says, after `before`. */
function serveWith(answer: Answer, before?: (request: ServerRequest) => Promise<void>) {
  return async (request: ServerRequest, response: ServerResponse): Promise<void> => {
    const { gone } = watchClient(response);
    await before?.(request);
    try {
      const webRequest = toWebRequest(request, `http://own${request.url}`, gone);
      await sendResponse(request, response, await answer(webRequest), gone);
    } catch {
      response.destroy();
    }
  };
}

/** Starts a server for one test; returns its port. */
async function listen(answer: Answer, before?: (request: ServerRequest) => Promise<void>) {
  const serve = serveWith(answer, before);
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port; // it listens on TCP
}

type Answer = (request: Request) => Response | Promise<Response>;
