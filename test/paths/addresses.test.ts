/** Methods and addresses of calls by path, over real sockets. */
import { describe, expect, it } from "vitest";
import {
  createPathsClient,
  createQuerySerializer,
  defaultPathSerializer,
} from "../../src/runtime/paths.js";
import { errorOf } from "../client/error-of.js";
import { json, reply, startServer } from "../client/server.js";
import { record, HOST, startService } from "./clients.js";

const { server, connect, arrival } = startService();
const other = startServer();

describe("[O.2] methods and addresses", () => {
  it.each(["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH"] as const)(
    "a call of %s is sent with this method, and so is a request that names it in lowercase",
    async (method) => {
      server.play(reply(204));
      const untyped = createPathsClient<Record<string, never>>({
        baseUrl: server.url,
      }) as unknown as {
        [Method in typeof method]: (path: string) => Promise<unknown>;
      } & { request: (method: string, path: string) => Promise<unknown> };
      await untyped[method]("/things");
      await untyped.request(method.toLowerCase(), "/things");
      expect(server.arrivals.map((each) => each.method)).toEqual([method, method]);
    },
  );

  it("a call of TRACE fails without a request, because no `fetch` sends this method", async () => {
    const { api, sent } = record();
    const { TRACE } = api as unknown as { TRACE: (path: string) => Promise<unknown> };
    expect(await errorOf(TRACE("/things"))).toMatchObject({ route: "TRACE /things" });
    expect(sent).toEqual([]);
  });

  it("a call may replace the base URL, and has that of the client when it gives `undefined`", async () => {
    const { api, sent } = record();
    await api.GET("/things", { baseUrl: "https://other.example/v2/" });
    await api.GET("/things", { baseUrl: undefined as unknown as string });
    expect(sent.map(({ request }) => request.url)).toEqual([
      "https://other.example/v2/things",
      `${HOST}/things`,
    ]);
  });

  it("dots of a path are resolved and its own query is kept, but a value may not be dots", async () => {
    const { api, sent } = record();
    const untyped = api as unknown as { GET: (path: string, init?: object) => Promise<unknown> };
    await untyped.GET("/a/../b/{c}", { params: { path: { c: 1 } } });
    await untyped.GET("/a?b=1", { params: { query: { c: 2 } } });
    expect(sent.map(({ request }) => request.url)).toEqual([`${HOST}/b/1`, `${HOST}/a?b=1&c=2`]);
    const error = await errorOf(untyped.GET("/a/../{c}", { params: { path: { c: ".." } } }));
    expect(error).toMatchObject({ code: "UNSAFE_PATH", route: "GET /a/../{c}" });
  });

  it("a call to another origin has the headers of the client, but none of its credentials", async () => {
    server.play(json([]));
    other.play(json([]));
    const api = connect({ auth: "secret-token", headers: { cookie: "session=1", "x-app": "one" } });
    await api.GET("/things", { baseUrl: other.url });
    expect(server.arrivals).toHaveLength(0);
    expect(other.arrivals[0]?.url).toBe("/things");
    expect(other.arrivals[0]?.headers).toMatchObject({ "x-app": "one" });
    expect(other.arrivals[0]?.headers).not.toHaveProperty("authorization");
    expect(other.arrivals[0]?.headers).not.toHaveProperty("cookie");
  });
});

describe("[O.2] parameters of a path", () => {
  it.each([
    { path: "/a/{x}", parameters: { x: "b c/d" }, written: "/a/b%20c%2Fd" },
    { path: "/a/{x}", parameters: { x: 7 }, written: "/a/7" },
    { path: "/a/{x}", parameters: { x: false }, written: "/a/false" },
    { path: "/a/{x}", parameters: { x: new Date(0) }, written: "/a/1970-01-01T00%3A00%3A00.000Z" },
    { path: "/a/{x}", parameters: { x: [1, "b,c"] }, written: "/a/1,b%2Cc" },
    { path: "/a/{x*}", parameters: { x: { k: 1, l: 2 } }, written: "/a/k=1,l=2" },
    { path: "/a/{.x}", parameters: { x: [1, 2] }, written: "/a/.1,2" },
    { path: "/a/{.x*}", parameters: { x: [1, 2] }, written: "/a/.1.2" },
    { path: "/a/{;x}", parameters: { x: 5 }, written: "/a/;x=5" },
    { path: "/a/{;x*}", parameters: { x: [1, 2] }, written: "/a/;x=1;x=2" },
    { path: "/a/{x}/{y}", parameters: { x: "$&", y: "$1" }, written: "/a/%24%26/%241" },
    { path: "/a/{x}", parameters: { x: "!'()*" }, written: "/a/!'()*" },
    { path: "/a/{x}", parameters: { x: '"#/' }, written: "/a/%22%23%2F" },
    { path: "/{}", parameters: { "": 1 }, written: "/1" },
    { path: "/a/{x}/{.y*}", parameters: { x: 1, y: { k: 1, l: 2 } }, written: "/a/1/.k=1.l=2" },
    { path: "/a/{;y}", parameters: { y: { k: 1, l: 2 } }, written: "/a/;y=k,1,l,2" },
    { path: "/a/{;y*}", parameters: { y: { k: 1, l: 2 } }, written: "/a/;k=1;l=2" },
    {
      path: "/{data}/{url}/{__proto__}",
      parameters: { data: 1, url: 2, ["__proto__"]: 3 },
      written: "/1/2/3",
    },
  ])("$path with $parameters is written as $written", ({ path, parameters, written }) => {
    expect(defaultPathSerializer(path, parameters)).toBe(written);
  });

  it("an empty list is refused, and the error names its parameter", () => {
    expect(() => defaultPathSerializer("/a/{;x}", { x: [] })).toThrow('"x"');
  });

  it.each([
    { path: "/things/{id}", parameters: {}, missing: ["id"] },
    { path: "/things/{id}", parameters: { id: "" }, missing: ["id"] },
    {
      path: "/things/{id}/{other}",
      parameters: { id: null, other: [] },
      missing: ["id", "other"],
    },
    { path: "/things/{toString}", parameters: {}, missing: ["toString"] },
  ])("$path with $parameters is not sent, for it lacks $missing", async (row) => {
    const { path, parameters, missing } = row;
    const error = await errorOf(
      // @ts-expect-error -- not as declared
      connect().GET(path, { params: { path: parameters } }),
    );
    expect(error).toMatchObject({ code: "MISSING_PARAMETER", parameters: missing });
    expect(server.arrivals).toHaveLength(0);
  });

  it.each(["..", ".", "%2e%2e"])(
    "the value %s, which leads to another path, is not sent",
    async (id) => {
      server.play(json({}));
      const call = connect().GET("/things/{id}", {
        params: { path: { id } },
        pathSerializer: (path) => path.replace("{id}", id),
      });
      expect(await errorOf(call)).toMatchObject({ code: "UNSAFE_PATH" });
      expect(server.arrivals).toHaveLength(0);
    },
  );
});

describe("[O.2] the query", () => {
  it.each([
    { query: { tag: ["a", "b"], limit: 0 }, url: "/things?tag=a&tag=b&limit=0" },
    { query: { filter: { "k&": 1, none: null } }, url: "/things?filter[k%26]=1" },
    { query: { tag: [], filter: {}, limit: undefined }, url: "/things" },
    { query: { since: new Date(0) }, url: "/things?since=1970-01-01T00%3A00%3A00.000Z" },
  ])("the parameters $query are sent to $url", async ({ query, url }) => {
    server.play(json([]));
    // @ts-expect-error -- some are not as declared
    await connect().GET("/things", { params: { query } });
    expect(arrival()?.url).toBe(url);
  });

  it.each([
    {
      options: { array: { style: "form", explode: false } },
      query: { a: [1, 2] },
      written: "a=1,2",
    },
    {
      options: { array: { style: "spaceDelimited", explode: false } },
      query: { a: [1, 2] },
      written: "a=1%202",
    },
    {
      options: { array: { style: "pipeDelimited", explode: false } },
      query: { a: [1, 2] },
      written: "a=1|2",
    },
    { options: { object: { style: "form" } }, query: { a: { k: 1, l: 2 } }, written: "k=1&l=2" },
    {
      options: { object: { style: "form", explode: false } },
      query: { a: { k: 1 } },
      written: "a=k,1",
    },
    { options: { object: { explode: false } }, query: { a: { k: 1 } }, written: "a[k]=1" },
    { options: { allowReserved: true }, query: { a: "b/c" }, written: "a=b/c" },
    { options: { allowReserved: true }, query: { a: { k: "b/c" } }, written: "a[k]=b/c" },
    { options: { array: { explode: false } }, query: { a: [1, 2], b: [] }, written: "a=1,2" },
    { options: { array: { style: "spaceDelimited" } }, query: { a: [1, 2] }, written: "a=1&a=2" },
    {
      options: { object: { style: "form", explode: false } },
      query: { a: { k: 1, l: 2 } },
      written: "a=k,1,l,2",
    },
    {
      options: { object: { style: "deepObject" } },
      query: { a: { k: 1, l: undefined } },
      written: "a[k]=1",
    },
    { options: {}, query: { a: { "k&": "!'()*" } }, written: "a[k%26]=!'()*" },
    { options: {}, query: { a: "b/c,d", b: [], c: null, d: "" }, written: "a=b%2Fc%2Cd&d=" },
    { options: undefined, query: { a: [1, 2], b: { k: 1 } }, written: "a=1&a=2&b[k]=1" },
    { options: undefined, query: undefined, written: "" },
    { options: undefined, query: null, written: "" },
  ] as const)("a serializer of $options writes $query as $written", (row) => {
    const { options, query, written } = row;
    expect(createQuerySerializer(options)(query)).toBe(written);
  });

  it.each([{ a: [[1]] }, { a: { b: [1] } }])(
    "a list inside another value is refused: %j",
    (query) => {
      expect(() => createQuerySerializer()(query)).toThrow('Parameter "a" of "a" is an array');
    },
  );

  it("the options of a call are added to those of the client, and a function replaces both", async () => {
    server.play(json([]));
    const api = connect({ querySerializer: { array: { explode: false } } });
    const params = { query: { tag: ["a", "b/c"] } };
    await api.GET("/things", { params, querySerializer: { allowReserved: true } });
    await api.GET("/things", { params, querySerializer: ({ tag }) => `?t=${tag?.length}` });
    await api.GET("/things", { params, querySerializer: () => "t=2?" });
    expect(server.arrivals.map(({ url }) => url)).toEqual([
      "/things?tag=a,b/c", // without `explode` as the client says, without encoding as the call says
      "/things?t=2", // a question mark in front is left out
      "/things?t=2?",
    ]);
  });

  it("the options of a call replace a function of the client", async () => {
    const { api, sent } = record({ querySerializer: () => "by=function" });
    const params = { query: { tag: ["a", "b"] } };
    await api.GET("/things", { params });
    await api.GET("/things", { params, querySerializer: { array: { explode: false } } });
    expect(sent.map(({ request }) => request.url)).toEqual([
      `${HOST}/things?by=function`,
      `${HOST}/things?tag=a,b`,
    ]);
  });
});
