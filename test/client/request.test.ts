/** Requests and their responses, over real sockets. */
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createClient, ResponseError } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { errorOf } from "./error-of.js";
import { json, reply, startServer, type Step } from "./server.js";

const server = startServer();
const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, ...options });

const TEXT = '{"name":"Łódź"}';

describe("[F.1] a request", () => {
  it("resolves to status, headers, data and URL", async () => {
    server.play(json([{ name: "one" }], 200, { "x-vendor-request-id": "r1" }));
    const response = await connect().request("GET /orgs/{org}/repos", { org: "a b", per_page: 2 });
    const { headers, ...rest } = response;
    const url = `${server.url}/orgs/a%20b/repos?per_page=2`;
    expect(rest).toEqual({ status: 200, data: [{ name: "one" }], url });
    expect(headers.get("x-vendor-request-id")).toBe("r1");
    expect(server.arrivals[0]).toMatchObject({
      method: "GET",
      url: "/orgs/a%20b/repos?per_page=2",
    });
    expect(server.arrivals[0]?.headers["user-agent"]).toMatch(/^typewire\//);
  });

  it("has the body of its parameters", async () => {
    server.play(json({ number: 1 }, 201));
    const parameters = { owner: "acme", repo: "site", title: "Zoë", labels: ["bug"] };
    const { status, data } = await connect().request(
      "POST /repos/{owner}/{repo}/issues",
      parameters,
    );
    expect({ status, number: data.number }).toEqual({ status: 201, number: 1 });
    expect(server.arrivals[0]).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: '{"title":"Zoë","labels":["bug"]}',
    });
  });

  it("may be of a route that nobody knows", async () => {
    server.play(json({ ok: true }));
    const { data } = await connect().request(anyRoute("PATCH /unknown/{id}"), { id: 7, on: true });
    expect(data).toEqual({ ok: true });
    expect(server.arrivals[0]).toMatchObject({
      method: "PATCH",
      url: "/unknown/7",
      body: '{"on":true}',
    });
  });

  it("that cannot be built rejects", async () => {
    // @ts-expect-error -- the repository is missing
    const error = await errorOf(connect().request("GET /repos/{owner}/{repo}", { owner: "acme" }));
    expect(error).toMatchObject({ name: "EndpointError", code: "MISSING_PARAMETER" });
    expect(server.arrivals).toEqual([]);
  });

  it("starts from defaults", async () => {
    server.play(json({}));
    const client = createClient({
      defaults: { baseUrl: server.url, owner: "acme", headers: { "x-one": "1" } },
      headers: { "x-two": "2" },
    });
    await client.request("GET /repos/{owner}/{repo}", { repo: "site" });
    expect(server.arrivals[0]).toMatchObject({
      url: "/repos/acme/site",
      headers: { "x-one": "1" },
    });
  });
});

describe("[F.2] fetch", () => {
  it("can be another one", async () => {
    const calls: unknown[] = [];
    const fetch = async (url: unknown, init?: RequestInit) => {
      calls.push([url, init?.method, init?.body]);
      return Response.json({ id: 1 });
    };
    const client = createClient({ fetch });
    const { data, url } = await client.request("PATCH /user", { name: "Zoë" });
    expect({ data, url }).toEqual({ data: { id: 1 }, url: "https://api.vendor.example/user" });
    expect(calls).toEqual([["https://api.vendor.example/user", "PATCH", '{"name":"Zoë"}']]);
  });
});

describe("[F.3] the body of a response", () => {
  it.each<[title: string, step: Step, data: unknown]>([
    ["JSON", json({ name: "Łódź" }), { name: "Łódź" }],
    [
      "JSON with a suffix",
      reply(200, { "content-type": "application/vnd.acme+json; v=1" }, TEXT),
      { name: "Łódź" },
    ],
    [
      "JSON after a byte order mark",
      reply(200, { "content-type": "application/json" }, `\ufeff${TEXT}`),
      { name: "Łódź" },
    ],
    ["JSON in chunks", sendInChunks, { name: "Łódź" }],
    [
      "JSON in gzip",
      reply(
        200,
        { "content-type": "application/json", "content-encoding": "gzip" },
        gzipSync(TEXT),
      ),
      { name: "Łódź" },
    ],
    [
      "JSON in brotli",
      reply(
        200,
        { "content-type": "application/json", "content-encoding": "br" },
        brotliCompressSync(TEXT),
      ),
      { name: "Łódź" },
    ],
    ["JSON of no bytes", reply(202, { "content-type": "application/json" }), undefined],
    ["null", json(null), null],
    ["text", reply(200, { "content-type": "text/plain" }, TEXT), TEXT],
    ["text of no bytes", reply(200, { "content-type": "text/plain" }), ""],
    ["XML", reply(200, { "content-type": "application/atom+xml" }, "<feed/>"), "<feed/>"],
    [
      "any type with a charset",
      reply(200, { "content-type": "application/vnd.acme.diff; charset=utf-8" }, "+1"),
      "+1",
    ],
    ["bytes", reply(200, { "content-type": "application/octet-stream" }, "abc"), toBuffer("abc")],
    ["no type", reply(200, {}, "abc"), toBuffer("abc")],
    ["no type, no bytes", reply(200), undefined],
    ["204", reply(204, { "content-type": "application/json" }), undefined],
    ["205", reply(205), undefined],
  ])("is %s", async (_title, step, data) => {
    server.play(step);
    const response = await connect({ retry: 0 }).request(anyRoute("GET /anything"));
    expect(response.data).toEqual(data);
  });

  it("is nothing for HEAD", async () => {
    server.play(reply(200, { "content-type": "application/json", "content-length": "12" }));
    const { data, headers } = await connect().request(anyRoute("HEAD /anything"));
    expect([data, headers.get("content-length")]).toEqual([undefined, "12"]);
  });

  it("is a stream where one is asked for", async () => {
    server.play(reply(200, { "content-type": "application/json" }, TEXT));
    const { data } = await connect().request("GET /zen", {}, { stream: true });
    expect(data).toBeInstanceOf(ReadableStream);
    expect(await new Response(data).text()).toBe(TEXT);
  });

  it("is a stream without bytes where there is none", async () => {
    server.play(reply(204));
    const { data } = await connect().request("GET /zen", {}, { stream: true });
    expect(await new Response(data).text()).toBe("");
  });

  it.each<[title: string, type: string, body: string]>([
    ["HTML under the type of JSON", "application/json", `<html>${"x".repeat(2_000)}`],
    ["half of an object", "application/vnd.acme+json", '{"name":'],
  ])("is an error if it is %s", async (_title, type, body) => {
    server.play(reply(200, { "content-type": type }, body));
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ code: "INVALID_BODY", status: 200, data: body.slice(0, 1_000) });
    expect(error.message).toBe('"GET /anything" got status 200, and its body is not JSON.');
    expect(server.arrivals).toHaveLength(1);
  });
});

describe("[F.3] uploads", () => {
  const route = "POST /repos/{owner}/{repo}/releases/{release_id}/assets";
  const target = { owner: "acme", repo: "site", release_id: 1, name: "a.bin" };

  it.each<
    [title: string, data: () => Blob | Uint8Array<ArrayBuffer> | ReadableStream, type: string]
  >([
    ["bytes", () => new TextEncoder().encode("bytes"), "application/octet-stream"],
    ["a blob", () => new Blob(["bytes"], { type: "image/png" }), "image/png"],
    ["a stream", () => new Blob(["bytes"]).stream(), "application/octet-stream"],
  ])("send %s", async (_title, data, type) => {
    server.play(json({ id: 1 }, 201));
    await connect().request(route, { ...target, data: data() });
    expect(server.arrivals[0]).toMatchObject({ headers: { "content-type": type }, body: "bytes" });
  });
});

it("[F.1] sends the same bytes at every attempt", async () => {
  server.play(json({}, 503), json({}, 503), json({}));
  const data = new TextEncoder().encode("bytes");
  const parameters = { owner: "acme", repo: "site", path: "a", message: "m", content: "c", data };
  await connect({ sleep: async () => {} }).request(anyRoute("PUT /anything"), parameters);
  const digests = server.arrivals.map(({ body }) =>
    createHash("sha256").update(body).digest("hex"),
  );
  expect(new Set(digests).size).toBe(1);
  expect(digests).toHaveLength(3);
});

/** Sends the text as JSON, a character at a time. */
function sendInChunks(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  for (const character of TEXT) response.write(character);
  response.end();
}

function toBuffer(text: string): ArrayBufferLike {
  return new TextEncoder().encode(text).buffer;
}
