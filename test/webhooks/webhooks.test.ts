/** `new Webhooks()`: its options, and `transform`. */
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findReceiver } from "../../src/receive/webhooks/receiver.js";
import { sign } from "../../generated/methods.js";
import { acmeCatalog, AcmeWebhooks, SECRET } from "../cases/webhooks/acme.js";
import { createGate } from "../http/toolkit.js";
import { opened, failureOf, firstArgument, createWebhooks } from "./setup.js";
import { turn } from "../turn.js";

afterEach(() => vi.restoreAllMocks());

describe("new Webhooks", () => {
  it("[B.11] [B.26] returns the toolkit", () => {
    const webhooks = createWebhooks();
    expect(webhooks).toBeInstanceOf(AcmeWebhooks);
    expect(AcmeWebhooks.name).toBe("Webhooks");
    expect(findReceiver(webhooks).catalog).toBe(acmeCatalog);
    expect(webhooks.sign("{}")).toBe(sign(SECRET, "{}"));
  });

  it("[B.11] [B.2] refuses options of another type", () => {
    const boxed: unknown = Object("a");
    const wrong: unknown[] = [
      undefined,
      null,
      "secret",
      {},
      ...[undefined, null, "", 1, {}, ["a"], boxed, new Uint8Array()].map((secret) => ({
        secret,
      })),
      ...[null, "a", {}, new Set(["a"]), [""], ["a", 1], [undefined], new Array(1)].map(
        (additionalSecrets) => ({ secret: "s", additionalSecrets }),
      ),
      ...[null, "a", {}].map((transform) => ({ secret: "s", transform })),
      ...[null, "a", { warn: "a" }].map((log) => ({ secret: "s", log })),
    ];
    for (const options of wrong) {
      // As JavaScript would pass it.
      expect(() => new AcmeWebhooks(options as { secret: string })).toThrow(TypeError);
    }
  });

  it.each([
    [{}, "`secret` is undefined"],
    [{ secret: null }, "`secret` is null"],
    [{ secret: "" }, "`secret` is an empty string"],
    [
      { secret: SECRET, additionalSecrets: ["old", undefined] },
      "`additionalSecrets[1]` is undefined",
    ],
  ])("[B.2] says of the options %j which secret is missing, and what to do", (options, got) => {
    const construct = () => new AcmeWebhooks(options as { secret: string }); // as JavaScript would
    expect(construct).toThrow(
      `${got}; expected the secret that the service shows, or its bytes. If an environment variable holds it, set that.`,
    );
    expect(construct).not.toThrow(SECRET);
  });

  it.each<[options: unknown, message: string]>([
    [
      undefined,
      "The argument of `new Webhooks()` is undefined; expected an object with a `secret`.",
    ],
    [{ additionalSecrets: "a" }, "`additionalSecrets` is a string; expected an array of secrets."],
    [
      { secret: () => SECRET, additionalSecrets: ["a"] },
      "`additionalSecrets` is an array; expected nothing beside a function.",
    ],
    [{ transform: 1 }, "`transform` is a number; expected a function."],
    [{ log: 1 }, "`log` is a number; expected an object such as `console`."],
    ...["debug", "info", "warn", "error"].map((level): [unknown, string] => [
      { log: { [level]: 1 } },
      `\`log.${level}\` is a number; expected a function.`,
    ]),
    [{ validation: 1 }, "`validation.validate` is undefined; expected a function."],
    [{ validation: { validate: 1 } }, "`validation.validate` is a number; expected a function."],
    [
      { validation: { validate: () => undefined, onInvalid: "x" } },
      '`validation.onInvalid` is "x"; expected one of throw, warn, ignore.',
    ],
    [
      { client: {} },
      "`client` is an object; expected none, as no event of the service has a resource to fetch.",
    ],
  ])("[B.11] says what is wrong in %j", (options, message) => {
    const withSecret =
      options === undefined ? undefined : { secret: SECRET, ...(options as object) };
    expect(() => new AcmeWebhooks(withSecret as { secret: string })).toThrow(
      new TypeError(message),
    );
  });

  it("[B.2] accepts any of the secrets, signs with the first, and keeps its own copy", async () => {
    const additionalSecrets = ["old", "older"];
    const webhooks = createWebhooks({ additionalSecrets });
    additionalSecrets.splice(0, 2, "new");
    const run = vi.fn();
    webhooks.on("issues", run);
    for (const secret of [SECRET, "old", "older"]) {
      expect(webhooks.verify("{}", sign(secret, "{}"))).toBe(true);
      await webhooks.verifyAndReceive({ ...opened, payload: "{}", signature: sign(secret, "{}") });
    }
    expect(run).toHaveBeenCalledTimes(3);
    expect(webhooks.sign("{}")).toBe(sign(SECRET, "{}"));
    expect(webhooks.verify("{}", sign("new", "{}"))).toBe(false);
    expect(createWebhooks({ additionalSecrets: [] }).verify("{}", sign("old", "{}"))).toBe(false);
  });

  it("[B.2] shows its secrets nowhere", () => {
    const webhooks = createWebhooks({ additionalSecrets: ["another secret"] });
    const shown = [
      inspect(webhooks, { showHidden: true, depth: 9, getters: true }),
      JSON.stringify(webhooks),
      Object.getOwnPropertyNames(webhooks).join(),
    ].join();
    for (const secret of [SECRET, "another secret", Buffer.from(SECRET).toString("hex")]) {
      expect(shown).not.toContain(secret);
    }
  });

  it("[B.11] works with its methods taken off, and is open to subclasses", async () => {
    const run = vi.fn();
    const { on, receive, verify, removeListener } = createWebhooks();
    on("issues", run);
    await receive(opened);
    expect(verify("{}", sign(SECRET, "{}"))).toBe(true);
    removeListener("issues", run);
    await receive(opened);
    expect(run).toHaveBeenCalledOnce();
    class Prefixed extends AcmeWebhooks {
      override sign(payload: string) {
        return `> ${super.sign(payload)}`;
      }
    }
    expect(new Prefixed({ secret: SECRET }).sign("{}")).toBe(`> ${sign(SECRET, "{}")}`);
  });

  it("[B.14] [B.15] throws for what is missing", () => {
    const { sign: signText, verify } = createWebhooks() as unknown as Record<
      "sign" | "verify",
      (...values: unknown[]) => unknown
    >; // called as JavaScript would
    expect(() => signText()).toThrow(TypeError);
    expect(() => signText("")).toThrow(TypeError);
    expect(() => signText({})).toThrow(TypeError);
    expect(() => verify()).toThrow(TypeError);
    expect(() => verify("{}")).toThrow(TypeError);
    expect(() => verify(undefined, sign(SECRET, "{}"))).toThrow(TypeError);
  });
});

describe("transform", () => {
  it("[B.5] [B.11] runs once, for handlers registered with on alone", async () => {
    const transform = vi.fn((event: { name: string }) => ({ name: event.name, extra: 1 }));
    const webhooks = new AcmeWebhooks({ secret: SECRET, transform });
    const [on, any] = [vi.fn(), vi.fn()];
    webhooks.onAny(any);
    await webhooks.receive(opened);
    expect(transform).not.toHaveBeenCalled();
    webhooks.on(["issues", "issues.opened"], on);
    await webhooks.receive(opened);
    expect(transform).toHaveBeenCalledExactlyOnceWith(opened);
    expect(on.mock.calls).toEqual([[{ name: "issues", extra: 1 }], [{ name: "issues", extra: 1 }]]);
    expect(any.mock.calls).toEqual([[opened], [opened]]);
  });

  it("[B.5] [B.4] may be asynchronous; then all handlers start in one later tick", async () => {
    const gate = createGate();
    const transform = () => gate.passed.then(() => "transformed");
    const webhooks = new AcmeWebhooks({ secret: SECRET, transform });
    const order: unknown[] = [];
    webhooks.onAny(({ name }) => order.push(`any ${name}`));
    webhooks.on("issues", (event) => {
      order.push(event);
      queueMicrotask(() => order.push("next tick"));
    });
    const received = webhooks.receive(opened);
    await turn();
    expect(order).toEqual([]);
    gate.open();
    await received;
    await turn();
    expect(order).toEqual(["transformed", "any issues", "next tick"]);
  });

  it("[B.5] passes on whatever it returns", async () => {
    const webhooks = new AcmeWebhooks({ secret: SECRET, transform: () => undefined });
    const run = vi.fn();
    webhooks.on("issues", run);
    await webhooks.receive(opened);
    expect(run.mock.calls).toEqual([[undefined]]);
  });

  it.each([
    [
      "throws",
      (error: Error) => {
        throw error;
      },
    ],
    ["rejects", (error: Error) => Promise.reject(error)],
  ])("[B.5] [B.7] that %s is one failure, and no handler of on runs", async (_, transform) => {
    const thrown = Object.assign(new Error("broken"), { status: 200, code: "MINE" });
    const webhooks = new AcmeWebhooks({ secret: SECRET, transform: () => transform(thrown) });
    const [on, any, failed] = [vi.fn(), vi.fn(), vi.fn()];
    webhooks.on(["issues", "issues.opened"], on);
    webhooks.onAny(any);
    webhooks.onError(failed);
    const error = await failureOf(webhooks.receive(opened));
    expect(error).toMatchObject({ code: "TRANSFORM_FAILED", status: 500, event: opened });
    expect(error.errors).toEqual([thrown]);
    expect(on).not.toHaveBeenCalled();
    expect(any).toHaveBeenCalledExactlyOnceWith(opened);
    expect(failed).toHaveBeenCalledOnce();
    expect(firstArgument(failed)).toMatchObject({ code: "TRANSFORM_FAILED", event: opened });
  });
});
