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
    "%s is sent",
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

  it("TRACE is one, which no `fetch` sends", async () => {
    const { api, sent } = record();
    const { TRACE } = api as unknown as { TRACE: (path: string) => Promise<unknown> };
    expect(await errorOf(TRACE("/things"))).toMatchObject({ route: "TRACE /things" });
    expect(sent).toEqual([]);
  });

  it("a call may have an address of its own", async () => {
    const { api, sent } = record();
    await api.GET("/things", { baseUrl: "https://other.example/v2/" });
    await api.GET("/things", { baseUrl: undefined as unknown as string });
    expect(sent.map(({ request }) => request.url)).toEqual([
      "https://other.example/v2/things",
      `${HOST}/things`,
    ]);
  });

  it("a path may have dots and a query of its own", async () => {
    const { api, sent } = record();
    const untyped = api as unknown as { GET: (path: string, init?: object) => Promise<unknown> };
    await untyped.GET("/a/../b/{c}", { params: { path: { c: 1 } } });
    await untyped.GET("/a?b=1", { params: { query: { c: 2 } } });
    expect(sent.map(({ request }) => request.url)).toEqual([`${HOST}/b/1`, `${HOST}/a?b=1&c=2`]);
    const error = await errorOf(untyped.GET("/a/../{c}", { params: { path: { c: ".." } } }));
    expect(error).toMatchObject({ code: "UNSAFE_PATH", route: "GET /a/../{c}" });
  });

  it("sends no credential to another origin", async () => {
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
    ["/a/{x}", { x: "b c/d" }, "/a/b%20c%2Fd"],
    ["/a/{x}", { x: 7 }, "/a/7"],
    ["/a/{x}", { x: false }, "/a/false"],
    ["/a/{x}", { x: new Date(0) }, "/a/1970-01-01T00%3A00%3A00.000Z"],
    ["/a/{x}", { x: [1, "b,c"] }, "/a/1,b%2Cc"],
    ["/a/{x*}", { x: { k: 1, l: 2 } }, "/a/k=1,l=2"],
    ["/a/{.x}", { x: [1, 2] }, "/a/.1,2"],
    ["/a/{.x*}", { x: [1, 2] }, "/a/.1.2"],
    ["/a/{;x}", { x: 5 }, "/a/;x=5"],
    ["/a/{;x*}", { x: [1, 2] }, "/a/;x=1;x=2"],
    ["/a/{x}/{y}", { x: "$&", y: "$1" }, "/a/%24%26/%241"],
    ["/a/{;x}", { x: [] }, undefined],
    ["/a/{x}", { x: "!'()*" }, "/a/!'()*"],
    ["/a/{x}", { x: '"#/' }, "/a/%22%23%2F"],
    ["/{}", { "": 1 }, "/1"],
    ["/a/{x}/{.y*}", { x: 1, y: { k: 1, l: 2 } }, "/a/1/.k=1.l=2"],
    ["/a/{;y}", { y: { k: 1, l: 2 } }, "/a/;y=k,1,l,2"],
    ["/a/{;y*}", { y: { k: 1, l: 2 } }, "/a/;k=1;l=2"],
    ["/{data}/{url}/{__proto__}", { data: 1, url: 2, ["__proto__"]: 3 }, "/1/2/3"],
  ])("%s with %j is %s", (path, parameters, text) => {
    if (text !== undefined) expect(defaultPathSerializer(path, parameters)).toBe(text);
    else expect(() => defaultPathSerializer(path, parameters)).toThrow('"x"');
  });

  it.each([
    ["/things/{id}", {}, ["id"]],
    ["/things/{id}", { id: "" }, ["id"]],
    ["/things/{id}/{other}", { id: null, other: [] }, ["id", "other"]],
    ["/things/{toString}", {}, ["toString"]],
  ])("%s with %j is not sent", async (path, parameters, missing) => {
    const error = await errorOf(
      // @ts-expect-error -- not as declared
      connect().GET(path, { params: { path: parameters } }),
    );
    expect(error).toMatchObject({ code: "MISSING_PARAMETER", parameters: missing });
    expect(server.arrivals).toHaveLength(0);
  });

  it.each(["..", ".", "%2e%2e"])("%s as a value is not sent", async (id) => {
    server.play(json({}));
    const call = connect().GET("/things/{id}", {
      params: { path: { id } },
      pathSerializer: (path) => path.replace("{id}", id),
    });
    expect(await errorOf(call)).toMatchObject({ code: "UNSAFE_PATH" });
    expect(server.arrivals).toHaveLength(0);
  });
});

describe("[O.2] the query", () => {
  it.each([
    [{ tag: ["a", "b"], limit: 0 }, "tag=a&tag=b&limit=0"],
    [{ filter: { "k&": 1, none: null } }, "filter[k%26]=1"],
    [{ tag: [], filter: {}, limit: undefined }, ""],
    [{ since: new Date(0) }, "since=1970-01-01T00%3A00%3A00.000Z"],
  ])("%j is %s", async (query, text) => {
    server.play(json([]));
    // @ts-expect-error -- some are not as declared
    await connect().GET("/things", { params: { query } });
    expect(arrival()?.url).toBe(text === "" ? "/things" : `/things?${text}`);
  });

  it.each([
    [{ array: { style: "form", explode: false } }, { a: [1, 2] }, "a=1,2"],
    [{ array: { style: "spaceDelimited", explode: false } }, { a: [1, 2] }, "a=1%202"],
    [{ array: { style: "pipeDelimited", explode: false } }, { a: [1, 2] }, "a=1|2"],
    [{ object: { style: "form" } }, { a: { k: 1, l: 2 } }, "k=1&l=2"],
    [{ object: { style: "form", explode: false } }, { a: { k: 1 } }, "a=k,1"],
    [{ object: { explode: false } }, { a: { k: 1 } }, "a[k]=1"],
    [{ allowReserved: true }, { a: "b/c" }, "a=b/c"],
    [{ allowReserved: true }, { a: { k: "b/c" } }, "a[k]=b/c"],
    [{ array: { explode: false } }, { a: [1, 2], b: [] }, "a=1,2"],
    [{ array: { style: "spaceDelimited" } }, { a: [1, 2] }, "a=1&a=2"],
    [{ object: { style: "form", explode: false } }, { a: { k: 1, l: 2 } }, "a=k,1,l,2"],
    [{ object: { style: "deepObject" } }, { a: { k: 1, l: undefined } }, "a[k]=1"],
    [{}, { a: { "k&": "!'()*" } }, "a[k%26]=!'()*"],
    [{}, { a: "b/c,d", b: [], c: null, d: "" }, "a=b%2Fc%2Cd&d="],
    [undefined, { a: [1, 2], b: { k: 1 } }, "a=1&a=2&b[k]=1"],
    [undefined, undefined, ""],
    [undefined, null, ""],
  ] as const)("the serializer %j writes %j as %s", (options, query, text) => {
    expect(createQuerySerializer(options)(query)).toBe(text);
  });

  it.each([{ a: [[1]] }, { a: { b: [1] } }])("refuses a list inside another value: %j", (query) => {
    expect(() => createQuerySerializer()(query)).toThrow('Parameter "a" of "a" is an array');
  });

  it("joins the options of serializers, and takes functions", async () => {
    server.play(json([]));
    const api = connect({ querySerializer: { array: { explode: false } } });
    const params = { query: { tag: ["a", "b/c"] } };
    await api.GET("/things", { params, querySerializer: { allowReserved: true } });
    await api.GET("/things", { params, querySerializer: ({ tag }) => `?t=${tag?.length}` });
    await api.GET("/things", { params, querySerializer: () => "t=2?" });
    const urls = ["/things?tag=a,b/c", "/things?t=2", "/things?t=2?"];
    expect(server.arrivals.map(({ url }) => url)).toEqual(urls);
  });

  it("takes the options of a call where the client has a function", async () => {
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
