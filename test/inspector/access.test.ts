/** Requests that an inspector answers, and those that it refuses: hosts, origins and proxies. */
import { describe, expect, it } from "vitest";
import type { InspectorOptions } from "../../src/inspector/index.js";
import { type Sent, ORIGIN, ask, codeOf } from "./ask.js";

/** Headers that proxies, tunnels and platforms add. */
const PROXY_HEADERS = [
  "via",
  "cdn-loop",
  "x-real-ip",
  "x-client-ip",
  "true-client-ip",
  "x-original-host",
  "x-envoy-external-address",
  "x-envoy-internal",
  "x-envoy-attempt-count",
  "x-azure-clientip",
  "x-azure-ref",
  "x-cluster-client-ip",
  "fastly-client-ip",
  "x-arr-log-id",
  "x-arr-ssl",
  "fly-client-ip",
  "x-vercel-forwarded-for",
  "x-amzn-trace-id",
  "x-cloud-trace-context",
  "x-appengine-user-ip",
  "x-forwarded",
  "x-forwarded-host",
  "x-original-url",
  "cf-ray",
  "fly-region",
];

/** Headers that only look like those of proxies. */
const NOT_PROXY_HEADERS = [
  "forwarded-not",
  "via-x",
  "x-via",
  "x-forwardedness",
  "x-originality",
  "x-real-ip-x",
  "not-cf-ray",
  "x-fly-region",
  "cf",
  "butterfly-x",
  "x-envoy",
];

/** Other sites, by the mode and destination of their fetches. */
const CROSS_SITE_FETCHES = [
  { mode: "navigate", dest: "iframe" },
  { mode: "no-cors", dest: "document" },
];

const EVIL_ORIGIN = { headers: { origin: "https://evil.example" } };

const REFUSED: readonly Refused[] = [
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
  ...PROXY_HEADERS.map((name): Refused => {
    return [`a proxy's \`${name}\``, { headers: { [name]: "1" } }, {}, "NOT_LOOPBACK"];
  }),
  ["a proxy's `forwarded`", { headers: { forwarded: "for=1.2.3.4" } }, {}, "NOT_LOOPBACK"],
  ...["1127.0.0.1", "127.0.0.256", "127.0.0.1.1", "0::ffff:127.0.0.1", "127.0.0.1::ffff:"].map(
    (address): Refused => [`the client ${address}`, { address }, {}, "NOT_LOOPBACK"],
  ),
  ...[`x${ORIGIN}`, `${ORIGIN}/x`, `${ORIGIN}?x`].map((origin): Refused => {
    return [`the origin ${origin}`, { headers: { origin } }, {}, "FOREIGN_ORIGIN"];
  }),
  ...CROSS_SITE_FETCHES.map(({ mode, dest }): Refused => {
    const headers = fetchHeaders("cross-site", mode, dest);
    return [
      `the fetch of a ${dest} in another site, by ${mode}`,
      { headers },
      {},
      "FOREIGN_ORIGIN",
    ];
  }),
  ["another origin", EVIL_ORIGIN, {}, "FOREIGN_ORIGIN"],
  ["another port", { headers: { origin: "http://localhost:8080" } }, {}, "FOREIGN_ORIGIN"],
  ["no origin of its own", { headers: { origin: "null" } }, {}, "FOREIGN_ORIGIN"],
  ["a cross-site fetch", { headers: { "sec-fetch-site": "cross-site" } }, {}, "FOREIGN_ORIGIN"],
  ["a same-site fetch", { headers: { "sec-fetch-site": "same-site" } }, {}, "FOREIGN_ORIGIN"],
  [
    "another origin, although it is authorized",
    EVIL_ORIGIN,
    { authorize: () => true },
    "FOREIGN_ORIGIN",
  ],
  ["`authorize` that says no", {}, { authorize: () => false }, "FORBIDDEN"],
  ["`authorize` that promises no", {}, { authorize: () => Promise.resolve(false) }, "FORBIDDEN"],
  ["`authorize` that returns nothing", {}, { authorize: (() => {}) as never }, "FORBIDDEN"],
  ["`authorize` that returns a user", {}, { authorize: (() => ({})) as never }, "FORBIDDEN"],
];

const ANSWERED: readonly Answered[] = [
  ["localhost", {}],
  ["127.0.0.1", { url: "http://127.0.0.1:8080" }],
  ["IPv6 loopback", { url: "http://[::1]:8080", address: "::1" }],
  ["a mapped loopback address", { address: "::ffff:127.0.0.1" }],
  ["one in upper case", { address: "::FFFF:127.0.0.1" }],
  ...["127.9.10.99", "127.100.199.200", "127.249.250.255"].map((address): Answered => [
    `the client ${address}`,
    { address },
  ]),
  ["its own origin in upper case", { headers: { origin: ORIGIN.toUpperCase() } }],
  ...NOT_PROXY_HEADERS.map((name): Answered => {
    return [`the header ${name}`, { headers: { [name]: "x" } }];
  }),
  ["its own origin", { headers: { origin: ORIGIN } }],
  ["its own page", { headers: { "sec-fetch-site": "same-origin" } }],
  ["a link from elsewhere", { headers: fetchHeaders("cross-site", "navigate", "document") }],
  [
    "anybody that `authorize` lets in",
    { url: "https://app.example", address: "1.2.3.4" },
    { authorize: () => true },
  ],
  [
    "a host of `hosts`",
    { url: "http://app.example" },
    { hosts: ["App.example"], authorize: () => true },
  ],
];

describe("who is answered", () => {
  for (const path of [
    "/inspector/",
    "/inspector",
    "/inspector/api/deliveries",
    "/inspector/api/live",
  ]) {
    it.each(REFUSED)(`refuses %s at ${path}`, async (_, sent, options, code) => {
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

  it.each(ANSWERED)("answers %s", async (_, sent, options) => {
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

/** Headers that browsers add to a fetch. */
function fetchHeaders(site: string, mode: string, dest: string) {
  return { "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest };
}

type Refused = [what: string, sent: Sent, options: InspectorOptions, code: string];

type Answered = [what: string, sent: Sent, options?: InspectorOptions];
