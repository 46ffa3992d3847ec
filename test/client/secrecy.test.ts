/** Thirty ways to look at an error, and more at a client and at mocks; none shows a credential. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { createMockFetch } from "typewire/testing";
import { anyRoute } from "../../src/runtime/endpoint.js";
import type { AuthScheme } from "../../src/catalog/client.js";
import { errorOf } from "./error-of.js";
import { inspectAll, looks, prints } from "./looks.js";
import { cutShort, json, reply, reset, startServer, type Step } from "./server.js";
import { createService } from "./service.js";

const server = startServer();

/** With characters that URLs and JSON spell differently. */
const SECRET = 's3cret/"t0ken"+&=';
const PASSWORD = "pa55-w0rd";
const COOKIE = "sid=c00kie-va1ue";
const SCHEMES: Readonly<Record<string, AuthScheme>> = {
  bearer: { name: "auth", in: "header", key: "authorization", prefix: "Bearer " },
  basic: { name: "auth", in: "header", key: "authorization", prefix: "Basic ", isBasic: true },
  header: { name: "auth", in: "header", key: "x-api-key" },
  query: { name: "auth", in: "query", key: "api_key" },
};

const FAILURES: readonly (readonly [title: string, step: Step, fetch?: typeof globalThis.fetch])[] =
  [
    ["a status", json({ message: "No" }, 403)],
    ["a status with a repeated request", echo(403, "application/json")],
    ["a text that repeats the request", echo(500, "text/plain")],
    [
      "JSON that is none and repeats the request",
      (response, arrival) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(`{ ${arrival.url} ${JSON.stringify(arrival.headers)}`);
      },
    ],
    [
      "headers that repeat the request",
      (response, { url, headers }) => {
        const repeated = JSON.stringify({ url, headers });
        response.writeHead(400, { "x-request-id": repeated, "set-cookie": ["a=1", repeated] });
        response.end();
      },
    ],
    ["a redirect that is not followed", reply(302)],
    ["a reset", reset],
    ["a body that breaks off", cutShort()],
    ["an error of fetch", reset, failingFetch],
  ];

const SHOWN = Object.keys(SCHEMES).flatMap((scheme) =>
  FAILURES.map(([title, step, fetch]) => ({ scheme, title, step, fetch })),
);

describe.each(SHOWN)("[F.9] $title, $scheme", ({ scheme, step, fetch }) => {
  it.each([false, true])("shows nothing, with a query and a cookie: %s", async (isRich) => {
    server.play(step);
    const auth = scheme === "basic" ? `user:${PASSWORD}` : SECRET;
    const client = createService(
      { auth: [schemeOf(scheme)], requestId: "x-request-id" },
      { baseUrl: server.url, auth, retry: 0, fetch },
    );
    const headers = isRich ? { cookie: COOKIE } : {};
    const error = await errorOf(client.request("GET /things", { page: isRich ? 1 : 2, headers }));
    expectHidden(error, listSpellings(scheme));
  });
});

describe("[F.9] a URL with a password", () => {
  it.each(looks)("is not shown by %s", async (_title, look) => {
    const { host } = new URL(server.url);
    const client = createService({}, { baseUrl: `http://us3r-info:${PASSWORD}@${host}`, retry: 0 });
    const error = await errorOf(client.request("GET /things"));
    const text = look(error);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain("us3r-info");
  });
});

describe("[F.9] an address that is not valid", () => {
  it.each([
    `http://us3r-info:${PASSWORD}@[bad`,
    `http://us3r-info:${PASSWORD}@acme.example:99999`,
    `postgres://us3r-info:${PASSWORD}@acme.example/db`,
  ])("shows no password: %s", (baseUrl) => {
    const create = (): unknown => createService({}, { baseUrl });
    expect(create).toThrow(/^Option "baseUrl" of "createClient" is "/);
    try {
      create();
    } catch (error) {
      expectHidden(error as Error, ["pa55", "us3r"]);
    }
  });
});

describe("[F.9] what a response repeats", () => {
  it("is hidden before it is cut short", async () => {
    const start = "x".repeat(990);
    const step = (status: number) =>
      reply(status, { "content-type": "application/json" }, start + SECRET);
    server.play(step(200), step(400));
    const client = createService({}, { baseUrl: server.url, auth: SECRET });
    for (const status of [200, 400])
      expect(await errorOf(client.request("GET /things"))).toMatchObject({
        status,
        data: `${start}[hidden]`,
      });
  });

  it("is hidden in the service's name for the request", async () => {
    server.play(reply(400, { "x-request-id": `r1-${SECRET}` }));
    const catalog = { requestId: "x-request-id" };
    const client = createService(catalog, { baseUrl: server.url, auth: SECRET });
    const error = await errorOf(client.request("GET /things"));
    expect(error).toMatchObject({ requestId: "r1-[hidden]" });
  });

  it("is all that is hidden", async () => {
    const data = { docs: "https://docs.acme.example", contact: "me@acme.example", id: "//a@b" };
    server.play(json(data, 400));
    const client = createService({}, { baseUrl: server.url, auth: SECRET });
    const error = await errorOf(client.request("GET /things"));
    expect(error).toMatchObject({ data: { ...data, id: "//b" } });
  });

  it.each(["", "image/png"])("is hidden in bytes: %j", async (type) => {
    const step: Step = (response, { headers }) =>
      response
        .writeHead(400, type === "" ? {} : { "content-type": type })
        .end(`You sent ${headers.authorization}`);
    server.play(step, reply(400, { "content-type": "image/png" }, new Uint8Array([0xff, 0, 0xfe])));
    const client = createService({}, { baseUrl: server.url, auth: SECRET });
    const errors = [];
    for (let count = 0; count < 2; count++)
      errors.push(await errorOf(client.request("GET /things")));
    const [shown, kept] = errors.map(({ data }) => Buffer.from(data as ArrayBuffer));
    expect(shown?.toString()).toBe("You sent Bearer [hidden]");
    expect([...(kept ?? [])]).toEqual([0xff, 0, 0xfe]); // which is no text
  });

  it("is not shown with a link to another origin", async () => {
    const signed = `${server.url}/elsewhere?signature=s1gned-va1ue`;
    server.play(reply(302, { location: signed }), (response, { headers }) => {
      const link = '<https://evil.example/>; rel="next"';
      const repeated = { link, "x-sent": String(headers.authorization) };
      json([{ sent: headers.authorization }], 200, repeated)(response);
    });
    const catalog = { pagination: { style: "link" } } as const;
    const client = createService(catalog, { baseUrl: server.url, auth: SECRET });
    const pages = client.paginate("GET /things").pages()[Symbol.asyncIterator]();
    await pages.next();
    const error = await errorOf(pages.next());
    expect(error).toMatchObject({ code: "FOREIGN_LINK", url: `${server.url}/elsewhere` });
    expectHidden(error, ["s3cret", "s1gned"]);
  });
});

describe("[F.9] a TimeoutError", () => {
  it("shows no password of a URL", async () => {
    const fetch = () => new Promise<never>(() => undefined);
    const client = createService({}, { fetch, timeout: 10 });
    const error = await errorOf(client.request(`GET https://us3r-info:${PASSWORD}@acme.example/`));
    expect(error.name).toBe("TimeoutError");
    expectHidden(error, [PASSWORD]);
  });
});

describe("[F.9] an address that a redirect chose", () => {
  it.each(["header", "bearer"])("is shown without its query, for the scheme %s", async (name) => {
    const signed = "/elsewhere?signature=s1gned-va1ue#part";
    server.play(reply(302, { location: signed }), reply(403));
    const scheme = schemeOf(name);
    const platform = createClient({ baseUrl: server.url, retry: 0, auth: SECRET });
    const service = createService(
      { auth: [scheme] },
      { baseUrl: server.url, retry: 0, auth: SECRET },
    );
    const call =
      name === "bearer" ? platform.request(anyRoute("GET /x")) : service.request("GET /things");
    const error = await errorOf(call);
    expect(error).toMatchObject({ status: 403, url: `${server.url}/elsewhere` });
    expectHidden(error, ["s1gned"]);
  });
});

describe.each(prints)("[F.9] %s", (_title, print) => {
  it.each<[title: string, options: object]>([
    ["a string", { auth: SECRET }],
    ["a function", { auth: () => SECRET }],
    ["a default header", { headers: { authorization: SECRET, cookie: COOKIE } }],
    ["defaults", { defaults: { headers: { authorization: SECRET } } }],
    ["a password in the address", { baseUrl: `https://us3r-info:${PASSWORD}@api.acme.example` }],
  ])("of a client shows nothing of its credential in %s", async (_from, options) => {
    const client = createService(
      { rateLimit: { remaining: "x-remaining", reset: "x-reset" } },
      { fetch: async () => Response.json([], { headers: { "x-remaining": "1" } }), ...options },
    );
    await client.request("GET /things");
    const lists = [client, client.paginate("GET /things"), client.rateLimit ?? {}];
    for (const text of lists.map(print)) expect(text).not.toMatch(/s3cret|c00kie|pa55|us3r/);
  });
});

// A getter that is called gives what it is for: the headers of a request.
describe.each(prints.filter(([, print]) => print !== inspectAll))("[F.9] %s", (_title, print) => {
  it.each(Object.keys(SCHEMES))("of a mock shows nothing: %s", async (name) => {
    const scheme = schemeOf(name);
    const client = createService({ auth: [scheme] }, { auth: `us3r-info:${PASSWORD}`, retry: 0 });
    const mock = createMockFetch(client);
    mock.reply("GET /things", { status: 200, data: [] });
    await client.request("GET /things", { page: 1 });
    expect(mock.requests).toMatchObject([{ url: "https://api.acme.example/things?page=1" }]);
    const encoded = btoa(`us3r-info:${PASSWORD}`);
    for (const text of [mock, [...mock.requests]].map(print)) {
      expect(text).not.toMatch(/pa55|us3r/);
      expect(text).not.toContain(encoded);
    }
  });
});

describe("[F.9] hooks", () => {
  it.each(Object.keys(SCHEMES))(
    "get requests and responses without credentials: %s",
    async (name) => {
      server.play(json({}, 500), reply(307, { location: "/elsewhere" }), json({}));
      const seen: string[] = [];
      const auth = [schemeOf(name)];
      const client = createService(
        { auth },
        {
          baseUrl: server.url,
          auth: `us3r-info:${SECRET}`,
          sleep: async () => {},
          onRequest: createLookingHook(seen),
          onResponse: createLookingHook(seen),
          onRetry: createLookingHook(seen),
        },
      );
      await client.request("GET /things");
      expect(seen).toHaveLength(5);
      expect(seen.join()).not.toMatch(/s3cret|us3r-info/);
      expect(seen.at(-1)).toContain(`${server.url}/elsewhere`);
    },
  );

  it.each([200, 599, 600, 999])("get all that a response of status %d tells", async (status) => {
    const address = "https://api.acme.example/things";
    // One object, because a `fetch` may answer with what it has answered before.
    const response = Object.defineProperties(new Response(null), {
      status: { value: status },
      type: { value: "basic", configurable: true },
      redirected: { value: true, configurable: true },
      url: { value: `${address}?api_key=${encodeURIComponent(SECRET)}`, configurable: true },
    });
    const seen: Response[] = [];
    const client = createService(
      { auth: [schemeOf("query")] },
      {
        auth: SECRET,
        retry: 0,
        fetch: async () => response,
        onResponse: (event) =>
          void seen.push(event.response, event.response.clone(), event.response.clone().clone()),
      },
    );
    // Errors of the other statuses are of no matter here.
    await Promise.allSettled([client.request("GET /things")]);
    await Promise.allSettled([client.request("GET /things")]);
    const shownResponses = seen.map(({ url, type, redirected }) => ({ url, type, redirected }));
    const url = `${address}?api_key=[hidden]`;
    expect(shownResponses).toEqual(
      Array.from({ length: 6 }, () => ({ url, type: "basic", redirected: true })),
    );
    expect(seen[0]?.status).toBe(status);
  });

  it("get the response of `fetch` itself where no credential is in the query", async () => {
    const response = Response.json({});
    const seen: Response[] = [];
    const client = createService(
      { auth: [schemeOf("bearer")] },
      {
        auth: SECRET,
        fetch: async () => response,
        onResponse: (event) => void seen.push(event.response),
      },
    );
    await client.request("GET /things");
    expect(seen).toHaveLength(1);
    expect(seen[0] === response).toBe(true);
  });

  it("that follow a response do not get a call's own credential in the query", async () => {
    server.play(json({}, 500), json({}, 404));
    const seen: string[] = [];
    const urls: string[] = [];
    const client = createService(
      { auth: [schemeOf("query")] },
      {
        baseUrl: server.url,
        sleep: async () => {},
        onRequest: ({ request }) => void urls.push(request.url),
        onResponse: createLookingHook(seen),
        onRetry: createLookingHook(seen),
      },
    );
    const error = await errorOf(
      client.request(`GET /things?api_key=${encodeURIComponent(SECRET)}`),
    );
    expect(seen).toHaveLength(3);
    expect([...seen, inspect(error)].join()).not.toContain("s3cret");
    expect(error).toMatchObject({ url: `${server.url}/things?api_key=[hidden]` });
    // It may change the request, so it has the real one.
    expect(urls).toEqual(server.arrivals.map(({ url = "" }) => server.url + url));
  });

  it("does not stand in the errors of pages and of time, either", async () => {
    const fetch = (url: unknown) =>
      String(url).includes("slow")
        ? new Promise<never>(() => undefined)
        : Promise.resolve(new Response("<h1>"));
    const catalog = {
      auth: [schemeOf("query")],
      pagination: { style: "link" },
    } as const;
    const client = createService(catalog, { fetch, timeout: 10 });
    const pages = client.paginate("GET /things?api_key=s3cret-key" as "GET /things").pages();
    const errors = [
      await errorOf(pages[Symbol.asyncIterator]().next()),
      await errorOf(client.request("GET /slow?api_key=s3cret-key")),
    ];
    expect(errors).toMatchObject([{ code: "INVALID_BODY" }, { name: "TimeoutError" }]);
    for (const error of errors) expectHidden(error, ["s3cret"]);
  });
});

/** Fails if one of the looks at an error shows one of the texts. */
function expectHidden(error: Error, texts: readonly string[]): void {
  for (const [title, look] of looks) {
    const shown = look(error);
    for (const text of texts) expect(shown, title).not.toContain(text);
  }
}

function schemeOf(name: string): AuthScheme {
  const scheme = SCHEMES[name];
  if (scheme === undefined) throw new Error(`There is no scheme ${name}.`);
  return scheme;
}

/** Every spelling in which a credential could stand somewhere. */
function listSpellings(scheme: string): readonly string[] {
  const credential = scheme === "basic" ? `user:${PASSWORD}` : SECRET;
  return [
    ...new Set([
      credential,
      encodeURIComponent(credential),
      JSON.stringify(credential).slice(1, -1),
      btoa(credential),
      PASSWORD,
      COOKIE,
      COOKIE.slice(4),
      "us3r-info",
    ]),
  ];
}

/** Answers with the request that it got. */
function echo(status: number, type: string): Step {
  return (response, arrival) => {
    response.writeHead(status, { "content-type": type });
    response.end(JSON.stringify({ message: `You sent ${JSON.stringify(arrival)}`, ...arrival }));
  };
}

/** A `fetch` that fails as many libraries do, which put the request into the error. */
async function failingFetch(...[url, init]: Parameters<typeof fetch>): Promise<never> {
  const message = `Failed: ${JSON.stringify(url)} ${JSON.stringify(init)}`;
  const fields = { config: { url, ...init }, code: "EFAILED" };
  const cause = Object.assign(new TypeError(message), fields);
  throw Object.assign(new Error("fetch failed", { cause }), { request: init, url });
}

/** A hook that notes all that its event shows, also of copies of the response. */
function createLookingHook(seen: string[]) {
  return (event: object) => {
    const { response } = event as { response?: Response };
    const urls = [response?.url, response?.clone().url, response?.clone().clone().url];
    seen.push(
      inspect([event, urls, JSON.stringify(event), Object.assign({}, response)], { depth: 5 }),
    );
  };
}
