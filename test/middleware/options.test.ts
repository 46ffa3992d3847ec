import { describe, expect, it } from "vitest";
import { createNodeMiddleware } from "../../src/receive/middleware/node.js";
import { readMiddlewareSettings } from "../../src/receive/middleware/options.js";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import { createToolkit } from "../http/toolkit.js";

type Create = (webhooks: never, options?: never) => unknown;

const creators: readonly (readonly [string, Create])[] = [
  ["createNodeMiddleware", createNodeMiddleware],
  ["createWebMiddleware", createWebMiddleware],
];

/** What an untyped caller might pass. */
const pass = (value: unknown): never => value as never;

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

it("[C.6] [C.14] a request has nine seconds and 25 MiB", () => {
  const defaults = { timeout: 9_000, maxBodySize: 26_214_400 };
  expect(readMiddlewareSettings(createToolkit().webhooks, {})).toMatchObject(defaults);
});
