/** Options of the middleware, and the messages about mistakes in them. */
import { describe, expect, it } from "vitest";
import { STILL_PROCESSING } from "../../src/receive/middleware/answer.js";
import { createFastifyPlugin } from "../../src/receive/middleware/fastify.js";
import { createLambdaHandler } from "../../src/receive/middleware/lambda.js";
import { createNodeMiddleware } from "../../src/receive/middleware/node.js";
import { readMiddlewareSettings } from "../../src/receive/middleware/options.js";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import { AcmeWebhooks } from "../cases/webhooks/acme.js";
import { catalog, createToolkit } from "../http/toolkit.js";

const creators: readonly (readonly [string, Create])[] = [
  ["createNodeMiddleware", createNodeMiddleware],
  ["createWebMiddleware", createWebMiddleware],
  ["createLambdaHandler", createLambdaHandler],
  ["createFastifyPlugin", createFastifyPlugin],
];

const OPTION_NAMES = ["path", "log", "timeout", "maxBodySize", "waitUntil", "publicUrl"];

describe.each(creators)("%s", (_, create) => {
  it.each([undefined, null, {}, "secret", { verifyAndReceive: () => {} }])(
    "[C.19] needs webhooks, not %s",
    (webhooks) => {
      expect(() => create(pass(webhooks))).toThrow(TypeError);
      expect(() => create(pass(webhooks))).toThrow(/a Webhooks instance/);
    },
  );

  it.each([0, -1, 1.5, NaN, Infinity, 2 ** 31, "9000", null])(
    "[C.14] [C.6] refuses %s as timeout and maxBodySize",
    (value) => {
      const { webhooks } = createToolkit();
      expect(() => create(pass(webhooks), pass({ timeout: value }))).toThrow(RangeError);
      expect(() => create(pass(webhooks), pass({ timeout: value }))).toThrow(
        /`timeout`.*2147483647/,
      );
      expect(() => create(pass(webhooks), pass({ maxBodySize: value }))).toThrow(RangeError);
    },
  );

  it.each([1, 2 ** 31 - 1, undefined])("[C.14] takes %s", (value) => {
    const { webhooks } = createToolkit();
    expect(() =>
      create(pass(webhooks), pass({ timeout: value, maxBodySize: value })),
    ).not.toThrow();
  });

  it.each(["", "hooks", "http://host/hooks", "//hooks", 1, /hooks/])(
    "[C.19] refuses %s, which does not begin with a slash",
    (path) => {
      const { webhooks } = createToolkit();
      expect(() => create(pass(webhooks), pass({ path }))).toThrow(TypeError);
      expect(() => create(pass(webhooks), pass({ path }))).toThrow(/one leading slash/);
    },
  );

  it.each(["/a?b", "/a#b", "/a/../b", "/a/%2e/b", "/a\\b", "/ü", "/a b", "/{a}"])(
    "[C.19] refuses %s, which no request could spell so",
    (path) => {
      const { webhooks } = createToolkit();
      expect(() => create(pass(webhooks), pass({ path }))).toThrow(
        /^`path` is "\/.*one leading slash/,
      );
    },
  );

  it.each<[unknown, RegExp]>([
    [null, /`log` is null; expected an object/],
    ["console", /`log` is a string; expected an object/],
    [{ warn: "console" }, /`log\.warn` is a string; expected a function/],
  ])("[C.16] refuses %o as log", (log, message) => {
    const { webhooks } = createToolkit();
    expect(() => create(pass(webhooks), pass({ log }))).toThrow(message);
  });

  it("[C.14] names the kind of a timeout that is not a number", () => {
    const { webhooks } = createToolkit();
    expect(() => create(pass(webhooks), pass({ timeout: "9000" }))).toThrow(
      "`timeout` is a string; expected an integer from 1 to 2147483647.",
    );
  });

  it.each([null, "/hooks", 5])("[C.19] refuses %j as options", (options) => {
    const { webhooks } = createToolkit();
    expect(() => create(pass(webhooks), pass(options))).toThrow(/^The options argument is /);
  });

  it("[C.19] refuses a waitUntil that is no function", () => {
    const { webhooks } = createToolkit();
    expect(() => create(pass(webhooks), pass({ waitUntil: true }))).toThrow(
      /`waitUntil` is a boolean; expected a function/,
    );
  });
});

it.each(
  creators.flatMap(([name, create]) =>
    [...OPTION_NAMES, ...(/Web|Lambda/.test(name) ? ["onUnhandledRequest"] : [])].map(
      (option) => [name, option, create] as const,
    ),
  ),
)("[C.19] %s tells that %s was misspelt", (_, option, create) => {
  const { webhooks } = createToolkit();
  const misspelt = option.slice(0, -1) + option.slice(-1).repeat(2);
  expect(() => create(pass(webhooks), pass({ [misspelt]: undefined }))).toThrow(
    new TypeError(`Unknown option \`${misspelt}\`. Did you mean \`${option}\`?`),
  );
});

describe("the settings of a middleware", () => {
  const { webhooks } = createToolkit();

  it("[C.6] [C.14] [C.19] are nine seconds, 25 MiB and the path of the catalog", () => {
    const settings = readMiddlewareSettings(webhooks, {});
    const { receiver, log, ...others } = settings;
    expect(receiver.catalog).toBe(catalog);
    expect(log).toBe(receiver.log);
    expect(others).toEqual({
      isOwnPath: expect.any(Function),
      timeout: 9_000,
      maxBodySize: 26_214_400,
      waitUntil: undefined,
      createDelivery: expect.any(Function),
      late: STILL_PROCESSING,
      hasAnswers: false,
    });
    expect(["/hooks/inbox", "/other"].map(settings.isOwnPath)).toEqual([true, false]);
  });

  it("[C.19] are those that are given", () => {
    const waitUntil = () => {};
    const options = { timeout: 1, maxBodySize: 2, waitUntil, path: "/other", log: {} };
    const settings = readMiddlewareSettings(webhooks, options);
    expect(settings).toMatchObject({ timeout: 1, maxBodySize: 2, waitUntil });
    expect(["/hooks/inbox", "/other"].map(settings.isOwnPath)).toEqual([false, true]);
    expect(settings.log).not.toBe(settings.receiver.log);
    expect(readMiddlewareSettings(webhooks, { path: "*" }).isOwnPath("/any")).toBe(true);
  });

  it("[C.19] say what a path is like", () => {
    expect(() => readMiddlewareSettings(webhooks, { path: "hooks" })).toThrow("/hooks/caf%C3%A9");
  });

  it("[B.35] pass on the parts of a delivery, and its request where a secret is looked up", () => {
    const parts = { id: "1", name: "note", signature: "s", payload: "{}" };
    const head = { kind: "delivery", id: "1", name: "note", signature: "s", isMalformed: false } as const; // prettier-ignore
    const request = { request: { url: "https://a.example/b" }, method: "POST", get: () => null };
    const { createDelivery } = readMiddlewareSettings(webhooks, {});
    expect(createDelivery(request, head, "{}")).toEqual(parts);
    const withLookup = new AcmeWebhooks({ secret: () => undefined });
    const settings = readMiddlewareSettings(withLookup, {});
    expect(settings.createDelivery(request, head, "{}")).toEqual({
      ...parts,
      headers: request,
      url: "https://a.example/b",
    });
  });
});

/** Passes a value as an untyped caller may. */
function pass(value: unknown): never {
  return value as never;
}

type Create = (webhooks: never, options?: never) => unknown;
