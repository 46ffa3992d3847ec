/** Redirects that the client follows itself, and those that it leaves to the platform. */
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { anyRoute, type UnknownParameters } from "../../src/runtime/endpoint.js";
import { errorOf } from "./error-of.js";
import { json, reply, startServer, type Step } from "./server.js";
import { createService } from "./service.js";
import { SECRET, KEY, QUERY } from "./auth-schemes.js";

const server = startServer();

const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, retry: 0, auth: SECRET, ...options });

/** Headers that describe a body, which a request without it must not have. */
const DESCRIBING = {
  "content-encoding": "identity",
  "content-language": "en",
  "content-location": "/there",
};

/** The platform follows redirects for the first, the client for the others. */
const SENDERS: readonly (readonly [title: string, send: Send])[] = [
  ["authorization", (route, parameters = {}) => connect().request(anyRoute(route), parameters)],
  ["another header", (route, parameters = {}) => createKeyed().request(route, parameters)],
  [
    "another header, and a fetch that follows none",
    (route, parameters = {}) => createKeyed({ fetch: followNone }).request(route, parameters),
  ],
];

const OTHER_QUERY = { ...QUERY, name: "other", key: "other" };
const MISLEADING = { ...QUERY, key: "authorization", name: "a parameter named as the header" };

describe("[F.8] redirects", () => {
  describe.each(SENDERS)("with %s", (_title, send) => {
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
      server.play(redirect(status, "/b"), json({}));
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
        server.play(redirect(Number(status), "/b"), reply(200));
        await send(`${method} /a`);
        const sent = server.arrivals.map((each) => `${each.method} ${each.url}`);
        expect(sent).toEqual([`${method} /a`, `${method} /b`]);
      },
    );

    it.each([300, 304, 305])("of %s are none", async (status) => {
      server.play(redirect(status, "/b"));
      await send("GET /a").catch((error: unknown) => error);
      expect(server.arrivals).toHaveLength(1);
    });
  });

  it.each(SENDERS)("are followed twenty times, with %s", async (_title, send) => {
    server.play(redirect(302, "/a"));
    const error = await errorOf(send("GET /things"));
    expect(error).toMatchObject({ name: "ConnectionError", attempts: 1 });
    expect(server.arrivals).toHaveLength(21);
  });

  it.each(SENDERS)("away from HTTP are not followed, with %s", async (_title, send) => {
    for (const location of ["http://", "data:text/plain,abc", "file:///etc/passwd"]) {
      server.play(redirect(302, location));
      const error = await errorOf(send("GET /things"));
      expect(error).toMatchObject({ name: "ConnectionError", attempts: 1 });
    }
    expect(server.arrivals).toHaveLength(3);
  });

  it.each(SENDERS)("are the caller's where it says so, with %s", async (_title, send) => {
    server.play(redirect(302, "/b"));
    const withMode = (redirect: string) => send("GET /things", { request: { redirect } });
    expect(await errorOf(withMode("manual"))).toMatchObject({ status: 302 });
    const refused = withMode("error");
    expect(await errorOf(refused)).toMatchObject({ name: "ConnectionError" });
    expect(server.arrivals).toHaveLength(2);
  });

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
    const options = { fetch: createHidingFetch(modes), auth: SECRET, retry: 0 };
    const { data } = await createService({}, options).request("GET /things");
    expect({ data, modes }).toEqual({ data: { ok: true }, modes: ["manual", "follow"] });
  });

  it.each<[method: string, status: number, arrivals: number]>([
    ["PUT", 302, 1],
    ["POST", 301, 1],
    ["POST", 308, 1],
    ["POST", 303, 2],
  ])("of a %s with %s and a stream have %s requests", async (method, status, arrivals) => {
    server.play(redirect(status, "/b"), json({}));
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

  it.each<[location: string, then: string]>([
    ["/b", "/b?api%20key=k&other=o"],
    ["/b?a=1&b=2", "/b?a=1&b=2&api%20key=k&other=o"],
    ["/b?a=1&api+key=k&b=2&other=o&c=3", "/b?a=1&b=2&c=3&api%20key=k&other=o"],
    ["/b?api%20key=mine", "/b?api%20key=mine&api%20key=k&other=o"],
  ])("to %s have the credentials of the query once: %s", async (location, then) => {
    const { fetch, urls, countCancelled } = createRedirectingFetch(location);
    const options = { fetch, baseUrl: "https://a.example", retry: 0 };
    const auth = { [QUERY.name]: "k", other: "o" };
    const service = createService({ auth: [QUERY, OTHER_QUERY] }, { ...options, auth });
    await service.request("GET /things");
    expect(urls).toEqual([
      "https://a.example/things?api%20key=k&other=o",
      `https://a.example${then}`,
    ]);
    expect(countCancelled()).toBe(1); // the body of the redirect
  });

  it("keep an empty query as it is", async () => {
    const { fetch, urls } = createRedirectingFetch("/b?");
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
    const { fetch, urls } = createRedirectingFetch(location);
    const options = { fetch, baseUrl: "https://a.example", retry: 0 };
    const error = await errorOf(createService({ auth: [KEY] }, options).request("GET /things"));
    expect(error).toMatchObject({ cause: { message: "A redirect leads away from HTTP" } });
    expect(urls).toHaveLength(1);
  });

  it.each([KEY, QUERY, MISLEADING])(
    "that the platform hides are refused otherwise: $name",
    async (scheme) => {
      const modes: unknown[] = [];
      const options = { fetch: createHidingFetch(modes), auth: SECRET, retry: 0 };
      const error = await errorOf(
        createService({ auth: [scheme] }, options).request("GET /things"),
      );
      expect(error).toMatchObject({ name: "ConnectionError" });
      expect(modes).toEqual(["manual"]);
    },
  );

  it("that the platform hides are refused for a header that a call brings, too", async () => {
    const modes: unknown[] = [];
    const service = createService({ auth: [KEY] }, { fetch: createHidingFetch(modes), retry: 0 });
    const parameters = { headers: { "x-api-key": "own-key" } };
    expect(await errorOf(service.request("GET /things", parameters))).toMatchObject({
      name: "ConnectionError",
    });
    expect(modes).toEqual(["manual"]);
  });
});

function createKeyed(options: object = {}) {
  return createService(
    { auth: [KEY] },
    { baseUrl: server.url, retry: 0, auth: SECRET, ...options },
  );
}

function redirect(status: number, location: string): Step {
  return reply(status, { location });
}

/** A `fetch` that follows no redirect by itself. */
function followNone(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  return fetch(url, { redirect: "manual", ...init });
}

/** A `fetch` that hides redirects which it does not follow, as browsers do, and notes the modes it is given. */
function createHidingFetch(modes: unknown[]) {
  return async (_url: unknown, init?: RequestInit) => {
    modes.push(init?.redirect);
    if (init?.redirect === "follow") return Response.json({ ok: true });
    return Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
  };
}

/** A `fetch` that answers with redirects to these addresses, and then with `{}`; counts bodies that were cancelled. */
function createRedirectingFetch(...locations: readonly string[]) {
  const urls: string[] = [];
  let cancelled = 0;
  const fetch = async (url: unknown) => {
    const location = locations[urls.length];
    urls.push(String(url));
    if (location === undefined) return Response.json({});
    const body = new ReadableStream({ cancel: () => void cancelled++ });
    return new Response(body, { status: 302, headers: { location } });
  };
  return { fetch, urls, countCancelled: () => cancelled };
}

type Send = (route: string, parameters?: UnknownParameters) => Promise<unknown>;
