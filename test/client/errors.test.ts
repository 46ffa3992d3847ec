/** Errors of statuses: their properties, their messages, and `isResponseError`. */
import { describe, expect, it } from "vitest";
import { createClient, isResponseError, ResponseError } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { errorOf } from "./error-of.js";
import { json, reply, startServer, type Step } from "./server.js";
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
  ])("rejects with %s as data", async (_title, step, data, message) => {
    server.play(step);
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error).toMatchObject({
      code: "STATUS",
      data,
      message: `"GET /anything" got status ${message}`,
    });
  });

  it("rejects with data even if the response is to be a stream", async () => {
    server.play(json({ message: "No" }, 404));
    const error = await errorOf(connect().request("GET /zen", {}, { stream: true }));
    expect(error).toMatchObject({ data: { message: "No" } });
  });

  it("repeats a long message only in part", async () => {
    server.play(json({ message: "x".repeat(5_000) }, 400));
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error.message.length).toBeLessThan(300);
  });

  it("rejects without the name of the request if the service has no header for it", async () => {
    server.play(json({}, 404, { "x-vendor-request-id": "r1" }));
    const client = createService({}, { baseUrl: server.url });
    expect(await errorOf(client.request("GET /things"))).toMatchObject({ requestId: undefined });
  });
});

describe("[F.4] a status 304", () => {
  it.each<[title: string, run: (client: ReturnType<typeof connect>) => Promise<unknown>]>([
    ["the option ifNoneMatch", (client) => client.request("GET /zen", {}, { ifNoneMatch: '"1"' })],
    [
      "the header if-none-match",
      (client) => client.request("GET /zen", { headers: { "If-None-Match": '"1"' } }),
    ],
    [
      "the header if-modified-since",
      (client) => client.request("GET /zen", { headers: { "if-modified-since": "x" } }),
    ],
  ])("is no error of a request with %s", async (_title, run) => {
    server.play(reply(304, { etag: '"1"' }));
    expect(await run(connect())).toMatchObject({ status: 304, data: undefined });
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
  ])("called with %s and the route %s returns %s", (value, route, expected) => {
    expect(
      route === undefined ? isResponseError(value) : isResponseError(value, anyRoute(route)),
    ).toBe(expected);
  });
});
