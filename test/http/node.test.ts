/** Node's HTTP servers behind web-standard code: requests as a program gets them, answers as a client does. */
import { EventEmitter, once } from "node:events";
import { createServer, request as send } from "node:http";
import { connect, createServer as createHttp2Server } from "node:http2";
import { connect as connectSocket, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import {
  sendResponse,
  type ServerRequest,
  type ServerResponse,
  toWebRequest,
  watchClient,
} from "../../src/http/node.js";
import { LINGER_TIME } from "../../src/http/closing.js";
import { fakeTime } from "../fake-time.js";
import { createGate } from "./toolkit.js";

type Answer = (request: Request) => Response | Promise<Response>;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function serveWith(answer: Answer, before?: (request: ServerRequest) => Promise<void>) {
  return async (request: ServerRequest, response: ServerResponse): Promise<void> => {
    const { gone } = watchClient(response);
    await before?.(request);
    try {
      const asked = toWebRequest(request, `http://own${request.url}`, gone);
      await sendResponse(request, response, await answer(asked), gone);
    } catch {
      response.destroy();
    }
  };
}

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
  const watch = () => {
    const response = new EventEmitter();
    return { response, ...watchClient(response as unknown as ServerResponse) };
  };

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

/** A request as Node and platforms make it, which tells what is done with it. */
function fakeRequest(facts: Partial<ServerRequest> = {}) {
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(name);
  const request = Object.assign(new EventEmitter(), {
    method: "POST",
    url: "/",
    headers: {},
    destroyed: false,
    readableEnded: false,
    pause: note("pause"),
    resume: note("resume"),
    destroy: note("destroy"),
    ...facts,
  });
  return { request, calls };
}

describe("a web-standard request", () => {
  const make = (facts: Partial<ServerRequest>, parsed?: string) =>
    toWebRequest(
      fakeRequest(facts).request,
      "http://own/a?b",
      new AbortController().signal,
      parsed,
    );

  it.each<[method: string | undefined, expected: string, hasBody: boolean]>([
    [undefined, "GET", false],
    ["HEAD", "HEAD", false],
    ["POST", "POST", true],
    ["PATCH", "PATCH", true],
    ["CONNECT", "OPTIONS", true],
    ["TRACK", "OPTIONS", true],
    ["TRACE", "OPTIONS", true],
    ["TRACED", "TRACED", true],
    ["M-SEARCH", "OPTIONS", true],
    ["post", "OPTIONS", true],
    ["", "OPTIONS", true],
  ])("of the method %j has %j, and a body: %j", (method, expected, hasBody) => {
    const request = make({ method });
    expect([request.method, request.url, request.body !== null]).toEqual([
      expected,
      "http://own/a?b",
      hasBody,
    ]);
  });

  it("has the body that a parser has read", async () => {
    expect(await make({}, "parsed").text()).toBe("parsed");
    expect(await make({}, "").text()).toBe("");
  });

  it.each<[what: string, facts: Partial<ServerRequest>, headers: readonly unknown[]]>([
    ["raw headers", { rawHeaders: ["X-A", "1", "x-a", "2"] }, [["x-a", "1, 2"]]],
    ["no raw headers", { headers: { "x-a": ["1", "2"], b: undefined } }, [["x-a", "1,2"]]],
    [
      "pseudo-headers",
      {
        rawHeaders: [":path", "/", ":authority", "a.example", "host", "b.example"],
        headers: { ":authority": "a.example" },
      },
      [["host", "a.example"]],
    ],
    ["a host", { rawHeaders: ["host", "b"], headers: { host: "b" } }, [["host", "b"]]],
  ])("has the headers of a request with %s", (_, facts, headers) => {
    expect([...make({ ...facts, method: "GET" }).headers]).toEqual(headers);
  });

  it("ends with the signal that it is given", () => {
    const controller = new AbortController();
    const { signal } = toWebRequest(fakeRequest().request, "http://own/", controller.signal);
    expect(signal.aborted).toBe(false);
    controller.abort();
    expect(signal.aborted).toBe(true);
  });
});

describe("the body of a web-standard request", () => {
  const read = (facts: Partial<ServerRequest> = {}) => {
    const { request, calls } = fakeRequest(facts);
    const { body } = toWebRequest(request, "http://own/", new AbortController().signal);
    if (body === null) throw new Error("There is no body.");
    return { request, calls, reader: body.getReader() };
  };
  const bytes = (text: string) => new TextEncoder().encode(text);

  it("is not listened to before it is read, and pauses for a slow reader", async () => {
    const { request, calls, reader } = read();
    expect([request.eventNames(), calls]).toEqual([[], []]);
    const first = reader.read();
    await Promise.resolve();
    expect([request.eventNames(), calls]).toEqual([["data", "end", "error", "close"], ["resume"]]);
    request.emit("data", bytes("a"));
    request.emit("data", "é");
    expect(calls).toEqual(["resume", "pause", "pause"]);
    expect(await first).toEqual({ done: false, value: bytes("a") });
    expect(await reader.read()).toEqual({ done: false, value: bytes("é") });
    const third = reader.read();
    await Promise.resolve();
    expect(calls).toEqual(["resume", "pause", "pause", "resume"]);
    expect(request.listenerCount("data")).toBe(1);
    request.emit("end");
    request.emit("data", bytes("late"));
    request.emit("close");
    expect(await third).toEqual({ done: true, value: undefined });
  });

  it.each(["error", "close"])("fails at %s before its end", async (event) => {
    const { request, reader } = read();
    const first = reader.read();
    await Promise.resolve();
    request.emit(event);
    request.emit("end");
    await expect(first).rejects.toThrow("The client has gone.");
  });

  it.each(["destroyed", "readableEnded"])("fails at once if it is %s", async (fact) => {
    await expect(read({ [fact]: true }).reader.read()).rejects.toThrow("The client has gone.");
  });

  it("takes nothing after it is cancelled", async () => {
    const { request, calls, reader } = read();
    void reader.read();
    await Promise.resolve();
    await reader.cancel();
    for (const event of ["data", "end", "close"]) request.emit(event, bytes("late"));
    expect(calls).toEqual(["resume"]);
  });
});

describe("an answer that is sent", () => {
  /** A response that takes `free` chunks before it is full. */
  const fakeResponse = (free = Infinity) => {
    const calls: unknown[] = [];
    let left = free;
    const response = Object.assign(new EventEmitter(), {
      destroyed: false,
      writeHead: (...args: unknown[]) => void calls.push(["writeHead", ...args]),
      flushHeaders: () => void calls.push("flushHeaders"),
      write: (chunk: Uint8Array) => {
        calls.push(new TextDecoder().decode(chunk));
        return --left > 0;
      },
      end: () => void calls.push("end"),
      destroy: () => void calls.push("destroy"),
    });
    return { response, calls };
  };
  const begin = ["writeHead", 201, { "x-a": "1" }];
  const init = { status: 201, headers: { "x-a": "1" } };
  const stream = (...chunks: readonly string[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it.each<[what: string, method: string, body: () => ReadableStream | null, sent: unknown[]]>([
    ["a body", "GET", () => stream("a", "b"), ["a", "b", "end"]],
    ["no body", "GET", () => null, ["end"]],
    ["a body for HEAD", "HEAD", () => stream("a"), ["end"]],
    ["no body for HEAD", "HEAD", () => null, ["end"]],
  ])("has %s", async (_, method, body, sent) => {
    const { request } = fakeRequest({ method, complete: true });
    const { response, calls } = fakeResponse();
    const gone = new AbortController().signal;
    await sendResponse(request, response, new Response(body(), init), gone);
    expect(calls).toEqual([begin, "flushHeaders", ...sent]);
  });

  it("needs no response that flushes its headers", async () => {
    const { request } = fakeRequest();
    const { response, calls } = fakeResponse();
    Reflect.deleteProperty(response, "flushHeaders");
    const { signal } = new AbortController();
    await sendResponse(request, response, new Response("a"), signal);
    expect(calls.slice(1)).toEqual(["a", "end"]);
  });

  it.each<
    [what: string, wake: (response: EventEmitter, client: AbortController) => void, rest: unknown[]]
  >([
    ["it is taken", (response) => response.emit("drain"), ["b", "end"]],
    ["the client goes", (_, client) => client.abort(), ["end"]],
  ])("waits after a chunk that fills the socket, until %s", async (_, wake, rest) => {
    const { request } = fakeRequest();
    const { response, calls } = fakeResponse(1);
    const client = new AbortController();
    const sent = sendResponse(
      request,
      response,
      new Response(stream("a", "b"), init),
      client.signal,
    );
    await turn();
    expect(calls).toEqual([begin, "flushHeaders", "a"]);
    expect(response.eventNames()).toEqual(["drain"]);
    wake(response, client);
    if (rest.length > 1) {
      await turn();
      response.emit("drain");
    }
    await sent;
    expect(calls).toEqual([begin, "flushHeaders", "a", ...rest]);
    expect(response.eventNames()).toEqual([]);
  });

  it("is cancelled, and not read, if the client has gone before", async () => {
    const { request } = fakeRequest();
    const { response, calls } = fakeResponse();
    const cancelled: unknown[] = [];
    const body = new ReadableStream({ cancel: () => void cancelled.push("cancelled") });
    await sendResponse(request, response, new Response(body, init), AbortSignal.abort());
    expect([calls, cancelled]).toEqual([[begin, "flushHeaders", "end"], ["cancelled"]]);
  });

  it("is cancelled if its response is destroyed", async () => {
    const { request } = fakeRequest();
    const { response, calls } = fakeResponse();
    const cancelled: unknown[] = [];
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: () => void cancelled.push("cancelled"),
    });
    response.destroyed = true;
    await sendResponse(request, response, new Response(body, init), new AbortController().signal);
    expect([calls, cancelled]).toEqual([[begin, "flushHeaders", "end"], ["cancelled"]]);
  });

  it("is destroyed, and not ended, if its stream or its response fails", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("x")) });
    const { request } = fakeRequest();
    const failing = fakeResponse();
    const { signal } = new AbortController();
    await sendResponse(request, failing.response, new Response(body, init), signal);
    expect(failing.calls).not.toContain("end");
    expect(failing.calls.at(-1)).toBe("destroy");
    const refusing = fakeResponse();
    refusing.response.writeHead = () => {
      throw new Error("a header");
    };
    await sendResponse(request, refusing.response, new Response("a"), signal);
    expect(refusing.calls).toEqual(["destroy"]);
  });

  it("is destroyed if its stream fails while the socket is full", async () => {
    let fail: () => void = () => undefined;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(1));
        fail = () => controller.error(new Error("x"));
      },
    });
    const { response, calls } = fakeResponse(1);
    const client = new AbortController();
    const sent = sendResponse(fakeRequest().request, response, new Response(body), client.signal);
    await turn();
    fail();
    await turn();
    expect(calls.at(-1)).toBe("destroy");
    client.abort();
    await sent;
  });

  it.each<[complete: boolean | undefined, calls: readonly string[]]>([
    [false, ["resume", "destroy"]],
    [true, []],
    [undefined, []],
  ])(
    "closes the connection of a request whose body is complete: %j",
    async (complete, expected) => {
      const { request, calls } = fakeRequest({ ...(complete !== undefined && { complete }) });
      await sendResponse(
        request,
        fakeResponse().response,
        new Response("a"),
        new AbortController().signal,
      );
      request.emit("end");
      await turn();
      expect(calls).toEqual(expected);
    },
  );

  it("leaves the connection of a request whose body comes to its end", async () => {
    const { request, calls } = fakeRequest({ complete: false });
    await sendResponse(
      request,
      fakeResponse().response,
      new Response("a"),
      new AbortController().signal,
    );
    Object.assign(request, { complete: true }).emit("end");
    await turn();
    expect(calls).toEqual(["resume"]);
  });
});
