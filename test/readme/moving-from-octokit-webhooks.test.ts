/**
 * Proves what `docs/moving-from-octokit.md` says of webhooks and their answers: runs both packages and compares
 * their results. Rows about types, time limits, body sizes and shutdown are not here; the tests of the contract
 * prove our side of them.
 */
import * as octokitMethods from "@octokit/webhooks-methods";
import * as octokit from "@octokit/webhooks";
import { describe, expect, it } from "vitest";
import * as typewire from "typewire";

const SECRET = "of both";

const PUSH = { id: "1", name: "push", payload: {} };

/** Defaults of the two packages: the path of the middleware, and the beginning of the names of headers. */
const PATHS = {
  octokit: { path: "/api/github/webhooks", prefix: "x-github" },
  typewire: { path: "/api/vendor/webhooks", prefix: "x-vendor" },
} as const;

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
    { side: "octokit", isTransformed: true },
    { side: "typewire", isTransformed: false },
  ] as const)(
    "differ in the event that onAny of $side gets, transformed: $isTransformed",
    async (row) => {
      const { side, isTransformed } = row;
      const { webhooks } = createToolkit(side, {
        transform: (event: object) => ({ ...event, extra: 1 }),
      });
      const seen: object[] = [];
      webhooks.onAny((event) => seen.push(event));
      webhooks.on("push", () => undefined);
      await webhooks.receive(PUSH);
      expect(seen.map((event) => "extra" in event)).toEqual([isTransformed]);
    },
  );

  it.each([
    { side: "octokit", told: ["AggregateError"], message: "one\ntwo" },
    {
      side: "typewire",
      told: ["WebhookError", "WebhookError"],
      message: expect.stringContaining("HANDLER_FAILED") as string,
    },
  ] as const)("differ in the errors that two failed handlers of $side lead to", async (row) => {
    const { side, told, message } = row;
    const { webhooks } = createToolkit(side);
    const heard: string[] = [];
    webhooks.onError((error) => heard.push(error.constructor.name));
    webhooks.on("push", () => Promise.reject(new Error("one")));
    webhooks.on("push", () => Promise.reject(new Error("two")));
    await expect(webhooks.receive(PUSH)).rejects.toMatchObject({ message });
    expect(heard).toEqual(told);
  });

  it.each([
    { side: "octokit", keys: ["event"] },
    { side: "typewire", keys: [] },
  ] as const)(
    "differ in the keys that $side adds to a thrown value: $keys",
    async ({ side, keys }) => {
      const { webhooks } = createToolkit(side);
      const thrown = new Error("one");
      webhooks.on("push", () => Promise.reject(thrown));
      await expect(webhooks.receive(PUSH)).rejects.toThrow();
      expect(Object.keys(thrown)).toEqual(keys);
    },
  );
});

describe("answers", () => {
  it.each<StatusDifference>([
    { to: "another path", changes: { path: "/other" }, octokit: 200, typewire: 404 },
    { to: "another method", changes: { method: "GET" }, octokit: 404, typewire: 405 },
    {
      to: "a name with an action",
      changes: { name: "issues.opened" },
      octokit: 200,
      typewire: 400,
    },
    { to: "a payload that is an array", changes: { payload: "[]" }, octokit: 200, typewire: 400 },
    // The handler of this event fails with an error whose `status` is 418.
    {
      to: "a delivery whose handler fails",
      changes: { name: "push" },
      octokit: 418,
      typewire: 500,
    },
  ])("differ to $to", async ({ changes, octokit, typewire }) => {
    expect((await answer("octokit", changes)).status).toBe(octokit);
    expect((await answer("typewire", changes)).status).toBe(typewire);
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

interface StatusDifference {
  readonly to: string;
  readonly changes: Changes;
  readonly octokit: number;
  readonly typewire: number;
}
