/** Requests that fail: statuses, connections that break, and bodies that cannot be sent. */
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ConnectionError, createClient, isResponseError, ResponseError } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { errorOf } from "./error-of.js";
import { cutShort, json, reply, reset, startServer, type Step } from "./server.js";
import { createService } from "./service.js";

const server = startServer();
const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, retry: 0, ...options });

describe("[F.4] a status outside 2xx", () => {
  it("rejects with all that is known", async () => {
    server.play(json({ message: "Not Found." }, 404, { "x-vendor-request-id": "r1" }));
    const catalog = { requestId: "x-vendor-request-id" };
    const client = createService(catalog, { baseUrl: server.url });
    const route = "GET /repos/{owner}/{repo}";
    const error = await errorOf(client.request(route, { owner: "a", repo: "b" }));
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "ResponseError",
      code: "STATUS",
      message: '"GET /repos/{owner}/{repo}" got status 404: Not Found.',
      route: "GET /repos/{owner}/{repo}",
      status: 404,
      data: { message: "Not Found." },
      url: `${server.url}/repos/a/b`,
      requestId: "r1",
      attempts: 1,
    });
    expect((error as unknown as ResponseError).headers.get("content-type")).toBe(
      "application/json",
    );
  });

  it.each<[title: string, step: Step, data: unknown, message: string]>([
    [
      "an error object",
      json({ error: { message: "No" } }, 400),
      { error: { message: "No" } },
      "400: No.",
    ],
    [
      "a problem (RFC 9457)",
      json({ title: "t", detail: "No" }, 400),
      { title: "t", detail: "No" },
      "400: No.",
    ],
    ["an error's name", json({ error: "invalid" }, 400), { error: "invalid" }, "400: invalid."],
    ["another object", json({ code: 7 }, 400), { code: 7 }, "400."],
    [
      "an empty message",
      json({ message: "", detail: "No" }, 400),
      { message: "", detail: "No" },
      "400: No.",
    ],
    ["null", json(null, 400), null, "400."],
    ["text", reply(502, { "content-type": "text/html" }, "<h1>"), "<h1>", "502."],
    [
      "text under the type of JSON",
      reply(502, { "content-type": "application/json" }, "<h1>"),
      "<h1>",
      "502.",
    ],
    [
      "a problem without detail (RFC 9457)",
      json({ title: "Out of credit", status: 403 }, 403),
      { title: "Out of credit", status: 403 },
      "403: Out of credit.",
    ],
    [
      "a list of errors",
      json(
        { success: false, errors: [{ code: 7003, message: "No route" }, { message: "2" }] },
        400,
      ),
      { success: false, errors: [{ code: 7003, message: "No route" }, { message: "2" }] },
      "400: No route.",
    ],
    [
      "a list of errors (JSON:API)",
      json({ errors: [{ title: "Invalid", detail: "Too short." }] }, 422),
      { errors: [{ title: "Invalid", detail: "Too short." }] },
      "422: Too short.",
    ],
    ["no body", reply(500), undefined, "500."],
    ["a redirect to nowhere", reply(302), undefined, "302."],
    ["304 that nobody asked for", reply(304), undefined, "304."],
  ])("has %s as data", async (_title, step, data, message) => {
    server.play(step);
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error).toMatchObject({
      code: "STATUS",
      data,
      message: `"GET /anything" got status ${message}`,
    });
  });

  it("has data even if the response is to be a stream", async () => {
    server.play(json({ message: "No" }, 404));
    const error = await errorOf(connect().request("GET /zen", {}, { stream: true }));
    expect(error).toMatchObject({ data: { message: "No" } });
  });

  it("repeats a message only in part", async () => {
    server.play(json({ message: "x".repeat(5_000) }, 400));
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error.message.length).toBeLessThan(300);
  });
});

describe("[F.4] an error whose body is longer than 1 MiB", () => {
  const MIB = 1_048_576;
  const TOO_LONG = "and its body is longer than 1 MiB";

  it.each<[type: string, data: unknown]>([
    ["application/json", `["${"a".repeat(998)}`],
    ["text/plain", `["${"a".repeat(998)}`],
    ["application/octet-stream", undefined],
  ])("holds the beginning of its text: %s", async (type, data) => {
    server.play(reply(500, { "content-type": type }, `["${"a".repeat(MIB)}"]`));
    expect(await errorOf(connect().request(anyRoute("GET /anything")))).toMatchObject({
      code: "STATUS",
      status: 500,
      data,
      message: `"GET /anything" got status 500, ${TOO_LONG}.`,
    });
  });

  it("is whole up to the limit", async () => {
    const text = `"${"é".repeat(MIB / 2 - 1)}"`;
    server.play(reply(500, { "content-type": "application/json" }, text));
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error.data === JSON.parse(text)).toBe(true);
  });

  it.each([200, 500])("is cut between characters, and is no error after %s", async (status) => {
    const data = "é".repeat(MIB);
    server.play(json(data, status));
    const outcome = await connect()
      .request(anyRoute("GET /anything"))
      .catch((error: unknown) => error);
    const expected = status === 200 ? data : `"${"é".repeat(999)}`;
    expect((outcome as { data: unknown }).data === expected).toBe(true);
  });

  it("is decompressed no further, and its connection is closed", async () => {
    // The members of a gzip follow each other (RFC 1952, section 2.2). One of 4 KiB has 4 MiB here.
    const member = gzipSync(Buffer.alloc(4 * MIB, "a"));
    let made = 0;
    function* makeMembers(): Generator<Uint8Array> {
      for (; made < 100_000; made++) yield member;
    }
    const closed = new Promise((resolve) => {
      server.play((response) => {
        response.writeHead(500, { "content-type": "text/plain", "content-encoding": "gzip" });
        Readable.from(makeMembers()).pipe(response).on("close", resolve);
      });
    });
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error).toMatchObject({ status: 500, data: "a".repeat(1_000) });
    await closed;
    expect(made).toBeLessThan(10_000);
  });

  it("ends though its body does not", async () => {
    server.play((response) => {
      response.writeHead(404, { "content-type": "text/plain" });
      response.write("a".repeat(MIB + 1));
    });
    expect(await errorOf(connect().request(anyRoute("GET /anything")))).toMatchObject({
      status: 404,
    });
  });

  it("may come from a fetch without streams", async () => {
    const fetch = async () => new Response(null, { status: 500 });
    const client = connect({ fetch });
    expect(await errorOf(client.request(anyRoute("GET /anything")))).toMatchObject({
      data: undefined,
    });
  });
});

describe("[F.4] a 304", () => {
  it.each<[title: string, run: (client: ReturnType<typeof connect>) => Promise<unknown>]>([
    ["ifNoneMatch", (client) => client.request("GET /zen", {}, { ifNoneMatch: '"1"' })],
    [
      "if-none-match",
      (client) => client.request("GET /zen", { headers: { "If-None-Match": '"1"' } }),
    ],
    [
      "if-modified-since",
      (client) => client.request("GET /zen", { headers: { "if-modified-since": "x" } }),
    ],
  ])("is no error with %s", async (_title, run) => {
    server.play(reply(304, { etag: '"1"' }));
    expect(await run(connect())).toMatchObject({ status: 304, data: undefined });
  });
});

describe("[F.4] without a whole response", () => {
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
  ])("rejects with a ConnectionError: %s", async (_title, step, problem) => {
    server.play(step);
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ name: "ConnectionError", route: "GET /anything", attempts: 1 });
    expect(error.code).toMatch(/^[A-Z_]+$/);
    expect(error.message).toBe(`"GET /anything" ${problem} (${String(error.code)}).`);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it("rejects with a ConnectionError: nobody listens", async () => {
    const error = await errorOf(
      connect({ baseUrl: "http://127.0.0.1:1" }).request(anyRoute("GET /anything")),
    );
    expect(error).toMatchObject({ name: "ConnectionError", attempts: 1 });
  });

  it("has five causes at most, which are copies", async () => {
    const chain = Array.from({ length: 9 }, (_, index) => `cause ${index}`).reduceRight<
      Error | undefined
    >((cause, message) => new Error(message, { cause }), undefined);
    const error = await errorOf(
      connect({ fetch: () => Promise.reject(chain as Error) }).request(anyRoute("GET /anything")),
    );
    const messages: string[] = [];
    for (let { cause } = error; cause instanceof Error; { cause } = cause)
      messages.push(cause.message);
    expect(error.cause).not.toBe(chain);
    expect(messages).toEqual([0, 1, 2, 3, 4, 5].map((index) => `cause ${index}`));
  });

  it("rejects with the mistake if the platform cannot send the request", async () => {
    const error = await errorOf(connect().request("GET /zen", { headers: { "x-name": "Łódź" } }));
    expect(error).toMatchObject({ name: "EndpointError", code: "INVALID_HEADER" });
  });
});

describe("[F.1] a body that becomes no JSON", () => {
  it.each<[title: string, data: object]>([
    ["a method that throws", { toJSON: () => failToWrite() }],
    ["a method that gives nothing", { toJSON: () => undefined }],
  ])("is the caller's mistake: %s", async (_title, data) => {
    const client = createClient({ baseUrl: server.url, sleep: () => failToWrite() });
    expect(await errorOf(client.request(anyRoute("PUT /anything"), { data }))).toMatchObject({
      name: "EndpointError",
      code: "INVALID_PARAMETER",
    });
    expect(server.arrivals).toEqual([]);
  });
});

describe("[F.4] isResponseError", () => {
  const ERROR = new ResponseError("m", {
    code: "STATUS",
    route: "GET /zen",
    status: 404,
    data: {},
    headers: new Headers(),
    url: "u",
    requestId: undefined,
    attempts: 1,
  });
  it.each<[value: unknown, route: string | undefined, expected: boolean]>([
    [ERROR, undefined, true],
    [ERROR, "GET /zen", true],
    [ERROR, "GET /user", false],
    [new Error("m"), undefined, false],
    [undefined, undefined, false],
    [Object.assign({}, ERROR), "GET /zen", false],
  ])("of %s with the route %s: %s", (value, route, expected) => {
    expect(
      route === undefined ? isResponseError(value) : isResponseError(value, anyRoute(route)),
    ).toBe(expected);
  });
});

it("[F.4] a vendor without a header for the request's name gives none", async () => {
  server.play(json({}, 404, { "x-vendor-request-id": "r1" }));
  const client = createService({}, { baseUrl: server.url });
  expect(await errorOf(client.request("GET /things"))).toMatchObject({ requestId: undefined });
});

function failToWrite(): never {
  throw new Error("This cannot be written.");
}
