/**
 * Proves what `docs/moving-from-octokit.md` says: runs both packages and compares their results. Rows
 * about types, time limits, body sizes and shutdown are not here; the tests of the contract prove our
 * side of them.
 */
import { anyRoute } from "../../src/runtime/endpoint.js";
import * as octokitMethods from "@octokit/webhooks-methods";
import * as octokit from "@octokit/webhooks";
import { endpoint as octokitEndpoint } from "@octokit/endpoint";
import { describe, expect, it } from "vitest";
import * as typewire from "typewire";

/** `endpoint` of both, without the types of routes, which reject most of these calls. */
const BUILDERS = { octokit: octokitEndpoint as Call, typewire: typewire.endpoint as Call };

const SECRET = "of both";

const PUSH = { id: "1", name: "push", payload: {} };

const PATHS = {
  octokit: { path: "/api/github/webhooks", prefix: "x-github" },
  typewire: { path: "/api/vendor/webhooks", prefix: "x-vendor" },
} as const;

const REPOSITORY = { owner: "a", repo: "b" };

const DIFFERENCES: readonly Difference[] = [
  [
    "a missing path parameter",
    "url",
    ["GET /orgs/{org}/repos"],
    "/orgs//repos",
    "MISSING_PARAMETER",
  ],
  ["the method", "method", ["GET /x"], "GET", "get"],
  ["another method", "method", ["TRACE /x"], "TRACE", "INVALID_METHOD"],
  [
    "a path with slashes",
    "url",
    ["GET /repos/{owner}/{repo}/contents/{path}", { ...REPOSITORY, path: "c/d" }],
    "/repos/a/b/contents/c%2Fd",
    "/repos/a/b/contents/c/d",
  ],
  ["`..` in a path", "url", ["GET /x/{a}", { a: ".." }], "/x/..", "UNSAFE_PATH"],
  ["a trailing slash", "url", ["GET /x/"], "/x", "/x/"],
  [
    "baseUrl with a slash",
    "url",
    ["GET /x", { baseUrl: "https://a.test/" }],
    "https://a.test//x",
    "https://a.test/x",
  ],
  [
    "a path without a slash",
    "url",
    ["GET x", { baseUrl: "https://a.test" }],
    "https://a.testx",
    "https://a.test/x",
  ],
  ["//host", "url", ["GET //a.test/x"], "//a.test/x", "INVALID_URL"],
  [
    "url beside a route",
    "url",
    ["POST /x", { url: "https://a.test" }],
    "https://a.test",
    "INVALID_OPTION",
  ],
  ["method beside a route", "method", ["GET /x", { method: "POST" }], "POST", "INVALID_OPTION"],
  ["+ in q", "url", ["GET /x", { q: "x+is:open" }], "/x?q=x+is%3Aopen", "/x?q=x%2Bis%3Aopen"],
  [
    "query of a DELETE",
    "url",
    ["DELETE /repos/{owner}/{repo}/actions/caches", { ...REPOSITORY, key: "k" }],
    "/repos/a/b/actions/caches",
    "/repos/a/b/actions/caches?key=k",
  ],
  ["OPTIONS", "url", ["OPTIONS /x", { a: 1 }], "/x", "/x?a=1"],
  ["names in the query", "url", ["GET /x", { "a[]": 1 }], "/x?a[]=1", "/x?a%5B%5D=1"],
  ["a list in the query", "url", ["GET /x", { a: [1, 2] }], "/x?a=1%2C2", "/x?a=1&a=2"],
  [
    "a Date in the query",
    "url",
    ["GET /x", { at: new Date(0) }],
    expect.stringContaining("1970%20"),
    "/x?at=1970-01-01T00%3A00%3A00.000Z",
  ],
  ["null in the query", "url", ["GET /x", { a: null }], "/x?a=null", "/x"],
  [
    "an object in the query",
    "url",
    ["GET /x", { a: {} }],
    "/x?a=%5Bobject%20Object%5D",
    "INVALID_PARAMETER",
  ],
  ["NaN in the query", "url", ["GET /x", { a: NaN }], "/x?a=NaN", "INVALID_PARAMETER"],
  [
    "data beside GET",
    "url",
    ["GET /x", { data: {} }],
    "/x?data=%5Bobject%20Object%5D",
    "BODY_NOT_ALLOWED",
  ],
  ["PUT without parameters", "body", ["PUT /x"], "", undefined],
  ["PATCH without parameters", "body", ["PATCH /x"], "", undefined],
  [
    "a header that is null",
    "headers",
    ["GET /x", { headers: { a: null } }],
    expect.objectContaining({ a: null }),
    "INVALID_HEADER",
  ],
  [
    "a header that is undefined",
    "headers",
    ["GET /x", { headers: { accept: undefined } }],
    expect.objectContaining({ accept: "application/vnd.github.v3+json" }),
    { "user-agent": expect.stringMatching(/^typewire\//) as string },
  ],
  [
    "mediaType.format",
    "headers",
    ["GET /x", { headers: { accept: "application/vnd.other+json" }, mediaType: { format: "raw" } }],
    expect.objectContaining({ accept: "application/vnd.other.raw" }),
    expect.objectContaining({ accept: "application/vnd.other+json" }),
  ],
];

describe("requests", () => {
  it.each(DIFFERENCES)("differ in %s", (_title, key, call, theirs, ours) => {
    expect(build("octokit", key, ...call)).toEqual(theirs);
    expect(build("typewire", key, ...call)).toEqual(ours);
  });

  it("differ in how a call merges with the defaults", () => {
    const defaults = { a: { x: 1 }, request: { hook: { x: 1 } }, b: 1 };
    const call = ["POST /x", { a: { y: 2 }, request: { hook: { y: 2 } }, b: undefined }] as const;
    expect(octokitEndpoint.defaults(defaults)(...call)).toMatchObject({
      body: { a: { x: 1, y: 2 }, b: 1 },
      request: { hook: { x: 1, y: 2 } },
    });
    const merged = typewire.endpoint.defaults(defaults)(anyRoute(call[0]), call[1]);
    expect(merged.body).toEqual({ a: { y: 2 } });
    expect(merged.request).toEqual({ hook: { y: 2 } });
  });
});

describe("webhooks", () => {
  it("differ in signing", () => {
    expect(createToolkit("octokit").webhooks.sign("x")).toBeInstanceOf(Promise);
    expect(createToolkit("typewire").webhooks.sign("x")).toMatch(/^sha256=/);
  });

  it("differ in the secrets that verify tries", async () => {
    const signature = await octokitMethods.sign("old", "x");
    const options = { additionalSecrets: ["old"] };
    expect(await createToolkit("octokit", options).webhooks.verify("x", signature)).toBe(false);
    expect(createToolkit("typewire", options).webhooks.verify("x", signature)).toBe(true);
  });

  it("differ in what they export", () => {
    expect(octokitMethods.verifyWithFallback).toBeTypeOf("function");
    expect(octokit.createEventHandler).toBeTypeOf("function");
    expect(typewire).not.toHaveProperty("verifyWithFallback");
    expect(typewire).not.toHaveProperty("createEventHandler");
  });

  it("differ in what on returns", () => {
    expect(createToolkit("octokit").webhooks.on("push", () => undefined)).toBeUndefined();
    expect(createToolkit("typewire").webhooks.on("push", () => undefined)).toBeTypeOf("function");
  });

  it("differ in payloads that are arrays", async () => {
    const delivery = { ...PUSH, payload: [] };
    await expect(createToolkit("octokit").webhooks.receive(delivery)).resolves.toBeUndefined();
    await expect(createToolkit("typewire").webhooks.receive(delivery)).rejects.toThrow(TypeError);
  });

  it.each([
    ["octokit", true],
    ["typewire", false],
  ] as const)("give onAny of %s the transformed event: %s", async (side, isTransformed) => {
    const { webhooks } = createToolkit(side, {
      transform: (event: object) => ({ ...event, extra: 1 }),
    });
    const seen: object[] = [];
    webhooks.onAny((event) => seen.push(event));
    webhooks.on("push", () => undefined);
    await webhooks.receive(PUSH);
    expect(seen.map((event) => "extra" in event)).toEqual([isTransformed]);
  });

  it.each([
    ["octokit", ["AggregateError"], "one\ntwo"],
    ["typewire", ["WebhookError", "WebhookError"], expect.stringContaining("HANDLER_FAILED")],
  ] as const)("differ in how failures of %s are told", async (side, told, message) => {
    const { webhooks } = createToolkit(side);
    const heard: string[] = [];
    webhooks.onError((error) => heard.push(error.constructor.name));
    webhooks.on("push", () => Promise.reject(new Error("one")));
    webhooks.on("push", () => Promise.reject(new Error("two")));
    await expect(webhooks.receive(PUSH)).rejects.toMatchObject({ message: message as string });
    expect(heard).toEqual(told);
  });

  it.each([
    ["octokit", "event"],
    ["typewire", undefined],
  ] as const)("leave on a value thrown under %s: %s", async (side, key) => {
    const { webhooks } = createToolkit(side);
    const thrown = new Error("one");
    webhooks.on("push", () => Promise.reject(thrown));
    await expect(webhooks.receive(PUSH)).rejects.toThrow();
    expect(Object.keys(thrown)).toEqual(key === undefined ? [] : [key]);
  });
});

describe("answers", () => {
  it.each<[string, Changes, number, number]>([
    ["another path", { path: "/other" }, 200, 404],
    ["another method", { method: "GET" }, 404, 405],
    ["a name with an action", { name: "issues.opened" }, 200, 400],
    ["a payload that is an array", { payload: "[]" }, 200, 400],
    ["a handler's error.status", { name: "push" }, 418, 500],
  ])("differ in %s", async (_title, changes, theirs, ours) => {
    expect((await answer("octokit", changes)).status).toBe(theirs);
    expect((await answer("typewire", changes)).status).toBe(ours);
  });

  it("differ in what they tell of a failure, and what the log gets", async () => {
    const theirs = await answer("octokit", { name: "push" });
    expect(theirs.text).toContain("inside");
    expect(theirs.written).toEqual([{ level: "error", data: [expect.any(AggregateError)] }]);
    const ours = await answer("typewire", { name: "push" });
    expect(ours.text).not.toContain("inside");
    expect(ours.written).toEqual([
      { level: "error", data: [expect.stringContaining('"1"'), expect.any(AggregateError)] },
    ]);
  });
});

/** One key of the request that a side builds, or the code of its error. An address is cut off. */
function build(side: keyof typeof BUILDERS, key: string, ...call: readonly unknown[]): unknown {
  try {
    const value: unknown = Reflect.get(BUILDERS[side](...call), key);
    return typeof value === "string" ? value.replace(/^https:\/\/api\.[a-z]+\.\w+/, "") : value;
  } catch (error) {
    return error instanceof typewire.EndpointError ? error.code : error;
  }
}

/** A toolkit, and what it writes to its log. */
function createToolkit(side: "octokit" | "typewire", options: object = {}) {
  const written: Logged[] = [];
  const write =
    (level: string) =>
    (...data: readonly unknown[]) =>
      written.push({ level, data });
  const log = { debug() {}, info() {}, warn: write("warn"), error: write("error") };
  const allOptions = { secret: SECRET, log, ...options };
  const toolkit: unknown =
    side === "octokit" ? new octokit.Webhooks(allOptions) : new typewire.Webhooks(allOptions);
  return { webhooks: toolkit as Toolkit, log, written };
}

/** The answer of a web middleware to a good delivery with some changes, and what it logs. */
async function answer(side: "octokit" | "typewire", changes: Changes = {}) {
  const { webhooks, log, written } = createToolkit(side);
  webhooks.on("push", () => Promise.reject(Object.assign(new Error("inside"), { status: 418 })));
  const { path, prefix } = PATHS[side];
  const { method = "POST", name = "ping", payload = "{}" } = changes;
  const request = new Request(`https://a.test${changes.path ?? path}`, {
    method,
    headers: {
      "content-type": "application/json",
      [`${prefix}-event`]: name,
      [`${prefix}-delivery`]: "1",
      "x-hub-signature-256": await octokitMethods.sign(SECRET, payload),
    },
    body: method === "GET" ? null : payload,
  });
  // Each middleware is given a toolkit of its own kind.
  const response =
    side === "octokit"
      ? await octokit.createWebMiddleware(webhooks as never, { log })(request)
      : await typewire.createWebMiddleware(webhooks as never, { log })(request);
  return { status: response.status, text: await response.text(), written };
}

type Call = (...parameters: readonly unknown[]) => object;

type Difference = readonly [
  title: string,
  key: string,
  call: readonly unknown[],
  octokit: unknown,
  typewire: unknown,
];

/** What both toolkits have, without the types of their events. */
interface Toolkit {
  on(name: string, handler: (event: unknown) => unknown): unknown;
  onAny(handler: (event: object) => unknown): unknown;
  onError(handler: (error: object) => unknown): unknown;
  receive(delivery: object): Promise<void>;
  verify(payload: string, signature: string): unknown;
  sign(payload: string): unknown;
}

interface Logged {
  readonly level: string;
  readonly data: readonly unknown[];
}

interface Changes {
  readonly method?: string;
  readonly name?: string;
  readonly path?: string;
  readonly payload?: string;
}
