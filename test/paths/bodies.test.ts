/** Headers and bodies of calls by path, over real sockets. */
import { describe, expect, it } from "vitest";
import { defaultBodySerializer, type Middleware } from "../../src/runtime/paths.js";
import { json, reply } from "../client/server.js";
import { record, URL_ENCODED, startService } from "./clients.js";

const { server, connect, arrival } = startService();

describe("[O.3] headers", () => {
  it("come from the client, the call and its parameters", async () => {
    server.play(reply(204));
    const api = connect({ headers: { "X-One": "1", "x-two": "2", "x-three": "3" } });
    await api.PUT("/files/{path}", {
      params: { path: { path: "a" }, header: { "x-mode": "own" } },
      headers: { "x-one": null, "x-two": [4, true], "x-three": undefined, "X-Mode": "lost" },
    });
    const { headers } = arrival() ?? {};
    expect(headers).toMatchObject({ "x-two": "4, true", "x-three": "3", "x-mode": "own" });
    expect(headers).not.toHaveProperty("x-one");
  });

  it("may be a list of pairs or a `Headers`", async () => {
    const { api, sent } = record({ headers: [["X-One", "1"], ["x-two", "2"]] }); // prettier-ignore
    await api.GET("/things", { headers: new Headers({ "X-Two": "3" }) });
    await api.GET("/things");
    expect(sent.map(({ request }) => Object.fromEntries(request.headers))).toEqual([
      { "x-one": "1", "x-two": "3" },
      { "x-one": "1", "x-two": "2" },
    ]);
  });

  it.each([
    [undefined, { session: "b;c", other: undefined }, "session=b%3Bc"],
    ["a=1", {}, "a=1"],
    ["a=1", { session: undefined }, "a=1"],
    ["a=1", { session: "é", b: "2" }, "a=1; session=%C3%A9; b=2"],
    ["", { session: "1" }, "session=1"],
    [undefined, {}, null],
    [undefined, undefined, null],
  ])("the cookies %j and %j are %j", async (cookie, cookies, expected) => {
    const { api, sent } = record({ headers: { cookie } });
    // @ts-expect-error -- some are not as declared
    await api.GET("/things", { params: { cookie: cookies } });
    expect(sent[0]?.request.headers.get("cookie")).toBe(expected);
  });

  it("have the cookies of parameters", async () => {
    server.play(json([]));
    await connect({ headers: { cookie: "a=1" } }).GET("/things", {
      params: { cookie: { session: "b;c" } },
    });
    expect(arrival()?.headers["cookie"]).toBe("a=1; session=b%3Bc");
  });
});

describe("[O.4] bodies", () => {
  const form = new FormData();
  form.set("a", "b");
  it.each([
    [{ id: 1 }, {}, "application/json", '{"id":1}'],
    ["text", {}, "application/json", '"text"'],
    [null, {}, "application/json", "null"],
    ["text", { "content-type": "text/plain" }, "text/plain", "text"],
    [{ a: 1, b: undefined }, { "content-type": URL_ENCODED }, URL_ENCODED, "a=1"],
    [{ id: 1 }, { "content-type": "application/vnd.x+json" }, "application/vnd.x+json", '{"id":1}'],
    [new URLSearchParams("a=b"), {}, `${URL_ENCODED};charset=UTF-8`, "a=b"],
    [new TextEncoder().encode("bytes"), {}, undefined, "bytes"],
    [new Blob(["blob"], { type: "image/png" }), {}, "image/png", "blob"],
    [
      form,
      {},
      expect.stringMatching(/^multipart\/form-data; boundary=/),
      expect.stringContaining('"a"'),
    ],
    [undefined, {}, undefined, ""],
    [{ id: 1 }, { "content-type": null }, "text/plain;charset=UTF-8", '{"id":1}'], // that of `fetch`
  ])("%s with %j", async (body, headers, type, text) => {
    for (const middleware of [
      [],
      [{ onRequest: ({ request }) => request }] satisfies Middleware[],
    ]) {
      server.play(reply(204));
      // @ts-expect-error -- some are not as declared
      await connect().POST("/things", { body, headers, middleware });
      expect(arrival()).toMatchObject({ body: text, method: "POST" });
      expect(arrival()?.headers["content-type"]).toEqual(type);
    }
  });

  it("are what a serializer returns", async () => {
    server.play(reply(204));
    const types: (string | null)[] = [];
    await connect().POST("/things", {
      body: { id: 1 },
      headers: { "content-type": "application/x+json" },
      bodySerializer: (body, headers) => {
        types.push(headers.get("content-type"));
        return JSON.stringify({ wrapped: body });
      },
    });
    expect([types, arrival()?.body]).toEqual([["application/x+json"], '{"wrapped":{"id":1}}']);
  });

  it.each([
    ["text", () => "<id>1</id>", {}, "application/json", "<id>1</id>"],
    ["text of a type", () => "a", { "content-type": "text/a" }, "text/a", "a"],
    ["bytes", () => new TextEncoder().encode("bytes"), {}, null, "bytes"],
    ["a form", () => new URLSearchParams("a=b"), {}, `${URL_ENCODED};charset=UTF-8`, "a=b"],
    ["an object", (body: object) => ({ ...body, b: 2 }), {}, "application/json", '{"id":1,"b":2}'],
  ])("are %s of the client's serializer", async (_, bodySerializer, headers, type, text) => {
    // @ts-expect-error -- some serializers are of one body alone
    const { api, sent } = record({ bodySerializer });
    await api.POST("/things", { body: { id: 1 }, headers });
    await api.POST("/things", { body: { id: 1 }, bodySerializer: () => "own" });
    expect(sent[0]?.request.headers.get("content-type")).toBe(type);
    expect(await sent[0]?.request.text()).toBe(text);
    expect(await sent[1]?.request.text()).toBe("own");
  });

  it("are streams, also with middleware", async () => {
    for (const middleware of [[], [{ onRequest: () => undefined }]]) {
      server.play(reply(204));
      const body = new Blob(["a stream"]).stream();
      await connect().PUT("/files/{path}", {
        params: { path: { path: "a" }, header: { "x-mode": "w" } },
        body,
        middleware,
      });
      expect(arrival()?.body).toBe("a stream");
    }
  });

  it.each([
    [{ a: 1, b: [1, 2] }, URL_ENCODED, "a=1&b=1&b=2"],
    [{ a: 1 }, `${URL_ENCODED};charset=UTF-8`, "a=1"],
    [{ a: 1 }, "application/json", { a: 1 }],
    [{ a: 1 }, undefined, { a: 1 }],
    ["a=1", URL_ENCODED, "a=1"],
  ])("%j of the type %s are written as %j", (body, type, written) => {
    const headers = new Headers(type === undefined ? {} : { "content-type": type });
    expect(defaultBodySerializer(body, headers)).toEqual(written);
    expect(defaultBodySerializer(body)).toBe(body);
  });
});
