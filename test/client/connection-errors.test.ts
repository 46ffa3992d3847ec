/** Requests that fail without a status: connections that break, and requests that cannot be sent. */
import { describe, expect, it } from "vitest";
import { ConnectionError, createClient } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { errorOf } from "./error-of.js";
import { cutShort, reply, reset, startServer, type Step } from "./server.js";

const server = startServer();
const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, retry: 0, ...options });

describe("[F.4] a request without a whole response", () => {
  it.each<[title: string, step: Step, problem: string]>([
    ["a reset", reset, "got no response"],
    ["a reset within the body", cutShort(), "got a part of its response"],
    [
      "a body shorter than it says",
      cutShort({ "content-length": "100" }),
      "got a part of its response",
    ],
    [
      "a content-length too large, and an orderly end",
      (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"name":1}', () => response.socket?.end());
      },
      "got a part of its response",
    ],
    [
      "a body that is no gzip",
      reply(200, { "content-type": "text/plain", "content-encoding": "gzip" }, "abc"),
      "got a part of its response",
    ],
  ])("rejects with a ConnectionError after %s", async (_title, step, problem) => {
    server.play(step);
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ name: "ConnectionError", route: "GET /anything", attempts: 1 });
    expect(error.code).toMatch(/^[A-Z_]+$/);
    expect(error.message).toBe(`"GET /anything" ${problem} (${String(error.code)}).`);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it("rejects with a ConnectionError if no server listens at the address", async () => {
    const error = await errorOf(
      connect({ baseUrl: "http://127.0.0.1:1" }).request(anyRoute("GET /anything")),
    );
    expect(error).toMatchObject({ name: "ConnectionError", attempts: 1 });
  });

  it("is caused by a copy of what fetch rejects with, and of five of its causes at most", async () => {
    const chain = createChain(9);
    const error = await errorOf(
      connect({ fetch: () => Promise.reject(chain) }).request(anyRoute("GET /anything")),
    );
    expect(error.cause).not.toBe(chain);
    expect(listCauses(error)).toEqual([
      "cause 0",
      "cause 1",
      "cause 2",
      "cause 3",
      "cause 4",
      "cause 5",
    ]);
  });
});

describe("a request that cannot be sent", () => {
  it.each<[title: string, data: object]>([
    ["a toJSON that throws", { toJSON: () => failToWrite() }],
    ["a toJSON that gives nothing", { toJSON: () => undefined }],
  ])(
    "[F.1] rejects with an EndpointError, and is not tried again, if its body has %s",
    async (_title, data) => {
      const client = createClient({ baseUrl: server.url, sleep: () => failToWrite() });
      expect(await errorOf(client.request(anyRoute("PUT /anything"), { data }))).toMatchObject({
        name: "EndpointError",
        code: "INVALID_PARAMETER",
      });
      expect(server.arrivals).toEqual([]);
    },
  );

  it("[F.4] rejects with an EndpointError if the platform refuses its headers", async () => {
    const error = await errorOf(connect().request("GET /zen", { headers: { "x-name": "Łódź" } }));
    expect(error).toMatchObject({ name: "EndpointError", code: "INVALID_HEADER" });
  });
});

/** An error "cause 0", which is caused by "cause 1", and so on. */
function createChain(length: number, index = 0): Error {
  const isLast = index === length - 1;
  return new Error(`cause ${index}`, isLast ? {} : { cause: createChain(length, index + 1) });
}

/** The messages of the cause of an error, of the cause of that one, and so on. */
function listCauses({ cause }: Error): string[] {
  return cause instanceof Error ? [cause.message, ...listCauses(cause)] : [];
}

function failToWrite(): never {
  throw new Error("This cannot be written.");
}
