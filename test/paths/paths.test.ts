/** The client by path, over real sockets: its options, the client that sends for it, and paths as properties. */
import { createClient } from "typewire/client";
import { createClient as createCore } from "typewire/core";
import { describe, expect, it } from "vitest";
import { limits } from "../../src/request/client/client-parts.js";
import {
  createPathBasedClient,
  createPathsClient,
  wrapAsPathBasedClient,
} from "../../src/runtime/paths.js";
import { json, reply } from "../client/server.js";
import { HOST, record, startService } from "./clients.js";
import type { paths } from "./service.js";

const { server, connect, arrival } = startService();

describe("[O.1] the client that a client by path sends with", () => {
  it.each([
    ["a client with all routes", createClient],
    ["a client for functions", createCore],
  ])("may be %s, whose address, headers, credentials and retries it has", async (_, create) => {
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

  it("is made of options where none is given, and adds no header", async () => {
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

  it("is made with any options of a client, such as credentials and hooks", async () => {
    server.play(json([]));
    const routes: string[] = [];
    await connect({
      auth: "secret-token",
      onRequest: ({ route }) => void routes.push(route),
    }).GET("/things");
    expect(routes).toEqual(["GET /things"]);
    expect(arrival()?.headers["authorization"]).toBe("Bearer secret-token");
  });

  it("is made with the parts of a client for functions", async () => {
    const options = { concurrency: 1, parts: [limits] };
    const { api } = record(options);
    expect((await api.GET("/things")).data).toEqual([]);
  });

  it("sends to addresses that are relative to the page in a browser", async () => {
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

  it("is refused without an address outside a browser", () => {
    expect(() => createPathsClient<paths>()).toThrow('Option "baseUrl"');
  });

  it("takes an option that it does not know, which `fetch` gets and ignores", () => {
    // @ts-expect-error -- misspelt
    expect(() => connect({ retri: 1 })).not.toThrow();
  });

  it("sends once when a call asks for no retry", async () => {
    server.play(json({ code: "busy" }, 503));
    const { error, response } = await connect().GET("/things", { retry: 0 });
    expect([error, response.status, server.arrivals.length]).toEqual([{ code: "busy" }, 503, 1]);
  });

  it("keeps its own options where those of a call are undefined", async () => {
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
});

describe("[O.1] the request that `fetch` gets", () => {
  it("is of the class that the client or a call asks for, with further options beside it", async () => {
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
      url: `${HOST}/things`,
      method: "GET",
      cache: "no-store",
      body: null,
      next: { revalidate: 10 },
      dispatcher: "mine",
    });
    expect(sent[1]?.request).not.toHaveProperty("next");
  });

  it("reaches the platform's `fetch` also when its class is another than that of the platform", async () => {
    server.play(json([]));
    // The platform's `fetch` reads what is inside a request and not this getter, so it adds its own `accept`.
    class RequestWithOwnHeaders extends Request {
      override get headers() {
        return new Headers({ "x-class": "own" });
      }
    }
    await connect({ Request: RequestWithOwnHeaders }).GET("/things");
    expect(server.arrivals).toHaveLength(1);
    expect(arrival()?.headers["accept"]).toBe("*/*");
  });

  it("has the `fetch` options of the client and of the call", async () => {
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

describe("[O.9] paths as properties", () => {
  it("have methods, which send with the headers and the middleware of the client", async () => {
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

  it("can be returned by an async function, because there is no `then` among them", async () => {
    const api = await Promise.resolve(createPathBasedClient<paths>({ baseUrl: server.url }));
    expect(api["/things"]).toHaveProperty("GET");
    const untyped = api as unknown as Record<PropertyKey, unknown>;
    const absent = [untyped["then"], untyped["things"], untyped[Symbol.iterator]];
    expect(absent).toEqual([undefined, undefined, undefined]);
    expect(Object.keys(untyped["/x"] as object)).toEqual(
      ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"],
    ); // prettier-ignore
  });
});
