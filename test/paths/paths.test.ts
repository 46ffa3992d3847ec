/** The client by path, over real sockets. */
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { createClient as createCore } from "typewire/core";
import {
  createPathBasedClient,
  createPathsClient,
  createQuerySerializer,
  defaultBodySerializer,
  defaultPathSerializer,
  type Middleware,
  type PathsClientOptions,
  wrapAsPathBasedClient,
} from "../../src/runtime/paths.js";
import { limits } from "../../src/request/client/parts.js";
import { errorOf } from "../client/error-of.js";
import { cutShort, json, reply, reset, silence, startServer } from "../client/server.js";
import type { paths } from "./service.js";

const server = startServer();
const other = startServer();
const connect = (options: PathsClientOptions = {}) =>
  createPathsClient<paths>({ baseUrl: server.url, ...options });

/** A client whose `fetch` answers by itself, and the requests that this gets. */
function record(options: PathsClientOptions = {}, answer = () => Response.json([])) {
  const sent: { request: Request; further: unknown }[] = [];
  const fetch = async (request: Request, further?: unknown) => {
    sent.push({ request, further });
    return answer();
  };
  return { sent, fetch, api: createPathsClient<paths>({ baseUrl: HOST, fetch, ...options }) };
}
const HOST = "https://api.acme.example/v1";

/** The request that arrived last. */
const arrival = () => server.arrivals.at(-1);

describe("[O.1] the client below", () => {
  it.each([
    ["a client with all routes", createClient],
    ["a client for functions", createCore],
  ])("is %s", async (_, create) => {
    server.play(json({}, 503), json([{ id: 1 }]));
    const slept: number[] = [];
    const client = create({
      baseUrl: server.url,
      auth: "secret-token",
      headers: { "x-app": "one" },
      sleep: (delay) => Promise.resolve(void slept.push(delay)),
    });
    const { data } = await createPathsClient<paths>(client).GET("/things");
    expect(data).toEqual([{ id: 1 }]);
    expect(slept).toHaveLength(1);
    expect(arrival()?.headers).toMatchObject({
      authorization: "Bearer secret-token",
      "x-app": "one",
    });
  });

  it("is made of options, and adds no header", async () => {
    const seen: string[][] = [];
    const api = createPathsClient<paths>({
      baseUrl: "https://api.acme.example/v1/",
      fetch: (request) => {
        seen.push([request.method, request.url, ...[...request.headers].flat()]);
        return Promise.resolve(Response.json([]));
      },
    });
    await api.GET("/things");
    expect(seen).toEqual([["GET", "https://api.acme.example/v1/things"]]);
  });

  it("has options of its own, such as credentials and hooks", async () => {
    server.play(json([]));
    const routes: string[] = [];
    await connect({
      auth: "secret-token",
      onRequest: ({ route }) => void routes.push(route),
    }).GET("/things");
    expect(routes).toEqual(["GET /things"]);
    expect(arrival()?.headers["authorization"]).toBe("Bearer secret-token");
  });

  it("takes the parts of a client for functions", async () => {
    const options = { concurrency: 1, parts: [limits] };
    const { api } = record(options);
    expect((await api.GET("/things")).data).toEqual([]);
  });

  it("may be relative to the page in a browser", async () => {
    const urls: string[] = [];
    Object.assign(globalThis, { location: { href: "https://app.acme.example/page?x" } });
    try {
      const fetch = (request: Request) => {
        urls.push(request.url);
        return Promise.resolve(Response.json([]));
      };
      await createPathsClient<paths>({ baseUrl: "/api", fetch }).GET("/things");
      await createPathsClient<paths>({ fetch }).GET("/things");
    } finally {
      Reflect.deleteProperty(globalThis, "location");
    }
    expect(urls).toEqual([
      "https://app.acme.example/api/things",
      "https://app.acme.example/things",
    ]);
  });

  it("refuses an address that is none, and a misspelt option", () => {
    expect(() => createPathsClient<paths>()).toThrow('Option "baseUrl"');
    // @ts-expect-error -- misspelt
    expect(() => connect({ retri: 1 })).not.toThrow(); // passed to fetch, which ignores it
  });

  it("retries as a call says", async () => {
    server.play(json({ code: "busy" }, 503));
    const { error, response } = await connect().GET("/things", { retry: 0 });
    expect([error, response.status, server.arrivals.length]).toEqual([{ code: "busy" }, 503, 1]);
  });

  it("takes the options of a call that are undefined for none", async () => {
    const client = createClient({ baseUrl: server.url, retry: 0, timeout: 60_000 });
    server.play(json([], 503));
    const api = createPathsClient<paths>(client, { headers: { "x-app": "one" } });
    const nothing = { retry: undefined, timeout: undefined, signal: undefined, parseAs: undefined };
    // @ts-expect-error -- for programs in JavaScript
    const { error } = await api.GET("/things", {
      ...nothing,
      headers: undefined,
      params: undefined,
    });
    expect([error, server.arrivals.length]).toEqual([[], 1]);
    expect(arrival()?.headers["x-app"]).toBe("one");
  });

  it("gives `fetch` a request of the class that is asked for, and further options beside it", async () => {
    class Own extends Request {}
    const { api, sent } = record({ Request: Own, requestInitExt: { dispatcher: "mine" } });
    await api.GET("/things", { next: { revalidate: 10 }, cache: "no-store" });
    await api.GET("/things", { Request, requestInitExt: { dispatcher: "other" } });
    expect(sent.map(({ request }) => request instanceof Own)).toEqual([true, false]);
    expect(sent.map(({ further }) => further)).toEqual([
      { dispatcher: "mine" },
      { dispatcher: "other" },
    ]);
    expect(sent[0]?.request).toMatchObject({
      ...{ url: `${HOST}/things`, method: "GET", cache: "no-store", body: null },
      ...{ next: { revalidate: 10 }, dispatcher: "mine" },
    });
    expect(sent[1]?.request).not.toHaveProperty("next");
  });

  it("gives the platform's `fetch` a request of another class", async () => {
    server.play(json([]));
    class Own extends Request {
      override get headers() {
        return new Headers({ "x-class": "own" });
      }
    }
    await connect({ Request: Own }).GET("/things");
    expect(server.arrivals).toHaveLength(1);
    expect(arrival()?.headers["accept"]).toBe("*/*");
  });

  it("passes further options to fetch", async () => {
    const inits: unknown[] = [];
    const client = createCore({
      baseUrl: server.url,
      fetch: (_, init) => Promise.resolve(Response.json([])).finally(() => inits.push(init)),
    });
    const api = createPathsClient<paths>(client, { cache: "no-store" });
    await api.GET("/things", { next: { revalidate: 10 }, credentials: "include" });
    expect(inits).toMatchObject([
      { cache: "no-store", next: { revalidate: 10 }, credentials: "include" },
    ]);
  });
});

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

  it.each([
    [{ tag: ["a", "b"], limit: 0 }, "tag=a&tag=b&limit=0"],
    [{ filter: { "k&": 1, none: null } }, "filter[k%26]=1"],
    [{ tag: [], filter: {}, limit: undefined }, ""],
    [{ since: new Date(0) }, "since=1970-01-01T00%3A00%3A00.000Z"],
  ])("the query %j is %s", async (query, text) => {
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

  it.each([
    [{ a: 1, b: [1, 2] }, URLENCODED(), "a=1&b=1&b=2"],
    [{ a: 1 }, `${URLENCODED()};charset=UTF-8`, "a=1"],
    [{ a: 1 }, "application/json", { a: 1 }],
    [{ a: 1 }, undefined, { a: 1 }],
    ["a=1", URLENCODED(), "a=1"],
  ])("the body %j of the type %s is written as %j", (body, type, written) => {
    const headers = new Headers(type === undefined ? {} : { "content-type": type });
    expect(defaultBodySerializer(body, headers)).toEqual(written);
    expect(defaultBodySerializer(body)).toBe(body);
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
    [{ a: 1, b: undefined }, { "content-type": URLENCODED() }, URLENCODED(), "a=1"],
    [{ id: 1 }, { "content-type": "application/vnd.x+json" }, "application/vnd.x+json", '{"id":1}'],
    [new URLSearchParams("a=b"), {}, `${URLENCODED()};charset=UTF-8`, "a=b"],
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
    ["a form", () => new URLSearchParams("a=b"), {}, `${URLENCODED()};charset=UTF-8`, "a=b"],
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
});

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
      ...{ name: "ResponseError", code: "INVALID_BODY", data: "{", route: "GET /things" },
      ...{ status: 200, attempts: 1, url: `${server.url}/things` },
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

describe("[O.7] middleware", () => {
  it("is called in order, and backwards on the way back", async () => {
    server.play(json([]));
    const order: string[] = [];
    const named = (name: string): Middleware => ({
      onRequest: () => void order.push(`${name} request`),
      onResponse: () => void order.push(`${name} response`),
    });
    const api = connect();
    const removed = named("removed");
    api.use(named("a"), removed, named("b"));
    api.eject(removed);
    await api.GET("/things", { middleware: [named("c")] });
    expect(order).toEqual(
      ["a request", "b request", "c request"].concat(["c response", "b response", "a response"]),
    );
  });

  it("is ejected by itself alone", async () => {
    const called: string[] = [];
    const named = (name: string): Middleware => ({ onRequest: () => void called.push(name) });
    const { api } = record();
    const [a, b, c] = [named("a"), named("b"), named("c")];
    api.use(a, b, c);
    api.eject(named("unknown"));
    await api.GET("/things");
    api.eject(a, c);
    await api.GET("/things");
    api.use(a);
    await api.GET("/things", { middleware: [undefined as unknown as Middleware, c] });
    expect(called.join("")).toBe("abc" + "b" + "bac");
  });

  it("sees the same of a call at each step", async () => {
    const seen: unknown[] = [];
    const see = (event: object) => void seen.push(event);
    const { api, sent, fetch } = record();
    api.use({ onRequest: see, onResponse: see });
    const params = { query: { limit: 1 } };
    await api.GET("/things", { params, parseAs: "text" });
    await api.GET("/things", { middleware: [{ onError: see }], fetch: () => Promise.reject(new Error("lost")), retry: 0 }).catch(() => undefined); // prettier-ignore
    const { request } = sent[0] as { request: Request };
    const options = {
      ...{ baseUrl: HOST, parseAs: "text", fetch },
      bodySerializer: defaultBodySerializer,
      pathSerializer: defaultPathSerializer,
      querySerializer: expect.any(Function) as unknown,
    };
    const id = (seen[0] as { id: string }).id;
    const shown = { schemaPath: "/things", params, options, id };
    expect(seen.slice(0, 2)).toEqual([
      { ...shown, request: expect.any(Request) as unknown },
      { ...shown, request: expect.any(Request) as unknown, response: expect.any(Response) as unknown }, // prettier-ignore
    ]);
    expect((seen[0] as { request: Request }).request.url).toBe(request.url);
    expect((seen[1] as { request: Request }).request).toBe(
      (seen[0] as { request: Request }).request,
    );
    expect(seen[3]).toMatchObject({ schemaPath: "/things", params: {}, error: { name: "ConnectionError" } }); // prettier-ignore
    expect((seen[3] as { request: Request }).request).toBe(
      (seen[2] as { request: Request }).request,
    );
    expect(id).toMatch(/^\w+$/);
    expect((seen[2] as { id: string }).id).not.toBe(id);
  });

  it("sees the method, the body and the signal, and no body where there is none", async () => {
    const controller = new AbortController();
    const requests: Request[] = [];
    const { api } = record();
    api.use({ onRequest: ({ request }) => void requests.push(request.clone()) });
    await api.POST("/things", { body: { id: 1 }, signal: controller.signal, next: { tags: [] } });
    await api.GET("/things");
    const [post, get] = requests as [Request, Request];
    expect([post.method, await post.text()]).toEqual(["POST", '{"id":1}']);
    expect([get.method, get.body, get.signal.aborted]).toEqual(["GET", null, false]);
    controller.abort();
    expect([post.signal.aborted, get.signal.aborted]).toEqual([true, false]);
  });

  it("may end a call by a signal of its own", async () => {
    server.play(silence);
    const controller = new AbortController();
    const api = connect();
    api.use({ onRequest: ({ request }) => new Request(request, { signal: controller.signal }) });
    const call = errorOf(api.GET("/things"));
    await expect.poll(() => server.arrivals).toHaveLength(1);
    controller.abort(new Error("enough"));
    expect((await call).message).toBe("enough");
  });

  it("returns a request without a body, with the options of the first one", async () => {
    const { api, sent } = record();
    const returned = new Request(`${HOST}/b`, { method: "DELETE", credentials: "include" });
    api.use({ onRequest: () => returned });
    await api.POST("/things", { body: { id: 1 }, next: { tags: ["a"] } });
    const [{ request } = { request: undefined }] = sent;
    expect(request).toMatchObject({
      ...{ method: "DELETE", url: `${HOST}/b`, credentials: "include", body: null },
      next: { tags: ["a"] },
    });
    expect(request?.headers.get("content-type")).toBeNull();
  });

  it("keeps the stream of a call in a request that it returns", async () => {
    server.play(reply(204));
    const api = connect();
    api.use({
      onRequest: ({ request }) => new Request(request, { headers: { "x-added": "1" } }),
    });
    await api.PUT("/files/{path}", {
      params: { path: { path: "a" }, header: { "x-mode": "w" } },
      body: new Blob(["a stream"]).stream(),
    });
    expect(arrival()).toMatchObject({ body: "a stream", headers: { "x-added": "1" } });
  });

  it("leaves an error as it is if none answers it", async () => {
    const lost = new Error("lost");
    const { api } = record({ retry: 0, fetch: () => Promise.reject(lost) });
    const names: string[] = [];
    api.use({ onError: ({ error }) => void names.push((error as Error).name) }, { onResponse: () => undefined }); // prettier-ignore
    expect(await errorOf(api.GET("/things"))).toMatchObject({
      name: "ConnectionError",
      attempts: 1,
    });
    expect(names).toEqual(["ConnectionError"]);
  });

  it("sees the call once, and not the credentials", async () => {
    server.play(json({}, 503), json([]));
    const seen: unknown[] = [];
    const api = connect({ auth: "secret-token", sleep: () => Promise.resolve() });
    api.use({
      onRequest: ({ request, schemaPath, params, options, id }) => {
        seen.push([request.headers.get("authorization"), schemaPath, params]);
        expect(Object.isFrozen(options)).toBe(true);
        expect(options).toMatchObject({ baseUrl: server.url, parseAs: "json" });
        expect(id).not.toBe("");
      },
      onResponse: ({ response }) => void seen.push(response.status),
    });
    await api.GET("/things", { params: { query: { limit: 1 } } });
    expect(seen).toEqual([[null, "/things", { query: { limit: 1 } }], 200]);
    expect(arrival()?.headers["authorization"]).toBe("Bearer secret-token");
  });

  it("changes the request, or returns another one", async () => {
    server.play(json([]));
    other.play(json([]));
    const api = connect({ auth: "secret-token" });
    api.use({ onRequest: ({ request }) => request.headers.set("x-added", "1") });
    await api.POST("/things", { body: { id: 1 } });
    expect(arrival()).toMatchObject({ headers: { "x-added": "1" }, body: '{"id":1}' });
    api.use({
      onRequest: ({ request }) =>
        new Request(`${other.url}/elsewhere`, {
          method: "PUT",
          headers: request.headers,
          body: "new",
        }),
    });
    await api.POST("/things", { body: { id: 1 } });
    expect(other.arrivals[0]).toMatchObject({ method: "PUT", url: "/elsewhere", body: "new" });
    expect(other.arrivals[0]?.headers).not.toHaveProperty("authorization");
  });

  it("ends a call by a response", async () => {
    const api = connect();
    const called: string[] = [];
    api.use(
      { onRequest: () => Response.json([{ id: 9 }]), onResponse: () => void called.push("a") },
      { onRequest: () => void called.push("b"), onResponse: () => void called.push("c") },
    );
    const { data } = await api.GET("/things");
    expect([data, called, server.arrivals]).toEqual([[{ id: 9 }], [], []]);
  });

  it("changes responses and errors", async () => {
    server.play(reset);
    const api = connect({ retry: 0 });
    const names: unknown[] = [];
    api.use(
      { onError: ({ error }) => (names.push((error as Error).name), Response.json([{ id: 1 }])) },
      {
        onError: () => new RangeError("changed"),
        onResponse: ({ response }) => new Response(response.body, { status: 202 }),
      },
    );
    const { data, response } = await api.GET("/things");
    expect([names, data, response.status]).toEqual([["RangeError"], [{ id: 1 }], 202]);
  });

  it("rejects with what it throws", async () => {
    server.play(json([]));
    const api = connect();
    const thrown = new Error("mine");
    const errors: unknown[] = [];
    api.use({
      onResponse: () => {
        throw thrown;
      },
      onError: ({ error }) => void errors.push(error),
    });
    expect(await errorOf(api.GET("/things"))).toBe(thrown);
    expect(errors).toEqual([]);
  });

  it.each([
    ["onRequest", { onRequest: () => "text" }],
    ["onResponse", { onResponse: () => ({}) }],
  ])("refuses another result of %s", async (name, middleware) => {
    server.play(json([]));
    const api = connect();
    // @ts-expect-error -- no such result
    api.use(middleware);
    expect((await errorOf(api.GET("/things"))).message).toContain(`The result of ${name} is`);
  });

  it("refuses another result of onError", async () => {
    const { api } = record({ retry: 0, fetch: () => Promise.reject(new Error("lost")) });
    // @ts-expect-error -- no such result
    api.use({ onError: () => "text" });
    const error = await errorOf(api.GET("/things"));
    expect([error.name, error.message]).toEqual([
      "TypeError",
      "The result of onError is a string; expected Error.",
    ]);
  });

  it("refuses middleware without a function, and leaves `undefined` out", () => {
    // @ts-expect-error -- for programs in JavaScript
    expect(() => connect().use({})).toThrow(
      "The middleware is an object; expected an object with onRequest, onResponse, onError.",
    );
    expect(() => connect().use({ onError: () => undefined })).not.toThrow();
    // @ts-expect-error -- likewise
    expect(() => connect().use(undefined, false)).not.toThrow();
  });
});

describe("[O.9] paths as properties", () => {
  it("have methods, with the middleware of the client", async () => {
    server.play(json({ id: 1 }), reply(204), json([]));
    const api = connect({ headers: { "x-app": "one" } });
    const byPath = wrapAsPathBasedClient(api);
    api.use({ onRequest: ({ request }) => request.headers.set("x-added", "1") });
    const { GET, DELETE } = byPath["/things/{id}"];
    const { data } = await GET({ params: { path: { id: 1 } } });
    await DELETE({ params: { path: { id: 1 } } });
    expect([data, arrival()]).toMatchObject([
      { id: 1 },
      { method: "DELETE", url: "/things/1", headers: { "x-added": "1", "x-app": "one" } },
    ]);
    expect(byPath["/things"]).toBe(byPath["/things"]);
    await createPathBasedClient<paths>({ baseUrl: server.url })["/things"].GET();
    expect(arrival()).toMatchObject({ method: "GET", url: "/things" });
  });

  it("can be returned by an async function", async () => {
    const api = await Promise.resolve(createPathBasedClient<paths>({ baseUrl: server.url }));
    expect(api["/things"]).toHaveProperty("GET");
    const untyped = api as unknown as Record<PropertyKey, unknown>;
    const others = [untyped["then"], untyped["things"], untyped[Symbol.iterator]];
    expect(others).toEqual([undefined, undefined, undefined]);
    expect(Object.keys(untyped["/x"] as object)).toEqual(
      ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"],
    ); // prettier-ignore
  });
});

function URLENCODED(): string {
  return "application/x-www-form-urlencoded";
}
