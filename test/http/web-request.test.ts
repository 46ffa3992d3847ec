/** A request of Node as one of the web, without a server: its URL, headers and body. */
import { describe, expect, it } from "vitest";
import { type ServerRequest, toWebRequest } from "../../src/http/node-request.js";
import { fakeRequest } from "./fake-request.js";

describe("a web-standard request", () => {
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
    const request = createRequest({ method });
    expect([request.method, request.url, request.body !== null]).toEqual([
      expected,
      "http://own/a?b",
      hasBody,
    ]);
  });

  it("has the body that a parser has read", async () => {
    expect(await createRequest({}, "parsed").text()).toBe("parsed");
    expect(await createRequest({}, "").text()).toBe("");
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
    expect([...createRequest({ ...facts, method: "GET" }).headers]).toEqual(headers);
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
  it("is not listened to before it is read, and pauses for a slow reader", async () => {
    const { request, calls, reader } = openBody();
    expect([request.eventNames(), calls]).toEqual([[], []]);
    const first = reader.read();
    await Promise.resolve();
    expect([request.eventNames(), calls]).toEqual([["data", "end", "error", "close"], ["resume"]]);
    request.emit("data", encode("a"));
    request.emit("data", "é");
    expect(calls).toEqual(["resume", "pause", "pause"]);
    expect(await first).toEqual({ done: false, value: encode("a") });
    expect(await reader.read()).toEqual({ done: false, value: encode("é") });
    const third = reader.read();
    await Promise.resolve();
    expect(calls).toEqual(["resume", "pause", "pause", "resume"]);
    expect(request.listenerCount("data")).toBe(1);
    request.emit("end");
    request.emit("data", encode("late"));
    request.emit("close");
    expect(await third).toEqual({ done: true, value: undefined });
  });

  it.each(["error", "close"])("fails at %s before its end", async (event) => {
    const { request, reader } = openBody();
    const first = reader.read();
    await Promise.resolve();
    request.emit(event);
    request.emit("end");
    await expect(first).rejects.toThrow("The client has gone.");
  });

  it.each(["destroyed", "readableEnded"])("fails at once if it is %s", async (fact) => {
    await expect(openBody({ [fact]: true }).reader.read()).rejects.toThrow("The client has gone.");
  });

  it("takes nothing after it is cancelled", async () => {
    const { request, calls, reader } = openBody();
    void reader.read();
    await Promise.resolve();
    await reader.cancel();
    for (const event of ["data", "end", "close"]) request.emit(event, encode("late"));
    expect(calls).toEqual(["resume"]);
  });
});

/** A web-standard request of a request of Node with these properties. */
function createRequest(facts: Partial<ServerRequest>, parsedBody?: string): Request {
  const { signal } = new AbortController();
  return toWebRequest(fakeRequest(facts).request, "http://own/a?b", signal, parsedBody);
}

/** A reader of the body of such a request, with the request of Node and the calls on it. */
function openBody(facts: Partial<ServerRequest> = {}) {
  const { request, calls } = fakeRequest(facts);
  const { body } = toWebRequest(request, "http://own/", new AbortController().signal);
  if (body === null) throw new Error("There is no body.");
  return { request, calls, reader: body.getReader() };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
