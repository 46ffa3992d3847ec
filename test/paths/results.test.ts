/** Data, errors and rejections of calls by path, over real sockets. */
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { createPathsClient } from "../../src/runtime/paths.js";
import { errorOf } from "../client/error-of.js";
import { cutShort, json, reply, reset, silence } from "../client/server.js";
import { record, startService } from "./clients.js";
import type { paths } from "./service.js";

const { server, connect } = startService();

describe("[O.5] results", () => {
  it("are data or an error", async () => {
    server.play(json({ id: 1 }), json({ code: "none" }, 404));
    const api = connect();
    const options = { params: { path: { id: 1 } } };
    const good = await api.GET("/things/{id}", options);
    expect([good.data, good.error, good.response.status]).toEqual([{ id: 1 }, undefined, 200]);
    const bad = await api.GET("/things/{id}", options);
    expect([bad.data, bad.error, bad.response.status]).toEqual([undefined, { code: "none" }, 404]);
    expect(bad.response).toBeInstanceOf(Response);
  });

  it.each([
    ["204", reply(204), 204],
    ["an empty body", reply(200, { "content-type": "application/json" }, ""), 200],
    ["a content length of 0", reply(200, { "content-length": "0" }), 200],
    ["an empty error", reply(401), 401],
    ["an error with a content length of 0", reply(401, { "content-length": "0" }), 401],
  ])("are empty for %s", async (_, step, status) => {
    server.play(step);
    const { data, error, response } = await connect().GET("/things");
    expect([data, error, response.status]).toEqual([undefined, undefined, status]);
  });

  it("have the form that `parseAs` says", async () => {
    server.play(json([1]));
    const api = connect();
    expect((await api.GET("/things", { parseAs: "text" })).data).toBe("[1]");
    expect(await (await api.GET("/things", { parseAs: "blob" })).data?.text()).toBe("[1]");
    const { data: bytes } = await api.GET("/things", { parseAs: "arrayBuffer" });
    expect(new TextDecoder().decode(bytes)).toBe("[1]");
    const { data: stream } = await api.GET("/things", { parseAs: "stream" });
    expect(await new Response(stream).text()).toBe("[1]");
  });

  it.each([
    ["HEAD", "json", { "content-length": "0" }, undefined],
    ["HEAD", "text", {}, undefined],
    ["GET", "text", {}, "[1]"],
    ["GET", "text", { "content-length": "0" }, undefined],
    ["GET", "text", { "content-length": "3" }, "[1]"],
    ["GET", "text", { "content-length": "0", "transfer-encoding": "gzip, chunked" }, "[1]"],
    ["GET", "json", { "content-length": "0", "transfer-encoding": "chunked" }, [1]],
  ] as const)("of %s as %s with %j are %j", async (method, parseAs, headers, expected) => {
    const { api } = record({}, () => new Response("[1]", { headers }));
    const untyped = api as unknown as { request: typeof api.GET };
    // @ts-expect-error -- HEAD is not declared
    expect((await untyped.request(method, "/things", { parseAs })).data).toEqual(expected);
  });

  it("are errors in whatever form is asked for", async () => {
    const { api } = record({ retry: 0 }, () => Response.json({ code: "none" }, { status: 400 }));
    for (const parseAs of ["json", "text", "blob", "arrayBuffer", "stream"] as const) {
      const result = await api.GET("/things", { parseAs });
      expect(Object.keys(result)).toEqual(["error", "response"]);
      expect(result.error).toEqual({ code: "none" });
    }
  });

  it("have text where an error is no JSON, without credentials", async () => {
    server.play(
      reply(403, { "content-type": "text/html" }, "<p>no: secret-token</p>"),
      json({ sent: ["secret-token"], "secret-token": 1 }, 403),
    );
    const api = connect({ auth: "secret-token" });
    expect((await api.GET("/things")).error).toBe("<p>no: [hidden]</p>");
    expect((await api.GET("/things")).error).toEqual({ sent: ["[hidden]"], "[hidden]": 1 });
  });
});

describe("[O.6] what rejects", () => {
  it("a lost connection", async () => {
    server.play(reset);
    expect(await errorOf(connect().POST("/things", { body: { id: 1 } }))).toMatchObject({
      name: "ConnectionError",
      route: "POST /things",
      attempts: 1,
    });
  });

  it("a body that breaks off, once no retry is left", async () => {
    server.play(cutShort(), json([{ id: 1 }]));
    const sleep = () => Promise.resolve();
    expect((await connect({ sleep }).GET("/things")).data).toEqual([{ id: 1 }]);
    server.play(cutShort());
    const error = await errorOf(connect({ retry: 0 }).GET("/things"));
    expect([error.name, error.message]).toEqual([
      "ConnectionError",
      expect.stringContaining("got a part of its response"),
    ]);
  });

  it("data that is no JSON", async () => {
    server.play(reply(200, { "content-type": "application/json" }, "{"));
    expect(await errorOf(connect().GET("/things"))).toMatchObject({
      name: "ResponseError",
      code: "INVALID_BODY",
      data: "{",
      route: "GET /things",
      status: 200,
      attempts: 1,
      url: `${server.url}/things`,
    });
  });

  it("data that the schemas of its client refuse", async () => {
    server.play(json([{ id: 1 }]));
    const refused = new Error("refused");
    const checks = { request: () => Promise.resolve(), response: () => Promise.reject(refused) };
    const schemas = { createChecks: () => checks };
    const client = createClient({ baseUrl: server.url, validation: "refuse", schemas });
    const call = createPathsClient<paths>(client).GET("/things");
    await expect(call).rejects.toBe(refused);
  });

  it("data of middleware that is no JSON", async () => {
    const { api } = record();
    api.use({ onRequest: () => new Response("{") });
    expect((await errorOf(api.GET("/things"))).name).toBe("SyntaxError");
  });

  it.each([
    ["no answer", silence],
    [
      "no end",
      (response: Parameters<typeof silence>[0]) => void response.writeHead(200).write("["),
    ],
  ])("the timeout, for %s", async (_, step) => {
    server.play(step);
    const error = await errorOf(connect().GET("/things", { timeout: 50, retry: 0 }));
    expect(error.name).toBe("TimeoutError");
  });

  it("the reason of the signal", async () => {
    server.play(silence);
    const reason = new Error("enough");
    const controller = new AbortController();
    const call = connect().GET("/things", { signal: controller.signal });
    controller.abort(reason);
    expect(await errorOf(call)).toBe(reason);
  });
});
