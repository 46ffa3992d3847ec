/** Credentials, and where they go. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { anyRoute, type UnknownParameters } from "../../src/runtime/endpoint.js";
import type { AuthScheme } from "../../src/catalog/client.js";
import { errorOf } from "./error-of.js";
import { json, reply, startServer, type Arrival, type Step } from "./server.js";
import { createService } from "./service.js";

const server = startServer();
/** Another origin. */
const stranger = startServer();

const SECRET = "s3cret-t0ken";
const BASIC: AuthScheme = {
  name: "basic",
  in: "header",
  key: "authorization",
  prefix: "Basic ",
  isBasic: true,
};
const KEY: AuthScheme = { name: "key", in: "header", key: "x-api-key" };
const QUERY: AuthScheme = { name: "query", in: "query", key: "api key" };

const SESSION: AuthScheme = { name: "session", in: "header", key: "cookie", prefix: "sid=" };
const ALL = { basic: "u:p", key: SECRET, query: "a-query-key" };

const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, retry: 0, auth: SECRET, ...options });

describe("[F.7] a credential", () => {
  it("of the default vendor is a bearer token", async () => {
    server.play(json({}));
    await connect().request(anyRoute("GET /anything"));
    expect(server.arrivals[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
  });

  it.each<[title: string, scheme: AuthScheme, credential: string, header: object, url: string]>([
    [
      "basic",
      BASIC,
      "Zoë:p:w",
      { authorization: `Basic ${btoa("Zo\xc3\xab:p:w")}` },
      "/things?page=1",
    ],
    ["a header", KEY, SECRET, { "x-api-key": SECRET }, "/things?page=1"],
    ["a query parameter", QUERY, "a&b", {}, "/things?page=1&api%20key=a%26b"],
  ])("may be %s", async (_title, scheme, credential, headers, url) => {
    server.play(json({}));
    const client = createService({ auth: [scheme] }, { baseUrl: server.url, auth: credential });
    await client.request("GET /things", { page: 1 });
    expect(server.arrivals[0]).toMatchObject({ headers, url });
  });

  it("in the query stands before a fragment", async () => {
    const urls: string[] = [];
    const fetch = async (url: unknown) => {
      urls.push(String(url));
      return Response.json({});
    };
    const client = createService({ auth: [QUERY] }, { fetch, auth: "k" });
    await client.request("GET /things#part");
    expect(urls).toEqual(["https://api.acme.example/things?api%20key=k#part"]);
  });

  it("may be one of several, or several", async () => {
    server.play(json({}));
    const catalog = { auth: [BASIC, KEY, QUERY] };
    const create = (auth: string | Record<string, string>) =>
      createService(catalog, { baseUrl: server.url, auth });
    await create("u:p").request("GET /things");
    await create({ key: "k" }).request("GET /things");
    await create({ key: "k", query: "q" }).request("GET /things");
    const sent = server.arrivals.map(({ headers, url }) => [
      headers.authorization,
      headers["x-api-key"],
      url,
    ]);
    expect(sent).toEqual([
      [`Basic ${btoa("u:p")}`, undefined, "/things"],
      [undefined, "k", "/things"],
      [undefined, "k", "/things?api%20key=q"],
    ]);
  });

  it("may be named `bearer` for a service that describes no scheme", async () => {
    server.play(json({}));
    const client = createService({}, { baseUrl: server.url, auth: { bearer: SECRET } });
    await client.request("GET /things");
    expect(server.arrivals[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
  });

  it("that is undefined is one that is not given", async () => {
    server.play(json({}));
    const create = (auth: Record<string, string | undefined>) =>
      createService({ auth: [KEY, QUERY] }, { baseUrl: server.url, auth });
    await create({ key: "k", query: undefined }).request("GET /things");
    await create({ key: undefined, query: undefined }).request("GET /things");
    const sent = server.arrivals.map(({ headers, url }) => [headers["x-api-key"], url]);
    expect(sent).toEqual([
      ["k", "/things"],
      [undefined, "/things"],
    ]);
    expect(() => create({ kee: undefined })).toThrow(
      'Option "auth" has undefined as "kee"; expected a string or a function under one of the names key, query.',
    );
  });

  it.each<[title: string, options: object, own: Record<string, unknown>, sent: string]>([
    ["a header of a single call", {}, { headers: { authorization: "Basic own" } }, "Basic own"],
    [
      "a header that a hook sets",
      {
        onRequest({ request }: { request: { headers: Record<string, string> } }) {
          request.headers["authorization"] = "Basic hook";
        },
      },
      {},
      "Basic hook",
    ],
    [
      "but not to a default header",
      { headers: { authorization: "Basic usual" } },
      {},
      `Bearer ${SECRET}`,
    ],
  ])("gives way to %s", async (_title, options, callParameters, sent) => {
    server.play(json({}));
    await connect(options).request(anyRoute("GET /anything"), callParameters);
    expect(server.arrivals[0]?.headers.authorization).toBe(sent);
  });

  it.each<
    [
      title: string,
      url: string,
      headers: Record<string, string>,
      echo: (arrival: Arrival) => unknown,
    ]
  >([
    [
      "a header",
      "/things",
      { "x-api-key": "own-key", cookie: "sid=1" },
      ({ headers }) => headers["x-api-key"],
    ],
    ["a parameter", "/things?api%20key=own-key", {}, ({ url }) => url?.split("=")[1]],
  ])("gives way to %s of a scheme, whose value is then as secret", async (...row) => {
    const [, url, headers, echo] = row;
    server.play((response, arrival) => json(echo(arrival), 400)(response, arrival));
    const catalog = { auth: [BASIC, KEY, QUERY] };
    const service = createService(catalog, { baseUrl: server.url, retry: 0, auth: ALL });
    const error = await errorOf(service.request(`GET ${url}`, { headers }));
    expect(error).toMatchObject({ data: "[hidden]" });
    expect(inspect(error)).not.toContain("own-key");
    expect(server.arrivals[0]?.headers).toMatchObject({
      authorization: `Basic ${btoa("u:p")}`,
      "x-api-key": SECRET,
      ...headers,
    });
  });

  it("does not give way to a cookie", async () => {
    server.play(json({}));
    await connect().request(anyRoute("GET /anything"), { headers: { cookie: "sid=1" } });
    expect(server.arrivals[0]?.headers).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      cookie: "sid=1",
    });
  });

  it("may be left out", async () => {
    server.play(json({}));
    await connect({ auth: undefined }).request(anyRoute("GET /anything"));
    expect(server.arrivals[0]?.headers.authorization).toBeUndefined();
  });

  it.each<[title: string, auth: unknown]>([
    ["an empty string", ""],
    ["a line break", `${SECRET}\n`],
    ["a NUL", `${SECRET}\0`],
    ["no Latin-1", `${SECRET}Ł`],
    ["an unknown scheme", { secret: SECRET }],
    ["a number", { bearer: 7 }],
  ])("cannot be %s", (_title, auth) => {
    const create = () => createClient({ auth: auth as string });
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow(SECRET);
  });

  it.each(["us3r-info", () => "us3r-info"])("that is basic has a colon: %s", async (auth) => {
    const send = async () => createService({ auth: [BASIC] }, { auth }).request("GET /things");
    const error = await errorOf(send());
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(
      'The credential is text without a colon; expected "<user>:<password>", in which the password may be empty ("<user>:").',
    );
  });

  it.each([
    ["the password", "p:w0rd"],
    ["both", "user:p:w0rd"],
    ["the header", btoa("user:p:w0rd")],
  ])("that is basic is not shown in any form: %s", async (_what, text) => {
    server.play(json({ message: `got ${text}` }, 400));
    const client = createService({ auth: [BASIC] }, { baseUrl: server.url, auth: "user:p:w0rd" });
    const error = await errorOf(client.request("GET /things"));
    expect(error.data).toEqual({ message: "got [hidden]" });
  });

  it("that is basic may have an empty password", async () => {
    server.play(json({}));
    const client = createService({ auth: [BASIC] }, { baseUrl: server.url, auth: "key:" });
    await client.request("GET /things");
    expect(server.arrivals[0]?.headers.authorization).toBe(`Basic ${btoa("key:")}`);
  });

  it("that a function gives is checked, too", async () => {
    const error = await errorOf(
      connect({ auth: () => `${SECRET}\n` }).request(anyRoute("GET /anything")),
    );
    expect(error.message).toBe(
      "The credential is empty or cannot stand in a header; expected visible characters of Latin-1.",
    );
  });
});

describe("[F.7] a call that brings one credential", () => {
  const SCHEMES = [BASIC, KEY, QUERY, SESSION];
  const AUTH = { basic: "u:p", key: "k", query: "q", session: "s" };
  const NONE = { basic: undefined, key: undefined, query: "/things", session: undefined };
  const SENT = { basic: `Basic ${btoa("u:p")}`, key: "k", query: "/things?api%20key=q" };
  const USUAL = { ...SENT, session: "sid=s" };

  function sent(): object {
    const { headers, url: query } = server.arrivals[0] ?? {};
    const { authorization: basic, "x-api-key": key, cookie: session } = headers ?? {};
    return { basic, key, query, session };
  }

  it.each<[title: string, parameters: Record<string, unknown>, expected: object]>([
    ["nothing", {}, USUAL],
    ["authorization", { headers: { Authorization: "own" } }, { ...USUAL, basic: "own" }],
    ["another header", { headers: { "x-api-key": "own" } }, { ...USUAL, key: "own" }],
    ["a declared header", { "X-Api-Key": "own" }, { ...USUAL, key: "own" }],
    ["a parameter", { "api key": "own" }, { ...USUAL, query: "/things?api%20key=own" }],
    ["its cookie", { headers: { cookie: "a=1; sid=own" } }, { ...USUAL, session: "a=1; sid=own" }],
    ["another cookie", { headers: { cookie: "xsid=1" } }, { ...USUAL, session: "xsid=1; sid=s" }],
    [
      "two",
      { headers: { "x-api-key": "own" }, "api key": "own" },
      { ...USUAL, key: "own", query: "/things?api%20key=own" },
    ],
    ["an unrelated header", { headers: { "x-kept": "1" } }, USUAL],
  ])("replaces that one: %s", async (_title, parameters, expected) => {
    for (const isFunction of [false, true]) {
      server.play(json({}));
      const entries = Object.entries(AUTH).map(([name, text]) => [
        name,
        isFunction ? () => text : text,
      ]);
      const auth = Object.fromEntries(entries) as typeof AUTH;
      await createService(
        { auth: SCHEMES },
        { baseUrl: server.url, auth },
        {
          "GET /things": { headers: { "X-Api-Key": "simple" } },
        },
      ).request("GET /things", parameters);
      expect(sent()).toEqual({ ...NONE, ...expected });
    }
  });

  it("is not asked for it, and renews the others", async () => {
    server.play(json({}, 401), json({}));
    const calls = { basic: 0, key: 0 };
    const auth = { basic: () => `u:${++calls.basic}`, key: () => `k${++calls.key}` };
    const service = createService({ auth: [BASIC, KEY] }, { baseUrl: server.url, auth });
    await service.request("GET /things", { headers: { "x-api-key": "own" } });
    expect(calls).toEqual({ basic: 2, key: 0 });
    expect(server.arrivals[1]?.headers.authorization).toBe(`Basic ${btoa("u:2")}`);
    await service.request("GET /things");
    expect(calls).toEqual({ basic: 2, key: 1 });
  });
});

describe("[F.7] a function", () => {
  const tokens = (...tokenList: readonly string[]) => {
    const queue = [...tokenList];
    let calls = 0;
    const auth = async () => {
      calls++;
      return queue.shift() ?? "none";
    };
    return { auth, count: () => calls };
  };
  const refuseUnless =
    (token: string): Step =>
    (response, { headers }) =>
      (headers.authorization === `Bearer ${token}` ? json({}) : json({}, 401))(response, {
        method: "",
        url: "",
        headers,
        body: "",
      });

  it("is called once for many requests", async () => {
    server.play(json({}));
    const { auth, count } = tokens("one");
    const client = connect({ auth });
    await Promise.all([1, 2, 3].map(() => client.request(anyRoute("GET /anything"))));
    await client.request(anyRoute("GET /anything"));
    expect(count()).toBe(1);
  });

  it("is called again once after a 401, whatever the method", async () => {
    server.play(refuseUnless("two"));
    const { auth, count } = tokens("one", "two");
    const { status } = await connect({ auth }).request(anyRoute("POST /anything"), { a: 1 });
    expect({ status, calls: count(), sent: server.arrivals.length }).toEqual({
      status: 200,
      calls: 2,
      sent: 2,
    });
    expect(server.arrivals[1]?.body).toBe('{"a":1}');
  });

  it("is not called a third time", async () => {
    server.play(json({}, 401));
    const { auth, count } = tokens("one", "two", "three");
    expect(await errorOf(connect({ auth }).request(anyRoute("GET /anything")))).toMatchObject({
      status: 401,
      attempts: 2,
    });
    expect(count()).toBe(2);
  });

  it("is called once for requests that fail together", async () => {
    server.play(refuseUnless("two"));
    const { auth, count } = tokens("one", "two", "three");
    const client = connect({ auth });
    await Promise.all(Array.from({ length: 20 }, () => client.request(anyRoute("GET /anything"))));
    expect(count()).toBe(2);
  });

  it("that fails rejects the request, and is called again by the next", async () => {
    server.play(json({}));
    let calls = 0;
    const failure = new Error("no token");
    const auth = () => {
      if (calls++ === 0) throw failure;
      return "one";
    };
    const client = connect({ auth });
    expect(await errorOf(client.request(anyRoute("GET /anything")))).toBe(failure);
    expect(await client.request(anyRoute("GET /anything"))).toMatchObject({ status: 200 });
  });

  it("may send a request that brings a credential, to get what it gives", async () => {
    server.play((response, arrival) => {
      const token = arrival.url === "/token" ? "app" : "installation";
      refuseUnless(token)(response, arrival);
    });
    const client = connect({
      async auth() {
        await client.request(anyRoute("POST /token"), { headers: { authorization: "Bearer app" } });
        return "installation";
      },
    });
    expect(await client.request(anyRoute("GET /anything"))).toMatchObject({ status: 200 });
    expect(server.arrivals.map(({ url }) => url)).toEqual(["/token", "/anything"]);
  });

  it("that is still asked when the call ends sends nothing", async () => {
    const controller = new AbortController();
    const reason = new Error("not needed any more");
    let sent = 0;
    const client = connect({
      fetch: async () => (sent++, Response.json({})),
      auth: async () => (controller.abort(reason), "a token"),
    });
    const { signal } = controller;
    expect(await errorOf(client.request(anyRoute("GET /anything"), {}, { signal }))).toBe(reason);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBe(0);
  });

  it("is not asked after a 401 to what a call brought", async () => {
    server.play(json({}, 401));
    const { auth, count } = tokens("one");
    const ownCredential = { headers: { authorization: "Bearer own" } };
    expect(
      await errorOf(connect({ auth }).request(anyRoute("POST /anything"), ownCredential)),
    ).toMatchObject({
      attempts: 1,
    });
    expect(count()).toBe(0);
  });

  it("is not asked after a 401 of another origin", async () => {
    stranger.play(json({}, 401));
    const { auth, count } = tokens("one", "two");
    const error = await errorOf(
      connect({ auth }).request(anyRoute(`POST ${stranger.url}/anything`)),
    );
    expect(error).toMatchObject({ status: 401, attempts: 1 });
    expect(count()).toBe(0);
  });

  it("is not asked after a 401 of another origin that a redirect leads to", async () => {
    server.play(reply(307, { location: `${stranger.url}/elsewhere` }));
    stranger.play(json({}, 401));
    const { auth, count } = tokens("one", "two");
    const service = createService({ auth: [KEY] }, { baseUrl: server.url, retry: 0, auth });
    expect(await errorOf(service.request("GET /things"))).toMatchObject({ attempts: 1 });
    expect([count(), server.arrivals.length]).toEqual([1, 1]);
  });

  it("is called again without a wait, and hooks are told so", async () => {
    server.play(refuseUnless("two"));
    const seen: unknown[] = [];
    const client = connect({
      auth: tokens("one", "two").auth,
      onRetry: ({ attempt, delay, error }) => void seen.push([attempt, delay, error.message]),
      sleep: () => Promise.reject(new Error("There is a wait.")),
    });
    await client.request(anyRoute("GET /anything"));
    expect(seen).toEqual([[1, 0, '"GET /anything" got status 401.']]);
  });

  it("is not asked after a 401 to a string", async () => {
    server.play(json({}, 401));
    expect(await errorOf(connect().request(anyRoute("GET /anything")))).toMatchObject({
      attempts: 1,
    });
  });
});

const sensitiveHeaders = {
  authorization: "Bearer own",
  cookie: "sid=1",
  "proxy-authorization": "p",
  "x-kept": "1",
};

describe("[F.8] credentials", () => {
  const sent = ({ arrivals }: typeof server) =>
    arrivals.map(({ headers }) => [
      headers.authorization,
      headers["x-api-key"],
      headers.cookie,
      headers["x-kept"],
    ]);
  const redirect =
    (status: number, location: () => string): Step =>
    (response) =>
      response.writeHead(status, { location: location() }).end();

  it.each([301, 302, 303, 307, 308])(
    "stay with a redirect within the origin: %s",
    async (status) => {
      server.play(
        redirect(status, () => "/elsewhere?a=1"),
        json({ ok: true }),
      );
      const client = createService({ auth: [KEY] }, { baseUrl: server.url, auth: SECRET });
      const { data, url } = await client.request("GET /things", { headers: sensitiveHeaders });
      expect({ data, url }).toEqual({ data: { ok: true }, url: `${server.url}/elsewhere?a=1` });
      expect(sent(server)[1]).toEqual(["Bearer own", SECRET, "sid=1", "1"]);
    },
  );

  it.each([301, 302, 303, 307, 308])(
    "do not leave with a redirect to another: %s",
    async (status) => {
      server.play(redirect(status, () => `${stranger.url}/elsewhere`));
      stranger.play(json({}));
      const client = createService(
        { auth: [KEY, QUERY] },
        { baseUrl: server.url, auth: { key: SECRET, query: SECRET } },
      );
      const { url } = await client.request("GET /things", { headers: sensitiveHeaders });
      expect(url).toBe(`${stranger.url}/elsewhere`);
      expect(sent(stranger)).toEqual([[undefined, undefined, undefined, "1"]]);
      expect(server.arrivals[0]?.headers).toHaveProperty("proxy-authorization");
      expect(stranger.arrivals[0]?.headers).not.toHaveProperty("proxy-authorization");
      expect(stranger.arrivals[0]).toMatchObject({ url: "/elsewhere" });
      expect(JSON.stringify(stranger.arrivals)).not.toContain(SECRET);
    },
  );

  it("of a single call do not leave, either", async () => {
    server.play(redirect(307, () => `${stranger.url}/elsewhere`));
    stranger.play(json({}));
    const client = createService({ auth: [KEY] }, { baseUrl: server.url, auth: SECRET });
    await client.request("GET /things", { headers: { "x-api-key": "own-key" } });
    expect(sent(server)).toEqual([[undefined, "own-key", undefined, undefined]]);
    expect(sent(stranger)).toEqual([[undefined, undefined, undefined, undefined]]);
  });

  it("do not come back when the other redirects here", async () => {
    server.play(
      redirect(302, () => `${stranger.url}/a`),
      json({}),
    );
    stranger.play(redirect(302, () => `${server.url}/b`));
    await connect().request(anyRoute("GET /anything"));
    expect(server.arrivals.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/anything", `Bearer ${SECRET}`],
      ["/b", undefined],
    ]);
  });

  it("in the query that a redirect repeats are sent once, and not shown", async () => {
    const to = (address: string): Step => reply(302, { location: address });
    server.play(to("/b?api%20key=k&a=1"), to(`${stranger.url}/c?api+key=k&a=1`));
    stranger.play(json({}));
    const service = createService({ auth: [QUERY] }, { baseUrl: server.url, auth: "k" });
    const { url } = await service.request("GET /things");
    expect(server.arrivals[1]).toMatchObject({ url: "/b?a=1&api%20key=k" });
    expect(stranger.arrivals).toMatchObject([{ url: "/c?a=1" }]);
    expect(url).toBe(`${stranger.url}/c?a=1`);
  });

  it("in the query stay with a redirect within the origin", async () => {
    server.play(
      redirect(302, () => "/b"),
      json({}),
    );
    await createService({ auth: [QUERY] }, { baseUrl: server.url, auth: "k" }).request(
      "GET /things",
    );
    expect(server.arrivals.map(({ url }) => url)).toEqual([
      "/things?api%20key=k",
      "/b?api%20key=k",
    ]);
  });

  it("do not go to a route of another origin", async () => {
    stranger.play(json({}));
    await connect().request(anyRoute(`GET ${stranger.url}/anything`));
    await connect({ headers: { "x-kept": "1" } }).request(anyRoute("GET /anything"), {
      baseUrl: stranger.url,
    });
    expect(sent(stranger)).toEqual([
      [undefined, undefined, undefined, undefined],
      [undefined, undefined, undefined, "1"],
    ]);
  });

  it("that are default headers do not, either", async () => {
    stranger.play(json({}));
    await connect({ headers: sensitiveHeaders }).request(anyRoute(`GET ${stranger.url}/anything`));
    expect(sent(stranger)).toEqual([[undefined, undefined, undefined, "1"]]);
  });

  it("go to the servers of the catalog", async () => {
    const seen: unknown[] = [];
    const fetch = async (url: unknown, init?: RequestInit) => {
      seen.push([url, (init?.headers as Record<string, string>)["authorization"]]);
      return Response.json({});
    };
    const catalog = { servers: ["https://uploads.acme.example"] };
    await createService(catalog, { fetch, auth: "t" }).request(
      "GET https://uploads.acme.example/a",
    );
    const moved = createService(catalog, { fetch, auth: "t", baseUrl: "https://other.example" });
    await moved.request("GET https://uploads.acme.example/a");
    expect(seen).toEqual([
      ["https://uploads.acme.example/a", "Bearer t"],
      ["https://uploads.acme.example/a", undefined],
    ]);
  });

  it.each([
    "https://api.vendor.example.evil.example/",
    "https://api.vendor.example@evil.example/",
    "http://api.vendor.example/",
  ])("do not go to an address that only looks like the origin: %s", async (address) => {
    const seen: unknown[] = [];
    const fetch = async (_url: unknown, init?: RequestInit) => {
      seen.push((init?.headers as Record<string, string>)["authorization"]);
      return Response.json({});
    };
    await createClient({ auth: SECRET, fetch }).request(anyRoute(`GET ${address}`));
    expect(seen).toEqual([undefined]);
  });
});

describe("[F.8] redirects", () => {
  const to = (status: number, location: string): Step => reply(status, { location });

  /** A `fetch` that follows no redirect by itself. */
  const followNone: typeof fetch = (url, init) => fetch(url, { redirect: "manual", ...init });

  const createKeyed = (options: object = {}) =>
    createService({ auth: [KEY] }, { baseUrl: server.url, retry: 0, auth: SECRET, ...options });
  const DESCRIBING = {
    "content-encoding": "identity",
    "content-language": "en",
    "content-location": "/there",
  };

  type Send = (route: string, parameters?: UnknownParameters) => Promise<unknown>;

  /** The platform follows them for the first, the client for the others. */
  const senders: readonly (readonly [string, Send])[] = [
    ["authorization", (route, parameters = {}) => connect().request(anyRoute(route), parameters)],
    ["another header", (route, parameters = {}) => createKeyed().request(route, parameters)],
    [
      "another header, and a fetch that follows none",
      (route, parameters = {}) => createKeyed({ fetch: followNone }).request(route, parameters),
    ],
  ];

  describe.each(senders)("with %s", (_title, send) => {
    it.each<[method: string, status: number, then: string, body: string]>([
      ["POST", 301, "GET", ""],
      ["POST", 302, "GET", ""],
      ["POST", 303, "GET", ""],
      ["POST", 307, "POST", '{"a":1}'],
      ["POST", 308, "POST", '{"a":1}'],
      ["PUT", 301, "PUT", '{"a":1}'],
      ["PUT", 302, "PUT", '{"a":1}'],
      ["PUT", 303, "GET", ""],
      ["PUT", 307, "PUT", '{"a":1}'],
      ["PATCH", 308, "PATCH", '{"a":1}'],
      ["DELETE", 303, "GET", ""],
    ])("of a %s with %s go on as %s", async (method, status, then, body) => {
      server.play(to(status, "/b"), json({}));
      await send(`${method} /a`, { a: 1, headers: DESCRIBING });
      expect(server.arrivals[1]).toMatchObject({ method: then, url: "/b", body });
      const describing = Object.keys(server.arrivals[1]?.headers ?? {}).filter((name) =>
        /^content-(?!length)/.test(name),
      );
      expect(describing.sort()).toEqual(
        body === "" ? [] : [...Object.keys(DESCRIBING), "content-type"].sort(),
      );
    });

    it.each(["GET", "HEAD"].flatMap((method) => [301, 302, 303, 307, 308].map((s) => [method, s])))(
      "of a %s with %s keep the method",
      async (method, status) => {
        server.play(to(Number(status), "/b"), reply(200));
        await send(`${method} /a`);
        const sent = server.arrivals.map((each) => `${each.method} ${each.url}`);
        expect(sent).toEqual([`${method} /a`, `${method} /b`]);
      },
    );

    it.each([300, 304, 305])("of %s are none", async (status) => {
      server.play(to(status, "/b"));
      await send("GET /a").catch((error: unknown) => error);
      expect(server.arrivals).toHaveLength(1);
    });
  });

  it.each(senders)("are followed twenty times, with %s", async (_title, send) => {
    server.play(to(302, "/a"));
    const error = await errorOf(send("GET /things"));
    expect(error).toMatchObject({ name: "ConnectionError", attempts: 1 });
    expect(server.arrivals).toHaveLength(21);
  });

  it.each(senders)("away from HTTP are not followed, with %s", async (_title, send) => {
    for (const location of ["http://", "data:text/plain,abc", "file:///etc/passwd"]) {
      server.play(to(302, location));
      const error = await errorOf(send("GET /things"));
      expect(error).toMatchObject({ name: "ConnectionError", attempts: 1 });
    }
    expect(server.arrivals).toHaveLength(3);
  });

  it.each(senders)("are the caller's where it says so, with %s", async (_title, send) => {
    server.play(to(302, "/b"));
    const withMode = (redirect: string) => send("GET /things", { request: { redirect } });
    expect(await errorOf(withMode("manual"))).toMatchObject({ status: 302 });
    const refused = withMode("error");
    expect(await errorOf(refused)).toMatchObject({ name: "ConnectionError" });
    expect(server.arrivals).toHaveLength(2);
  });

  /** As in a browser. */
  const hidden = (modes: unknown[]) => async (_url: unknown, init?: RequestInit) => {
    modes.push(init?.redirect);
    if (init?.redirect === "follow") return Response.json({ ok: true });
    return Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
  };

  it("are left to the platform where it keeps the credential safe", async () => {
    const modes: unknown[] = [];
    const client = connect({
      fetch: async (_url, init) => {
        modes.push(init?.redirect);
        return Response.json({ ok: true });
      },
    });
    const { data } = await client.request("GET /user");
    expect({ data, modes }).toEqual({ data: { ok: true }, modes: [undefined] });
  });

  it('that the platform hides are its own, if the credential is "authorization"', async () => {
    const modes: unknown[] = [];
    const options = { fetch: hidden(modes), auth: SECRET, retry: 0 };
    const { data } = await createService({}, options).request("GET /things");
    expect({ data, modes }).toEqual({ data: { ok: true }, modes: ["manual", "follow"] });
  });

  it.each<[method: string, status: number, arrivals: number]>([
    ["PUT", 302, 1],
    ["POST", 301, 1],
    ["POST", 308, 1],
    ["POST", 303, 2],
  ])("of a %s with %s and a stream have %s requests", async (method, status, arrivals) => {
    server.play(to(status, "/b"), json({}));
    const service = createService({ auth: [KEY] }, { baseUrl: server.url, retry: 0 });
    const data = new Blob(["bytes"]).stream();
    const sent = service.request(`${method} /a`, { data });
    if (arrivals === 1)
      expect(await errorOf(sent)).toMatchObject({
        name: "ConnectionError",
        cause: { message: "A redirect asks again for a stream that was read" },
      });
    else await sent;
    expect(server.arrivals).toHaveLength(arrivals);
  });

  /** A fetch that follows nothing; it answers with redirects to these addresses, then with `{}`. */
  const leadingTo = (...locations: readonly string[]) => {
    const urls: string[] = [];
    const counts = { cancelled: 0 };
    const fetch = async (url: unknown) => {
      urls.push(String(url));
      const location = locations[urls.length - 1];
      if (location === undefined) return Response.json({});
      const body = new ReadableStream({
        cancel: () => {
          counts.cancelled++;
        },
      });
      return new Response(body, { status: 302, headers: { location } });
    };
    return { fetch, urls, counts };
  };
  const OTHER_QUERY = { ...QUERY, name: "other", key: "other" };

  it.each<[location: string, then: string]>([
    ["/b", "/b?api%20key=k&other=o"],
    ["/b?a=1&b=2", "/b?a=1&b=2&api%20key=k&other=o"],
    ["/b?a=1&api+key=k&b=2&other=o&c=3", "/b?a=1&b=2&c=3&api%20key=k&other=o"],
    ["/b?api%20key=mine", "/b?api%20key=mine&api%20key=k&other=o"],
  ])("to %s have the credentials of the query once: %s", async (location, then) => {
    const { fetch, urls, counts } = leadingTo(location);
    const options = { fetch, baseUrl: "https://a.example", retry: 0 };
    const auth = { [QUERY.name]: "k", other: "o" };
    const service = createService({ auth: [QUERY, OTHER_QUERY] }, { ...options, auth });
    await service.request("GET /things");
    expect(urls).toEqual([
      "https://a.example/things?api%20key=k&other=o",
      `https://a.example${then}`,
    ]);
    expect(counts.cancelled).toBe(1); // the body of the redirect
  });

  it("keep an empty query as it is", async () => {
    const { fetch, urls } = leadingTo("/b?");
    const options = { fetch, baseUrl: "https://a.example", retry: 0 };
    await createService({ auth: [KEY] }, options).request("GET /things");
    expect(urls[1]).toBe("https://a.example/b?");
  });

  it.each([
    "xhttp://a.example/",
    "httpx://a.example/",
    "xhttps://a.example/",
    "https+x://a.example/",
  ])("to %s are not sent to any fetch", async (location) => {
    const { fetch, urls } = leadingTo(location);
    const options = { fetch, baseUrl: "https://a.example", retry: 0 };
    const error = await errorOf(createService({ auth: [KEY] }, options).request("GET /things"));
    expect(error).toMatchObject({ cause: { message: "A redirect leads away from HTTP" } });
    expect(urls).toHaveLength(1);
  });

  const MISLEADING = { ...QUERY, key: "authorization", name: "a parameter named as the header" };

  it.each([KEY, QUERY, MISLEADING])(
    "that the platform hides are refused otherwise: $name",
    async (scheme) => {
      const modes: unknown[] = [];
      const options = { fetch: hidden(modes), auth: SECRET, retry: 0 };
      const error = await errorOf(
        createService({ auth: [scheme] }, options).request("GET /things"),
      );
      expect(error).toMatchObject({ name: "ConnectionError" });
      expect(modes).toEqual(["manual"]);
    },
  );

  it("that the platform hides are refused for a header that a call brings, too", async () => {
    const modes: unknown[] = [];
    const service = createService({ auth: [KEY] }, { fetch: hidden(modes), retry: 0 });
    const ownKey = { headers: { "x-api-key": "own-key" } };
    expect(await errorOf(service.request("GET /things", ownKey))).toMatchObject({
      name: "ConnectionError",
    });
    expect(modes).toEqual(["manual"]);
  });
});
