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
    { header: undefined, cookies: { session: "b;c", other: undefined }, sent: "session=b%3Bc" },
    { header: "a=1", cookies: {}, sent: "a=1" },
    { header: "a=1", cookies: { session: undefined }, sent: "a=1" },
    {
      header: "a=1",
      cookies: { session: "é", b: "2" },
      sent: "a=1; session=%C3%A9; b=2",
    },
    { header: "", cookies: { session: "1" }, sent: "session=1" },
    { header: undefined, cookies: {}, sent: null },
    { header: undefined, cookies: undefined, sent: null },
  ])("join the cookies of the client, $header, and of a call, $cookies, to $sent", async (row) => {
    const { api, sent } = record({ headers: { cookie: row.header } });
    // @ts-expect-error -- some are not as declared
    await api.GET("/things", { params: { cookie: row.cookies } });
    expect(sent[0]?.request.headers.get("cookie")).toBe(row.sent);
  });

  it("have the cookies of parameters after those of the client, over a real socket", async () => {
    server.play(json([]));
    await connect({ headers: { cookie: "a=1" } }).GET("/things", {
      params: { cookie: { session: "b;c" } },
    });
    expect(arrival()?.headers["cookie"]).toBe("a=1; session=b%3Bc");
  });
});

/** Middleware gets a `Request`, into which a body goes before it is sent: no body may change on this way. */
const WAYS: readonly { way: string; middleware: Middleware[] }[] = [
  { way: "without middleware", middleware: [] },
  { way: "with middleware that returns nothing", middleware: [{ onRequest: () => undefined }] },
  {
    way: "with middleware that returns the request",
    middleware: [{ onRequest: ({ request }) => request }],
  },
];

describe.each(WAYS)("[O.4] a body $way", ({ middleware }) => {
  const form = new FormData();
  form.set("a", "b");

  it.each([
    { title: "an object is JSON", body: { id: 1 }, type: "application/json", sent: '{"id":1}' },
    { title: "a text is JSON", body: "text", type: "application/json", sent: '"text"' },
    { title: "`null` is JSON", body: null, type: "application/json", sent: "null" },
    {
      title: "a text of a type of text is sent as it is",
      body: "text",
      headers: { "content-type": "text/plain" },
      type: "text/plain",
      sent: "text",
    },
    {
      title: "an object of the type of forms is a form",
      body: { a: 1, b: undefined },
      headers: { "content-type": URL_ENCODED },
      type: URL_ENCODED,
      sent: "a=1",
    },
    {
      title: "an object of another type is JSON",
      body: { id: 1 },
      headers: { "content-type": "application/vnd.x+json" },
      type: "application/vnd.x+json",
      sent: '{"id":1}',
    },
    {
      title: "URLSearchParams are a form",
      body: new URLSearchParams("a=b"),
      type: `${URL_ENCODED};charset=UTF-8`,
      sent: "a=b",
    },
    {
      title: "bytes have no type",
      body: new TextEncoder().encode("bytes"),
      type: undefined,
      sent: "bytes",
    },
    {
      title: "a Blob has its own type",
      body: new Blob(["blob"], { type: "image/png" }),
      type: "image/png",
      sent: "blob",
    },
    {
      title: "FormData is a multipart body",
      body: form,
      type: expect.stringMatching(/^multipart\/form-data; boundary=/),
      sent: expect.stringContaining('"a"'),
    },
    {
      title: "no body is an empty one, without a type",
      body: undefined,
      type: undefined,
      sent: "",
    },
    {
      title: "an object whose type is removed is JSON, and `fetch` adds the type of texts",
      body: { id: 1 },
      headers: { "content-type": null },
      type: "text/plain;charset=UTF-8",
      sent: '{"id":1}',
    },
  ])("$title", async ({ body, headers = {}, type, sent }) => {
    server.play(reply(204));
    // @ts-expect-error -- some are not as declared
    await connect().POST("/things", { body, headers, middleware });
    expect(arrival()).toMatchObject({ body: sent, method: "POST" });
    expect(arrival()?.headers["content-type"]).toEqual(type);
  });

  it("a stream is sent as it is", async () => {
    server.play(reply(204));
    const body = new Blob(["a stream"]).stream();
    await connect().PUT("/files/{path}", {
      params: { path: { path: "a" }, header: { "x-mode": "w" } },
      body,
      middleware,
    });
    expect(arrival()?.body).toBe("a stream");
  });
});

describe("[O.4] bodies that a serializer writes", () => {
  it("are what the serializer of a call returns, which gets the headers", async () => {
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
    {
      result: "a text",
      bodySerializer: () => "<id>1</id>",
      type: "application/json",
      sent: "<id>1</id>",
    },
    {
      result: "a text, of the type that a header names",
      bodySerializer: () => "a",
      headers: { "content-type": "text/a" },
      type: "text/a",
      sent: "a",
    },
    {
      result: "bytes",
      bodySerializer: () => new TextEncoder().encode("bytes"),
      type: null,
      sent: "bytes",
    },
    {
      result: "a form",
      bodySerializer: () => new URLSearchParams("a=b"),
      type: `${URL_ENCODED};charset=UTF-8`,
      sent: "a=b",
    },
    {
      result: "an object, which is JSON",
      bodySerializer: (body: object) => ({ ...body, b: 2 }),
      type: "application/json",
      sent: '{"id":1,"b":2}',
    },
  ])("may be $result, by a serializer of the client that a call replaces", async (row) => {
    const { bodySerializer, headers = {}, type, sent: text } = row;
    // @ts-expect-error -- some serializers are of one body alone
    const { api, sent } = record({ bodySerializer });
    await api.POST("/things", { body: { id: 1 }, headers });
    await api.POST("/things", { body: { id: 1 }, bodySerializer: () => "own" });
    expect(sent[0]?.request.headers.get("content-type")).toBe(type);
    expect(await sent[0]?.request.text()).toBe(text);
    expect(await sent[1]?.request.text()).toBe("own");
  });

  it.each([
    { body: { a: 1, b: [1, 2] }, type: URL_ENCODED, written: "a=1&b=1&b=2" },
    { body: { a: 1 }, type: `${URL_ENCODED};charset=UTF-8`, written: "a=1" },
    { body: { a: 1 }, type: "application/json", written: { a: 1 } },
    { body: { a: 1 }, type: undefined, written: { a: 1 } },
    { body: "a=1", type: URL_ENCODED, written: "a=1" },
  ])("the default serializer makes $written of $body of the type $type", (row) => {
    const { body, type, written } = row;
    const headers = new Headers(type === undefined ? {} : { "content-type": type });
    expect(defaultBodySerializer(body, headers)).toEqual(written);
    expect(defaultBodySerializer(body)).toBe(body);
  });
});
