/** Answers of the web that are written to a response of Node, and the client that still sends after them. */
import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { linger } from "../../src/http/closing.js";
import { sendResponse } from "../../src/http/node-response.js";
import { fakeRequest } from "./fake-request.js";
import { turn } from "../turn.js";

const INIT = { status: 201, headers: { "x-a": "1" } };
/** The first call for an answer with these. */
const HEAD = ["writeHead", 201, { "x-a": "1" }];

describe("an answer that is sent", () => {
  it.each<[what: string, method: string, body: () => ReadableStream | null, sent: unknown[]]>([
    ["a body", "GET", () => stream("a", "b"), ["a", "b", "end"]],
    ["no body", "GET", () => null, ["end"]],
    ["a body for HEAD", "HEAD", () => stream("a"), ["end"]],
    ["no body for HEAD", "HEAD", () => null, ["end"]],
  ])("has %s", async (_, method, body, sent) => {
    const { request } = fakeRequest({ method, complete: true });
    const { response, calls } = fakeResponse();
    const gone = new AbortController().signal;
    await sendResponse(request, response, new Response(body(), INIT), gone);
    expect(calls).toEqual([HEAD, "flushHeaders", ...sent]);
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
      new Response(stream("a", "b"), INIT),
      client.signal,
    );
    await turn();
    expect(calls).toEqual([HEAD, "flushHeaders", "a"]);
    expect(response.eventNames()).toEqual(["drain"]);
    wake(response, client);
    if (rest.length > 1) {
      await turn();
      response.emit("drain");
    }
    await sent;
    expect(calls).toEqual([HEAD, "flushHeaders", "a", ...rest]);
    expect(response.eventNames()).toEqual([]);
  });

  it("is cancelled, and not read, if the client has gone before", async () => {
    const { request } = fakeRequest();
    const { response, calls } = fakeResponse();
    const cancelled: unknown[] = [];
    const body = new ReadableStream({ cancel: () => void cancelled.push("cancelled") });
    await sendResponse(request, response, new Response(body, INIT), AbortSignal.abort());
    expect([calls, cancelled]).toEqual([[HEAD, "flushHeaders", "end"], ["cancelled"]]);
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
    await sendResponse(request, response, new Response(body, INIT), new AbortController().signal);
    expect([calls, cancelled]).toEqual([[HEAD, "flushHeaders", "end"], ["cancelled"]]);
  });

  it("is destroyed, and not ended, if its stream fails", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("x")) });
    const { request } = fakeRequest();
    const { response, calls } = fakeResponse();
    const { signal } = new AbortController();
    await sendResponse(request, response, new Response(body, INIT), signal);
    expect(calls).not.toContain("end");
    expect(calls.at(-1)).toBe("destroy");
  });

  it("is destroyed if its response refuses a header", async () => {
    const { request } = fakeRequest();
    const { response, calls } = fakeResponse();
    response.writeHead = () => {
      throw new Error("a header");
    };
    const { signal } = new AbortController();
    await sendResponse(request, response, new Response("a"), signal);
    expect(calls).toEqual(["destroy"]);
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
    "closes the connection only if the body is known to be incomplete: complete is %j",
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

describe("a client that still sends after the answer", () => {
  it.each<[what: string, end: (request: EventEmitter) => unknown]>([
    ["its body ends", (request) => request.emit("end")],
    ["it goes", (request) => request.emit("close")],
    ["its time is up", () => vi.advanceTimersByTime(1)],
  ])("is waited for, and its data dropped, until %s", async (_, end) => {
    try {
      const { request, isOver } = startLingering();
      expect(request.resume).toHaveBeenCalledOnce();
      await vi.advanceTimersByTimeAsync(500 - 1);
      expect(isOver).not.toHaveBeenCalled();
      end(request);
      await Promise.resolve();
      expect(isOver).toHaveBeenCalledOnce();
      expect([vi.getTimerCount(), request.eventNames()]).toEqual([0, []]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("may be a request of a platform that cannot be resumed", async () => {
    const request = new EventEmitter();
    const over = linger(request);
    request.emit("end");
    await expect(over).resolves.toBeUndefined();
  });
});

/** A response that takes so many chunks before it is full, and notes the calls on it. */
function fakeResponse(capacity = Infinity) {
  const calls: unknown[] = [];
  let free = capacity;
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    writeHead: (...args: unknown[]) => void calls.push(["writeHead", ...args]),
    flushHeaders: () => void calls.push("flushHeaders"),
    write: (chunk: Uint8Array) => {
      calls.push(new TextDecoder().decode(chunk));
      return --free > 0;
    },
    end: () => void calls.push("end"),
    destroy: () => void calls.push("destroy"),
  });
  return { response, calls };
}

function stream(...chunks: readonly string[]) {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
}

/** Waits for a client, with fake timers; `isOver` is called at the end. */
function startLingering() {
  vi.useFakeTimers();
  const request = Object.assign(new EventEmitter(), { resume: vi.fn() });
  const isOver = vi.fn();
  void linger(request).then(isOver);
  return { request, isOver };
}
