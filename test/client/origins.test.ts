/** Credentials do not leave their origin, by a redirect or by a route. */
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { json, reply, startServer, type Step } from "./server.js";
import { createService } from "./service.js";
import { SECRET, KEY, QUERY } from "./auth-schemes.js";

const server = startServer();

/** A server of another origin. */
const stranger = startServer();

const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, retry: 0, auth: SECRET, ...options });

const SENSITIVE_HEADERS = {
  authorization: "Bearer own",
  cookie: "sid=1",
  "proxy-authorization": "p",
  "x-kept": "1",
};

/** A request without any of the headers that `listSent` reads. */
const NO_CREDENTIALS = {
  authorization: undefined,
  apiKey: undefined,
  cookie: undefined,
  kept: undefined,
};

describe("[F.8] the client", () => {
  it.each([301, 302, 303, 307, 308])(
    "repeats credentials after a redirect (%s) within the origin",
    async (status) => {
      server.play(
        redirect(status, () => "/elsewhere?a=1"),
        json({ ok: true }),
      );
      const client = createService({ auth: [KEY] }, { baseUrl: server.url, auth: SECRET });
      const { data, url } = await client.request("GET /things", { headers: SENSITIVE_HEADERS });
      expect({ data, url }).toEqual({ data: { ok: true }, url: `${server.url}/elsewhere?a=1` });
      expect(listSent(server)[1]).toEqual({
        authorization: "Bearer own",
        apiKey: SECRET,
        cookie: "sid=1",
        kept: "1",
      });
    },
  );

  it.each([301, 302, 303, 307, 308])(
    "sends no credentials after a redirect (%s) to another origin",
    async (status) => {
      server.play(redirect(status, () => `${stranger.url}/elsewhere`));
      stranger.play(json({}));
      const client = createService(
        { auth: [KEY, QUERY] },
        { baseUrl: server.url, auth: { key: SECRET, query: SECRET } },
      );
      const { url } = await client.request("GET /things", { headers: SENSITIVE_HEADERS });
      expect(url).toBe(`${stranger.url}/elsewhere`);
      expect(listSent(stranger)).toEqual([{ ...NO_CREDENTIALS, kept: "1" }]);
      expect(server.arrivals[0]?.headers).toHaveProperty("proxy-authorization");
      expect(stranger.arrivals[0]?.headers).not.toHaveProperty("proxy-authorization");
      expect(stranger.arrivals[0]).toMatchObject({ url: "/elsewhere" });
      expect(JSON.stringify(stranger.arrivals)).not.toContain(SECRET);
    },
  );

  it("sends the credentials of a single call to no other origin, either", async () => {
    server.play(redirect(307, () => `${stranger.url}/elsewhere`));
    stranger.play(json({}));
    const client = createService({ auth: [KEY] }, { baseUrl: server.url, auth: SECRET });
    await client.request("GET /things", { headers: { "x-api-key": "own-key" } });
    expect(listSent(server)).toEqual([{ ...NO_CREDENTIALS, apiKey: "own-key" }]);
    expect(listSent(stranger)).toEqual([NO_CREDENTIALS]);
  });

  it("sends no credentials when another origin redirects back to its own", async () => {
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

  it("sends credentials once that a redirect repeats in its query, and takes them out of a query for another origin", async () => {
    const to = (address: string): Step => reply(302, { location: address });
    server.play(to("/b?api%20key=k&a=1"), to(`${stranger.url}/c?api+key=k&a=1`));
    stranger.play(json({}));
    const service = createService({ auth: [QUERY] }, { baseUrl: server.url, auth: "k" });
    const { url } = await service.request("GET /things");
    expect(server.arrivals[1]).toMatchObject({ url: "/b?a=1&api%20key=k" });
    expect(stranger.arrivals).toMatchObject([{ url: "/c?a=1" }]);
    expect(url).toBe(`${stranger.url}/c?a=1`);
  });

  it("repeats credentials of the query after a redirect within the origin", async () => {
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

  it("sends no credentials to a route, or a base URL, of another origin", async () => {
    stranger.play(json({}));
    await connect().request(anyRoute(`GET ${stranger.url}/anything`));
    await connect({ headers: { "x-kept": "1" } }).request(anyRoute("GET /anything"), {
      baseUrl: stranger.url,
    });
    expect(listSent(stranger)).toEqual([NO_CREDENTIALS, { ...NO_CREDENTIALS, kept: "1" }]);
  });

  it("sends no credentials that are default headers to a route of another origin, either", async () => {
    stranger.play(json({}));
    await connect({ headers: SENSITIVE_HEADERS }).request(anyRoute(`GET ${stranger.url}/anything`));
    expect(listSent(stranger)).toEqual([{ ...NO_CREDENTIALS, kept: "1" }]);
  });

  it("sends credentials to the servers of the catalog, unless it has a base URL of its own", async () => {
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
  ])("sends no credentials to an address that only looks like its origin: %s", async (address) => {
    const seen: unknown[] = [];
    const fetch = async (_url: unknown, init?: RequestInit) => {
      seen.push((init?.headers as Record<string, string>)["authorization"]);
      return Response.json({});
    };
    await createClient({ auth: SECRET, fetch }).request(anyRoute(`GET ${address}`));
    expect(seen).toEqual([undefined]);
  });
});

/** Credentials in the headers of each request that has arrived, and `kept`, a header that is no credential. */
function listSent({ arrivals }: typeof server) {
  return arrivals.map(({ headers }) => ({
    authorization: headers.authorization,
    apiKey: headers["x-api-key"],
    cookie: headers.cookie,
    kept: headers["x-kept"],
  }));
}

/** @param location called when a request arrives: the ports of both servers are known then. */
function redirect(status: number, location: () => string): Step {
  return (response) => response.writeHead(status, { location: location() }).end();
}
