/** Credentials: their schemes, and the ones that a call brings. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import type { AuthScheme } from "../../src/catalog/client.js";
import { errorOf } from "./error-of.js";
import { json, startServer, type Arrival } from "./server.js";
import { createService } from "./service.js";
import { SECRET, BASIC, KEY, QUERY, SESSION } from "./auth-schemes.js";

const server = startServer();

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

  it.each<[title: string, options: object, parameters: Record<string, unknown>, sent: string]>([
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
      { headers: { authorization: "Basic of all" } },
      {},
      `Bearer ${SECRET}`,
    ],
  ])("gives way to %s", async (_title, options, parameters, sent) => {
    server.play(json({}));
    await connect(options).request(anyRoute("GET /anything"), parameters);
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
  ])("gives way to %s of a scheme, whose value is then as secret", async (_title, ...row) => {
    const [url, headers, echo] = row;
    server.play((response, arrival) => json(echo(arrival), 400)(response));
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
  const ALL_SENT = { ...SENT, session: "sid=s" };

  it.each<[title: string, parameters: Record<string, unknown>, expected: object]>([
    ["nothing", {}, ALL_SENT],
    ["authorization", { headers: { Authorization: "own" } }, { ...ALL_SENT, basic: "own" }],
    ["another header", { headers: { "x-api-key": "own" } }, { ...ALL_SENT, key: "own" }],
    ["a declared header", { "X-Api-Key": "own" }, { ...ALL_SENT, key: "own" }],
    ["a parameter", { "api key": "own" }, { ...ALL_SENT, query: "/things?api%20key=own" }],
    [
      "its cookie",
      { headers: { cookie: "a=1; sid=own" } },
      { ...ALL_SENT, session: "a=1; sid=own" },
    ],
    [
      "another cookie",
      { headers: { cookie: "xsid=1" } },
      { ...ALL_SENT, session: "xsid=1; sid=s" },
    ],
    [
      "two",
      { headers: { "x-api-key": "own" }, "api key": "own" },
      { ...ALL_SENT, key: "own", query: "/things?api%20key=own" },
    ],
    ["an unrelated header", { headers: { "x-kept": "1" } }, ALL_SENT],
  ])("replaces that one: %s", async (_title, parameters, expected) => {
    for (const isFunction of [false, true]) {
      server.play(json({}));
      const entries = Object.entries(AUTH).map(([name, text]) => [
        name,
        isFunction ? () => text : text,
      ]);
      const auth = Object.fromEntries(entries) as typeof AUTH;
      const routes = { "GET /things": { headers: { "X-Api-Key": "simple" } } } as const;
      const client = createService({ auth: SCHEMES }, { baseUrl: server.url, auth }, routes);
      await client.request("GET /things", parameters);
      expect(readCredentials(server.arrivals[0])).toEqual({ ...NONE, ...expected });
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

/** Credentials that a request has, by the names of their schemes. */
function readCredentials(arrival: Arrival | undefined) {
  const { headers = {}, url: query } = arrival ?? {};
  const { authorization: basic, "x-api-key": key, cookie: session } = headers;
  return { basic, key, query, session };
}
