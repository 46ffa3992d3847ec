import { EventEmitter, once } from "node:events";
import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import express from "express";
import { Hono } from "hono";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createToken, TOKEN_HEADER } from "../../src/inspector/access.js";
import {
  createInspector,
  createNodeInspector,
  type InspectorOptions,
  type InspectorSource,
} from "../../src/inspector/index.js";
import { close, listen } from "./browser.js";
import { createDelivery, createSource, encode, fillSource } from "./sample-source.js";

const ORIGIN = "http://localhost:3000";
const TOKEN = "a-token-of-a-test-that-is-long-enough";

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly url?: string;
  /** Address of the client's socket. */
  readonly address?: string;
}

function ask(
  path: string,
  { address, url = ORIGIN, ...init }: Sent = {},
  options: InspectorOptions = {},
  source: InspectorSource = createSource().source,
): Promise<Response> {
  const inspector = createInspector(source, { token: TOKEN, ...options });
  return inspector(new Request(url + path, init), address === undefined ? {} : { address });
}

function post(
  path: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const sent = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN, ...headers };
  const body = typeof input === "string" ? input : JSON.stringify(input);
  return ask(path, { method: "POST", headers: sent, body }, { isReadOnly: false });
}

async function codeOf(response: Response): Promise<unknown> {
  const { code } = (await response.json()) as { code: unknown };
  return code;
}

/** Headers that proxies, tunnels and platforms add. */
const PROXY_HEADERS = [
  ...["via", "cdn-loop", "x-real-ip", "x-client-ip", "true-client-ip", "x-original-host"],
  ...["x-envoy-external-address", "x-envoy-internal", "x-envoy-attempt-count", "x-azure-clientip"],
  ...["x-azure-ref", "x-cluster-client-ip", "fastly-client-ip", "x-arr-log-id", "x-arr-ssl"],
  ...["fly-client-ip", "x-vercel-forwarded-for", "x-amzn-trace-id", "x-cloud-trace-context"],
  ...["x-appengine-user-ip", "x-forwarded", "x-forwarded-host", "x-original-url", "cf-ray"],
  "fly-region",
];

function nameProxyCase(name: string): [string, Sent, InspectorOptions, string] {
  return [`a proxy's \`${name}\``, { headers: { [name]: "1" } }, {}, "NOT_LOOPBACK"];
}

/** They only look like the former. */
const NOT_FORWARDING = [
  ...["forwarded-not", "via-x", "x-via", "x-forwardedness", "x-originality", "x-real-ip-x"],
  ...["not-cf-ray", "x-fly-region", "cf", "butterfly-x", "x-envoy"],
];

describe("who is answered", () => {
  const allow = () => true;
  const refused: readonly [what: string, sent: Sent, options: InspectorOptions, code: string][] = [
    ["a foreign host", { url: "http://evil.example" }, {}, "FOREIGN_HOST"],
    [
      "a host that begins like loopback",
      { url: "http://127.0.0.1.evil.example" },
      {},
      "FOREIGN_HOST",
    ],
    ["a host that ends like loopback", { url: "http://evil-localhost" }, {}, "FOREIGN_HOST"],
    ["a private address", { url: "http://192.168.0.7" }, {}, "FOREIGN_HOST"],
    ["a host in the header alone", { headers: { host: "evil.example" } }, {}, "FOREIGN_HOST"],
    ["an unknown host with `hosts`", {}, { hosts: ["app.example"] }, "FOREIGN_HOST"],
    ["an unknown port with `hosts`", {}, { hosts: ["localhost"] }, "FOREIGN_HOST"],
    ["a client elsewhere", { address: "192.168.0.7" }, {}, "NOT_LOOPBACK"],
    ["an unknown client on Node", { address: "unknown" }, {}, "NOT_LOOPBACK"],
    ["a mapped address elsewhere", { address: "::ffff:10.0.0.1" }, {}, "NOT_LOOPBACK"],
    ["a proxy", { headers: { "x-forwarded-for": "1.2.3.4" } }, {}, "NOT_LOOPBACK"],
    ["a proxy of TLS", { headers: { "x-forwarded-proto": "https" } }, {}, "NOT_LOOPBACK"],
    ["a tunnel", { headers: { "cf-connecting-ip": "1.2.3.4" } }, {}, "NOT_LOOPBACK"],
    ...PROXY_HEADERS.map(nameProxyCase),
    ["a proxy's `forwarded`", { headers: { forwarded: "for=1.2.3.4" } }, {}, "NOT_LOOPBACK"],
    ...["1127.0.0.1", "127.0.0.256", "127.0.0.1.1", "0::ffff:127.0.0.1", "127.0.0.1::ffff:"].map(
      (address): (typeof refused)[number] => [
        `the client ${address}`,
        { address },
        {},
        "NOT_LOOPBACK",
      ],
    ),
    ...[`x${ORIGIN}`, `${ORIGIN}/x`, `${ORIGIN}?x`].map((origin): (typeof refused)[number] => [
      `the origin ${origin}`,
      { headers: { origin } },
      {},
      "FOREIGN_ORIGIN",
    ]),
    ...[
      ["navigate", "iframe"],
      ["no-cors", "document"],
    ].map(([mode = "", dest = ""]): (typeof refused)[number] => [
      `the fetch of a ${dest} in another site, by ${mode}`,
      {
        headers: {
          ...{ "sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-dest": dest },
        },
      },
      {},
      "FOREIGN_ORIGIN",
    ]),
    ["another origin", { headers: { origin: "https://evil.example" } }, {}, "FOREIGN_ORIGIN"],
    ["another port", { headers: { origin: "http://localhost:8080" } }, {}, "FOREIGN_ORIGIN"],
    ["no origin of its own", { headers: { origin: "null" } }, {}, "FOREIGN_ORIGIN"],
    ["a cross-site fetch", { headers: { "sec-fetch-site": "cross-site" } }, {}, "FOREIGN_ORIGIN"],
    ["a same-site fetch", { headers: { "sec-fetch-site": "same-site" } }, {}, "FOREIGN_ORIGIN"],
    [
      "another origin, although it is authorized",
      { headers: { origin: "https://evil.example" } },
      { authorize: allow },
      "FOREIGN_ORIGIN",
    ],
    ["`authorize` that says no", {}, { authorize: () => false }, "FORBIDDEN"],
    ["`authorize` that promises no", {}, { authorize: () => Promise.resolve(false) }, "FORBIDDEN"],
    ["`authorize` that returns nothing", {}, { authorize: (() => {}) as never }, "FORBIDDEN"],
    ["`authorize` that returns a user", {}, { authorize: (() => ({})) as never }, "FORBIDDEN"],
  ];

  for (const path of [
    "/inspector/",
    "/inspector",
    "/inspector/api/deliveries",
    "/inspector/api/live",
  ]) {
    it.each(refused)(`refuses %s at ${path}`, async (_, sent, options, code) => {
      const response = await ask(path, sent, options);
      expect(response.status).toBe(403);
      expect(await codeOf(response)).toBe(code);
    });
  }

  it("refuses when `authorize` throws, and logs it", async () => {
    const errors: unknown[] = [];
    const log = { error: (_: string, error: unknown) => void errors.push(error) };
    const reason = new Error("no database");
    const authorize = () => Promise.reject(reason);
    const response = await ask("/inspector/", {}, { authorize, log });
    expect(response.status).toBe(403);
    expect(errors).toEqual([reason]);
    expect(await response.text()).not.toContain("database");
  });

  const answered: readonly [what: string, sent: Sent, options?: InspectorOptions][] = [
    ["localhost", {}],
    ["127.0.0.1", { url: "http://127.0.0.1:8080" }],
    ["IPv6 loopback", { url: "http://[::1]:8080", address: "::1" }],
    ["a mapped loopback address", { address: "::ffff:127.0.0.1" }],
    ["one in upper case", { address: "::FFFF:127.0.0.1" }],
    ...["127.9.10.99", "127.100.199.200", "127.249.250.255"].map(
      (address): (typeof answered)[number] => [`the client ${address}`, { address }],
    ),
    ["its own origin in upper case", { headers: { origin: ORIGIN.toUpperCase() } }],
    ...NOT_FORWARDING.map((name): (typeof answered)[number] => [
      `the header ${name}`,
      { headers: { [name]: "x" } },
    ]),
    ["its own origin", { headers: { origin: ORIGIN } }],
    ["its own page", { headers: { "sec-fetch-site": "same-origin" } }],
    [
      "a link from elsewhere",
      {
        headers: {
          "sec-fetch-site": "cross-site",
          "sec-fetch-mode": "navigate",
          "sec-fetch-dest": "document",
        },
      },
    ],
    [
      "anybody that `authorize` lets in",
      { url: "https://app.example", address: "1.2.3.4" },
      { authorize: allow },
    ],
    [
      "a host of `hosts`",
      { url: "http://app.example" },
      { hosts: ["App.example"], authorize: allow },
    ],
  ];
  it.each(answered)("answers %s", async (_, sent, options) => {
    expect((await ask("/inspector/", sent, options)).status).toBe(200);
  });

  it("sends the answer of `authorize` in place of its own", async () => {
    const headers = { "www-authenticate": "Basic" };
    const authorize = () => new Response("Log in.", { status: 401, headers });
    const response = await ask("/inspector/", {}, { authorize });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Basic");
  });
});

describe("actions", () => {
  it("need the token of the page", async () => {
    for (const token of ["", "wrong", `${TOKEN}x`, TOKEN.slice(1), "é"]) {
      const response = await ask(
        "/inspector/api/replay",
        {
          method: "POST",
          headers: {
            "content-type": "application/json",
            [TOKEN_HEADER]: encodeURIComponent(token),
          },
          body: "{}",
        },
        { isReadOnly: false },
      );
      expect([response.status, await codeOf(response)]).toEqual([403, "TOKEN"]);
    }
    expect((await post("/inspector/api/replay", {})).status).toBe(200);
  });

  it("are refused unless they are switched on, even with the token", async () => {
    const headers = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN };
    for (const name of ["replay", "resend", "send"]) {
      const sent = { method: "POST", headers, body: '{"key":"1"}' };
      const response = await ask(`/inspector/api/${name}`, sent);
      expect([response.status, await codeOf(response)]).toEqual([403, "READ_ONLY"]);
    }
  });

  it.each([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, "{}", 415],
    ["plain text", { "content-type": "text/plain" }, "{}", 415],
    ["no JSON", {}, "{", 400],
    ["an array", {}, "[]", 400],
    ["null", {}, "null", 400],
    ["a number", {}, "7", 400],
    ["a media type that begins as JSON", { "content-type": "application/jsonp" }, "{}", 415],
    ["a wrong filter", {}, '{"outcome":"nice"}', 400],
    ["keys that are no list", {}, '{"keys":"1"}', 400],
    ["a number in place of a text", {}, '{"event":7}', 400],
  ])("refuse %s", async (_, headers, body, status) => {
    expect((await post("/inspector/api/replay", body, headers)).status).toBe(status);
  });

  it.each([
    ["take 64 MiB", 0, 200],
    ["take no byte more", 1, 400],
  ])("%s", async (_, more, status) => {
    const space = new Uint8Array(1024 * 1024).fill(0x20);
    const parts = Array<BlobPart>(63).fill(space);
    const body = new Blob([...parts, space.subarray(2 - more), "{}"]);
    const headers = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN };
    const init = { method: "POST", headers, body };
    const inspector = createInspector(createSource().source, { isReadOnly: false, token: TOKEN });
    const response = await inspector(new Request(`${ORIGIN}/inspector/api/replay`, init));
    expect(response.status).toBe(status);
  });

  it.each([
    ["resend", {}, "`key`"],
    ["send", { body: "{}" }, "`event`"],
    ["send", { event: "ping" }, "`body`"],
    ["send", { event: "ping", body: "{}", from: 7 }, "`from`"],
  ])("name what is missing: %s %j", async (name, input, missing) => {
    const response = await post(`/inspector/api/${name}`, input);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(missing);
  });

  it("are not done by a GET, and no other method is known", async () => {
    expect((await ask("/inspector/api/replay")).status).toBe(404);
    expect((await post("/inspector/api/deliveries", {})).status).toBe(404);
    expect((await post("/inspector/", {})).status).toBe(405);
    expect((await ask("/inspector/", { method: "DELETE" })).status).toBe(405);
  });

  it("tell why they failed, and log it", async () => {
    const errors: unknown[] = [];
    const send = () => Promise.reject(new Error("http://localhost:3000 cannot be reached."));
    const inspector = createInspector(createSource({ send }).source, {
      ...{ isReadOnly: false, token: TOKEN },
      log: { error: (_, error) => void errors.push(error) },
    });
    const headers = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN };
    const body = JSON.stringify({ event: "ping", body: "{}" });
    const response = await inspector(
      new Request(`${ORIGIN}/inspector/api/send`, { method: "POST", headers, body }),
    );
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      error: "http://localhost:3000 cannot be reached.",
    });
    expect(errors).toHaveLength(1);
  });

  it("reach the source", async () => {
    const { source, sent, resent, replayed } = createSource();
    for (const [id, outcome] of [
      ["1", "dead"],
      ["2", "done"],
      ["3", "dead"],
    ] as const)
      source.add(createDelivery({ id, outcome, event: id === "3" ? "push" : "issues" }));
    const act = async (name: string, input: object) => {
      const headers = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN };
      const init = { method: "POST", headers, body: JSON.stringify(input) };
      const options = { isReadOnly: false };
      return (await ask(`/inspector/api/${name}`, init, options, source)).json();
    };
    expect(await act("replay", { event: "push" })).toEqual({ count: 1 });
    expect(await act("replay", { keys: ["2"] })).toEqual({ count: 1 });
    expect(await act("replay", { until: 1 })).toEqual({ count: 0 });
    expect(await act("replay", {})).toEqual({ count: 1 });
    expect(replayed.map(({ id }) => id)).toEqual(["3", "2", "1"]);
    expect(await act("resend", { key: "1" })).toEqual({ status: 200 });
    expect(resent).toEqual(["1"]);
    expect(await act("send", { event: "ping", body: "{ }", from: "2" })).toMatchObject({
      status: 200,
    });
    expect(sent).toEqual([{ event: "ping", body: "{ }", from: "2" }]);
  });
});

describe("headers of answers", () => {
  const paths = [
    "/",
    "/api/source",
    "/api/deliveries",
    "/api/body?key=1",
    "/api/nothing",
    "/api/live",
  ];
  it.each(paths)("keep a browser from more than it must do at %s", async (path) => {
    const { source } = createSource();
    source.add(createDelivery());
    const { headers, body } = await ask(`/inspector${path}`, {}, {}, source);
    await body?.cancel();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each<[path: string, own: Readonly<Record<string, string>>]>([
    ["/api/deliveries", { "content-type": "application/json; charset=utf-8" }],
    ["/api/nothing", { "content-type": "application/json; charset=utf-8" }],
    ["/api/live", { "content-type": "text/event-stream", "x-accel-buffering": "no" }],
    [
      "/api/body?key=1",
      {
        "content-type": "application/octet-stream",
        "content-disposition": 'attachment; filename="delivery.bin"',
      },
    ],
    [
      "/api/recording",
      {
        "content-type": "application/x-ndjson",
        "content-disposition": 'attachment; filename="deliveries.jsonl"',
      },
    ],
  ])("say what the answer is at %s", async (path, ownHeaders) => {
    const { source } = createSource();
    source.add(createDelivery());
    const { headers, body } = await ask(`/inspector${path}`, {}, {}, source);
    await body?.cancel();
    expect(Object.fromEntries(headers)).toMatchObject(ownHeaders);
  });

  it("let the page run its own script alone", async () => {
    const response = await ask("/inspector/");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy.replace(/'sha256-[^']+'/g, "HASH")).toBe(
      "default-src 'none'; script-src HASH; style-src HASH; connect-src 'self'; img-src data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    const permissions = "camera=(), microphone=(), geolocation=()";
    expect(response.headers.get("permissions-policy")).toBe(permissions);
    const html = await response.text();
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).not.toMatch(/(?:src|href)="(?!data:)/);
    expect(html).toContain(`content="${TOKEN}"`);
  });

  it("give a body as a file, never as a document", async () => {
    const { source } = createSource();
    source.add(createDelivery({ body: encode("<script>alert(1)</script>") }));
    const { headers } = await ask("/inspector/api/body?key=1", {}, {}, source);
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-disposition")).toBe('attachment; filename="delivery.bin"');
  });
});

describe("the API", () => {
  const read = async (path: string, source: InspectorSource, options?: InspectorOptions) =>
    (await ask(`/inspector/api/${path}`, {}, options, source)).json() as Promise<never>;

  it("lists pages, and filters", async () => {
    const { source } = createSource();
    fillSource(source, 25);
    const keysOf = async (query: string) => {
      const { deliveries, isLast } = (await read(`deliveries?${query}`, source)) as {
        deliveries: { key: string }[];
        isLast: boolean;
      };
      return [deliveries.map(({ key }) => key).join(), isLast];
    };
    expect(await keysOf("limit=3")).toEqual(["25,24,23", false]);
    expect(await keysOf("limit=3&before=3")).toEqual(["2,1", true]);
    expect(await keysOf("text=ISSUE+24")).toEqual(["25", true]);
    expect(await keysOf("outcome=refused")).toEqual(["21,4", true]);
    expect(await keysOf("event=ping&action=opened")).toEqual(["", true]);
    expect((await keysOf("event=issues&action=closed"))[0]).not.toBe("");
    expect(await keysOf("id=00000003-cc78-11e3-81ab-4c9367dc0958&event=")).toEqual(["4", true]);
    expect(await keysOf("since=99999999999999")).toEqual(["", true]);
  });

  it("lists 100, and tells if there may be more", async () => {
    const { source } = createSource();
    fillSource(source, 101);
    const list = async (query: string) => {
      const { deliveries, isLast } = (await read(`deliveries?${query}`, source)) as {
        deliveries: object[];
        isLast: boolean;
      };
      return [deliveries.length, isLast];
    };
    expect(await list("")).toEqual([100, false]);
    expect(await list("before=101")).toEqual([100, false]);
    expect(await list("before=100")).toEqual([99, true]);
  });

  it("asks for charts without what they do not show", async () => {
    const { source } = createSource();
    const list = vi.spyOn(source, "list");
    await read("overview?event=push", source);
    expect(list.mock.calls[0]?.[0]).toMatchObject({ event: "push", isBrief: true });
  });

  /** A source of many deliveries, the newest first, which is read in pages. */
  const createLong = (count: number) => {
    const { source } = createSource();
    const list: InspectorSource["list"] = async ({ before, limit = count }) => {
      const first = before === undefined ? count : Number(before) - 1;
      const length = Math.max(0, Math.min(limit, first));
      return Array.from({ length }, (_, index) => {
        const { id, event, outcome } = createDelivery();
        return {
          id,
          event,
          outcome,
          key: String(first - index),
          receivedAt: 0,
          size: 0,
          attempts: 1,
        };
      });
    };
    return { ...source, list };
  };

  it.each([
    [0, 0, false],
    [501, 501, false],
    [9_999, 9_999, false],
    [10_001, 10_000, true],
  ])("counts the newest 10,000 of %d for its charts", async (count, total, isCut) => {
    expect(await read("overview", createLong(count))).toMatchObject({ total, isCut });
  });

  it.each([
    [49, "1"],
    [50, undefined],
  ])(
    "looks for an earlier one of the same action behind %d others",
    async (otherCount, previous) => {
      const { source } = createSource();
      source.add(createDelivery({ action: "closed" }));
      for (let count = 0; count < otherCount; count++)
        source.add(createDelivery({ action: "opened" }));
      const key = source.add(createDelivery({ action: "closed" }));
      const shown = (await read(`delivery?key=${key}`, source)) as { previous?: string };
      expect(shown.previous).toBe(previous);
    },
  );

  it("shows one delivery with everything but credentials", async () => {
    const { source } = createSource();
    source.add(createDelivery());
    source.add(createDelivery({ action: "closed" }));
    const secret = { secret: "of the source" };
    const more = {
      url: "https://acme.example/hooks",
      history: [{ attempt: 1, at: 7, handlers: [] }],
      findings: [{ code: "BODY_END", text: "A line end is missing.", advice: "Keep it." }],
    };
    source.add({
      ...createDelivery({ body: encode({ issue: { number: "8" } }) }),
      ...secret,
      ...more,
    });
    const shown = (await read("delivery?key=3", source, { hiddenHeaders: ["X-Vendor-Event"] })) as {
      headers: [string, string][];
      description: { deviations: unknown };
    };
    expect(shown).toMatchObject({ key: "3", previous: "1", isBodyKept: true, event: "issues" });
    expect(shown).toMatchObject(more);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      Authorization: "(hidden)",
      "X-Vendor-Event": "(hidden)",
      "Content-Type": "application/json",
    });
    expect(shown.description.deviations).toEqual([
      { at: "/issue/number", text: "must be integer" },
    ]);
    expect(JSON.stringify(shown)).not.toContain("of-a-secret-token");
    expect(JSON.stringify(shown)).not.toContain("of the source");
    expect(JSON.stringify(await read("deliveries", source))).not.toContain("of the source");
  });

  it("says what is not kept, or too long to show", async () => {
    const { source } = createSource();
    source.add({ ...createDelivery(), body: undefined, size: 9 });
    source.add(createDelivery({ body: new Uint8Array(3 * 1024 * 1024) }));
    expect(await read("delivery?key=1", source)).toMatchObject({ isBodyKept: false, size: 9 });
    const long = await read("delivery?key=2", source);
    expect(long).toMatchObject({ isBodyKept: true, size: 3 * 1024 * 1024 });
    expect(long).not.toHaveProperty("body");
    const body = await ask("/inspector/api/body?key=1", {}, {}, source);
    expect([body.status, await body.json()]).toMatchObject([404, { code: "NOT_KEPT" }]);
    expect((await ask("/inspector/api/delivery?key=3", {}, {}, source)).status).toBe(404);
  });

  it("records what `reconcile` reads, the oldest first", async () => {
    const { source } = createSource();
    source.add(createDelivery({ id: "1", body: encode({ number: 1 }) }));
    source.add(createDelivery({ id: "2", body: encode("no payload") }));
    source.add(
      createDelivery({ id: "3", event: "form", body: encode("a=1"), payload: { a: "1" } }),
    );
    const response = await ask("/inspector/api/recording", {}, {}, source);
    const lines = (await response.text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { name: "issues", id: "1", payload: { number: 1 } },
      { name: "form", id: "3", payload: { a: "1" } },
    ]);
  });

  it("offers what the source can do, and nothing to a read-only page", async () => {
    const { source } = createSource();
    const actions = { canReplay: true, canSend: true, canSample: true, canResend: true };
    expect(await read("source", source, { isReadOnly: false })).toMatchObject(actions);
    const none = { canReplay: false, canSend: false, canSample: false, canResend: false };
    expect(await read("source", source)).toMatchObject({ ...none, canReconcile: true });
    const { list, get, watch } = source;
    const small = await read("source", { list, get, watch }, { isReadOnly: false });
    expect(small).toMatchObject({ ...none, title: "Deliveries", canReconcile: false });
  });

  it("works with a source that is a class", async () => {
    class Own implements InspectorSource {
      readonly #inner = createSource().source;
      list = this.#inner.list.bind(this.#inner);
      get(key: string) {
        return this.#inner.get(key);
      }
      watch() {
        return () => undefined;
      }
      sample(event: string) {
        return Promise.resolve({ event, inner: this.#inner.title });
      }
    }
    expect(await read("sample?event=ping", new Own())).toEqual({
      payload: { event: "ping", inner: "typewire dev" },
    });
  });
});

describe("a token", () => {
  it("has 32 random bytes, each as two digits", () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 8);
    const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      (array as Uint8Array).set(bytes); // throws for a shorter array
      return array;
    });
    expect(createToken()).toBe(Buffer.from(bytes).toString("hex"));
    random.mockRestore();
    expect(createToken()).not.toBe(createToken());
  });
});

describe("live changes", () => {
  it("are streamed, put together, and end with the signal", async () => {
    const { source } = createSource();
    const shutdown = new AbortController();
    const { body } = await ask("/inspector/api/live", {}, { signal: shutdown.signal }, source);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const next = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await next()).toContain(": open");
    const key = source.add(createDelivery({ outcome: "running" }));
    source.update(key, { outcome: "done" });
    const message = JSON.parse((await next()).replace("data: ", "")) as never;
    expect(message).toMatchObject({ isReload: false, deliveries: [{ key, outcome: "done" }] });
    shutdown.abort();
    expect((await reader.read()).done).toBe(true);
  });

  it("do not pile up for a page that does not read", async () => {
    const { source } = createSource();
    const { body } = await ask("/inspector/api/live", {}, {}, source);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    for (let count = 0; count < 3_000; count++) source.add(createDelivery({ body: undefined }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await reader.read();
    const text = new TextDecoder().decode((await reader.read()).value);
    expect(JSON.parse(text.replace("data: ", ""))).toEqual({ deliveries: [], isReload: true });
    await reader.cancel();
  });
});

describe("paths and arguments", () => {
  it("leads to the page, and leaves other paths to others", async () => {
    const moved = await ask("/inspector?a=1");
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "./inspector/?a=1"]);
    expect((await ask("/inspectors")).status).toBe(404);
    expect((await ask("/", {}, { path: "/" })).status).toBe(200);
    expect((await ask("/api/source", {}, { path: "/" })).status).toBe(200);
    const onUnhandledRequest = () => new Response("other");
    expect(await (await ask("/x", {}, { onUnhandledRequest })).text()).toBe("other");
  });

  const { source } = createSource();
  it.each<[source: unknown, options: unknown, message: string]>([
    [undefined, {}, "The source is undefined; expected an inbox, or a source with"],
    [{ list: () => [] }, {}, "The source is an object; expected an inbox"],
    [source, { autorize: () => true }, "Unknown option `autorize`. Did you mean `authorize`?"],
    [source, { login: () => true }, "The option login is unknown."],
    [source, { authorize: true }, "`authorize` is a boolean; expected a function."],
    [source, { isReadOnly: "no" }, "`isReadOnly` is a string; expected a boolean."],
    [source, { path: "inspector" }, '`path` is "inspector"; expected a path such as `/inspector`'],
    [source, { path: "//inspector" }, '`path` is "//inspector"; expected a path'],
    [source, { hosts: "localhost" }, "`hosts` is a string; expected an array of strings."],
    [source, { signal: 7 }, "`signal` is a number; expected an AbortSignal."],
    [source, { describe: 7 }, "`describe` is a number; expected a function."],
    [source, { onUnhandledRequest: 7 }, "`onUnhandledRequest` is a number; expected a function."],
    [source, { hiddenHeaders: "a" }, "`hiddenHeaders` is a string; expected an array of strings."],
    [source, { hosts: [7] }, "An element of `hosts` is a number; expected"],
    [source, { path: 7 }, "`path` is a number; expected"],
    [source, { path: "/a?b" }, '`path` is "/a?b"; expected a path'],
    [source, { token: 7 }, "`token` is a number; expected"],
    [source, { token: "t".repeat(31) }, "`token` is not as expected: at least 32"],
    [source, { token: "short" }, "`token` is not as expected: at least 32"],
    [source, { token: '"><script>alert(1)</script><a href="' }, "`token` is not as expected"],
  ])("refuses wrong arguments %#", (wrongSource, options, message) => {
    expect(() => createInspector(wrongSource as never, options as never)).toThrow(message);
  });
});

describe("servers", () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of closing.splice(0)) await end();
  });
  const serve = async (...args: Parameters<typeof listen>) => {
    const found = await listen(...args);
    closing.push(() => close(found.server));
    return found;
  };
  /** Sends any host, which `fetch` does not. */
  const get = async (port: number, path: string, headers = {}) => {
    const sent = httpRequest({ port, host: "127.0.0.1", path, headers }).end();
    const [response] = await once(sent, "response");
    response.resume();
    return response.statusCode as number;
  };

  it("is answered on Node", async () => {
    const { source: memorySource } = createSource();
    const inspector = createNodeInspector(memorySource);
    const { port, origin } = await serve((request, response) => {
      void inspector(request, response).then((isOwn) => isOwn || response.writeHead(404).end());
    });
    expect(await get(port, "/inspector/")).toBe(200);
    expect(await get(port, "/inspector/", { host: "evil.example" })).toBe(403);
    expect(await get(port, "/inspector/", { host: "a b" })).toBe(403);
    expect(await get(port, "//inspector/")).toBe(200);
    expect(await get(port, "/other")).toBe(404);
    expect((await fetch(`${origin}/inspector`)).url).toBe(`${origin}/inspector/`);
    const head = await fetch(`${origin}/inspector/`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("stops following the source when the client leaves", async () => {
    const { source: memorySource } = createSource();
    let watching = 0;
    const watch: InspectorSource["watch"] = (listener) => {
      watching++;
      const stop = memorySource.watch(listener);
      return () => {
        watching--;
        stop();
      };
    };
    const inspector = createNodeInspector({ ...memorySource, watch });
    const { origin } = await serve((request, response) => void inspector(request, response));
    const left = new AbortController();
    const { body } = await fetch(`${origin}/inspector/api/live`, { signal: left.signal });
    await body?.getReader().read();
    expect(watching).toBe(1);
    left.abort();
    await expect.poll(() => watching).toBe(0);
  });

  /** A request and a response of Node, whose events are the test's. */
  const createPair = (method: string) => {
    const request = Object.assign(Readable.from([]), {
      ...{ method, url: "/inspector/", headers: { host: "localhost" } },
      socket: { remoteAddress: "127.0.0.1" },
    });
    const calls: string[] = [];
    const response = Object.assign(new EventEmitter(), {
      destroyed: false,
      writeHead: (status: number) => void calls.push(String(status)),
      write: () => calls.push("write") < 0, // the client is slow
      end: () => void calls.push("end"),
      destroy: () => void calls.push("destroy"),
    });
    return { request, response, calls };
  };

  it.each<[what: string, happen: (response: EventEmitter & { destroyed: boolean }) => void]>([
    ["has read", (response) => response.emit("drain")],
    ["has gone", (response) => response.emit("close")],
  ])("waits for a slow client until it %s", async (_, happen) => {
    const { request, response, calls } = createPair("GET");
    const handled = createNodeInspector(createSource().source)(request, response);
    await expect.poll(() => response.listenerCount("drain")).toBe(1);
    expect(calls).toEqual(["200", "write"]);
    happen(response);
    expect(await handled).toBe(true);
    expect(calls).toEqual(["200", "write", "end"]);
    expect(response.listenerCount("drain")).toBe(0);
    expect(response.listenerCount("close")).toBeLessThan(2); // its own, which ends searches
  });

  it("does not wait for a client that has gone before", async () => {
    const { request, response, calls } = createPair("GET");
    const leave = () => {
      response.destroyed = true;
      return calls.push("write") < 0;
    };
    const inspector = createNodeInspector(createSource().source);
    expect(await inspector(request, Object.assign(response, { write: leave }))).toBe(true);
    expect(calls).toEqual(["200", "write", "end"]);
  });

  it.each(["CONNECT", "TRACE", "TRACK", "trace", "GET X", "X GET", "DELETE"])(
    "allows no method %j",
    async (method) => {
      const { request, response, calls } = createPair(method);
      response.on("newListener", (event) => {
        if (event === "drain") queueMicrotask(() => response.emit("drain"));
      });
      expect(await createNodeInspector(createSource().source)(request, response)).toBe(true);
      expect(calls).toEqual(["405", "write", "end"]);
    },
  );

  it("is mounted in Express, under a path and behind a parser", async () => {
    const { source: memorySource, replayed } = createSource();
    memorySource.add(createDelivery({ outcome: "dead" }));
    const options = { isReadOnly: false, token: TOKEN, path: "/admin/inspector" } as const;
    const app = express();
    app.post(
      "/echo",
      createNodeInspector(memorySource, options),
      express.text(),
      (request, response) => {
        response.send(request.body);
      },
    );
    app.use(express.json());
    app.use("/admin", createNodeInspector(memorySource, options));
    app.use((_, response) => void response.status(418).end());
    const { origin } = await serve(app);
    expect((await fetch(`${origin}/admin/inspector/`)).status).toBe(200);
    expect((await fetch(`${origin}/inspector/`)).status).toBe(418);
    const replay = await fetch(`${origin}/admin/inspector/api/replay`, {
      method: "POST",
      headers: { "content-type": "application/json", [TOKEN_HEADER]: TOKEN },
      body: JSON.stringify({ outcome: "dead" }),
    });
    expect(await replay.json()).toEqual({ count: 1 });
    expect(replayed).toHaveLength(1);
    const headers = { "content-type": "text/plain" };
    const echo = await fetch(`${origin}/echo`, { method: "POST", headers, body: "still mine" });
    expect(await echo.text()).toBe("still mine");
  });

  it("is mounted in Hono", async () => {
    const { source: memorySource } = createSource();
    const app = new Hono();
    const inspector = createInspector(memorySource, {
      authorize: (request) => request.headers.has("cookie"),
    });
    app.all("/inspector/*", ({ req }) => inspector(req.raw));
    const headers = { cookie: "session=1" };
    expect((await app.request("https://app.example/inspector/", { headers })).status).toBe(200);
    expect((await app.request("https://app.example/inspector/")).status).toBe(403);
  });
});
