/** Handlers that are removed by themselves. */
import { describe, expect, it, vi } from "vitest";
import type { HandlerOptions, Unregister } from "../../../src/receive/webhooks/types.js";
import { AcmeWebhooks, SECRET } from "../../cases/webhooks/acme.js";

const push = { name: "push", payload: {} };
const opened = { name: "issues", payload: { action: "opened" } };

const create = (): Toolkit => new AcmeWebhooks({ secret: SECRET });

const registrations: readonly (readonly [title: string, register: Register])[] = [
  ["on a name", (webhooks, handler, options) => webhooks.on("push", handler, options)],
  [
    "on several names",
    (webhooks, handler, options) => webhooks.on(["issues", "push"], handler, options),
  ],
  ["onAny", (webhooks, handler, options) => webhooks.onAny(handler, options)],
];

describe.each(registrations)("%s", (_, register) => {
  it("[B.17] [B.18] with `once` gets the first event alone", async () => {
    const webhooks = create();
    const run = vi.fn();
    register(webhooks, run, { once: true });
    for (let count = 0; count < 3; count++) await webhooks.receive(push);
    expect(run).toHaveBeenCalledOnce();
  });

  it("[B.17] [B.18] with `once` is removed before it is called, and when it fails", async () => {
    const webhooks = create();
    const run = vi.fn(() => webhooks.receive(push).then(() => Promise.reject(new Error("x"))));
    register(webhooks, run, { once: true });
    await expect(webhooks.receive(push)).rejects.toMatchObject({ code: "HANDLER_FAILED" });
    await webhooks.receive(push);
    expect(run).toHaveBeenCalledOnce();
  });

  it("[B.17] [B.5] with `once` runs for one of two events whose `transform` is pending", async () => {
    const webhooks = new AcmeWebhooks({
      secret: SECRET,
      transform: (event) => Promise.resolve(event),
    });
    const run = vi.fn();
    register(webhooks, run, { once: true });
    await Promise.all([webhooks.receive(push), webhooks.receive(push)]);
    expect(run).toHaveBeenCalledOnce();
  });

  it("[B.17] [B.18] with `signal` is removed when that is aborted", async () => {
    const webhooks = create();
    const run = vi.fn();
    const controller = new AbortController();
    register(webhooks, run, { signal: controller.signal });
    await webhooks.receive(push);
    await webhooks.receive(push);
    controller.abort();
    await webhooks.receive(push);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("[B.17] [B.18] with a signal that is aborted already is not added", async () => {
    const webhooks = create();
    const run = vi.fn();
    const remove = register(webhooks, run, { signal: AbortSignal.abort() });
    await webhooks.receive(push);
    expect(run).not.toHaveBeenCalled();
    expect(remove()).toBeUndefined();
  });

  it.each<[string, HandlerOptions]>([
    ["once", { once: true }],
    ["signal", { signal: new AbortController().signal }],
  ])("[B.17] [B.18] with `%s` is removed by the returned function", async (_name, options) => {
    const webhooks = create();
    const run = vi.fn();
    const remove = register(webhooks, run, options);
    remove();
    remove();
    await webhooks.receive(push);
    expect(run).not.toHaveBeenCalled();
  });

  it("[B.17] [B.18] leaves no listener on a signal once it is removed", async () => {
    const { signal } = new AbortController();
    const [added, removed] = [
      vi.spyOn(signal, "addEventListener"),
      vi.spyOn(signal, "removeEventListener"),
    ];
    const webhooks = create();
    register(webhooks, vi.fn(), { signal })();
    register(webhooks, vi.fn(), { signal, once: true });
    await webhooks.receive(push);
    expect(added).toHaveBeenCalledTimes(2);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });

  it.each([[{ once: 1 }], [{ signal: {} }], [{ id: "" }], ["once"], [null]])(
    "[B.17] [B.18] refuses the options %j",
    async (options) => {
      const webhooks = create();
      const run = vi.fn();
      const untyped = options as HandlerOptions; // as JavaScript would pass it
      expect(() => register(webhooks, run, untyped)).toThrow(TypeError);
      await webhooks.receive(push);
      expect(run).not.toHaveBeenCalled();
    },
  );
});

describe("a handler that is removed by another one of its event", () => {
  it.each<[what: string, count: number, options: HandlerOptions | undefined]>([
    ["no options", 1, undefined],
    ["options without an end", 1, {}],
    ["an id", 1, { id: "own" }],
    ["`once`", 0, { once: true }],
    ["`signal`", 0, { signal: new AbortController().signal }],
  ])("[B.4] [B.17] with %s still runs for it: %i", async (_, count, options) => {
    const webhooks = create();
    const run = vi.fn();
    webhooks.on("issues.opened", () => remove());
    const remove = webhooks.on("issues", run, options);
    for (let delivery = 0; delivery < 2; delivery++) await webhooks.receive(opened);
    expect(run).toHaveBeenCalledTimes(count);
  });
});

describe("a handler with `once`", () => {
  it("[B.17] runs once for an event that has two of its names", async () => {
    const webhooks = create();
    const run = vi.fn();
    webhooks.on(["issues", "issues.opened"], run, { once: true });
    await webhooks.receive(opened);
    expect(run).toHaveBeenCalledOnce();
  });

  it("[B.20] is removed by removeListener, newest first", async () => {
    const webhooks = create();
    const run = vi.fn();
    webhooks.on("push", run);
    webhooks.on("push", run, { once: true });
    webhooks.removeListener("push", run);
    await webhooks.receive(push);
    await webhooks.receive(push);
    expect(run).toHaveBeenCalledTimes(2);
    webhooks.onAny(run, { once: true });
    webhooks.removeListener(["push", "*"], run);
    await webhooks.receive(push);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("[B.17] [B.4] is gone after its event: a long payload is parsed for nobody", async () => {
    const webhooks = create();
    const parse = vi.spyOn(JSON, "parse");
    const payload = JSON.stringify({ text: "x".repeat(5_000) });
    const signature = webhooks.sign(payload);
    const counts: number[] = [];
    webhooks.on("push", vi.fn(), { once: true });
    for (let count = 0; count < 2; count++) {
      await webhooks.verifyAndReceive({ name: "push", payload, signature });
      counts.push(parse.mock.calls.length);
    }
    parse.mockRestore();
    expect(counts).toEqual([1, 1]);
  });

  it("[B.3] is heard: a long payload is parsed for it", async () => {
    const webhooks = create();
    const run = vi.fn();
    webhooks.on("push", run, { once: true });
    const payload = JSON.stringify({ text: "x".repeat(5_000) });
    await webhooks.verifyAndReceive({ name: "push", payload, signature: webhooks.sign(payload) });
    expect(run).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ payload: JSON.parse(payload) as unknown }),
    );
  });
});

type Toolkit = InstanceType<typeof AcmeWebhooks>;
type Register = (webhooks: Toolkit, handler: () => unknown, options?: HandlerOptions) => Unregister;
