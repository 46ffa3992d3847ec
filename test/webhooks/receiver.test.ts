/** The receiver of a toolkit: what it offers to middleware, relay and inbox. */
import { describe, expect, it, vi } from "vitest";
import { findReceiver, RECEIVER } from "../../src/receive/webhooks/receiver.js";
import { acmeCatalog, acmeParts, AcmeWebhooks, SECRET } from "../cases/webhooks/acme.js";

describe("a receiver", () => {
  it("[B.26] is what a toolkit of any copy of the package has under its key", () => {
    expect(RECEIVER).toBe(Symbol.for("typewire.receiver"));
    const receiver = {};
    expect(findReceiver({ [RECEIVER]: () => receiver })).toBe(receiver);
  });

  it.each([
    [undefined, "undefined"],
    [null, "null"],
    [{}, "an object"],
    ["webhooks", "a string"],
    [{ [RECEIVER]: () => undefined }, "an object"],
  ])("[B.26] is not that of %j", (value, kind) => {
    expect(() => findReceiver(value)).toThrow(
      new TypeError(
        `\`webhooks\` is ${kind}; expected a Webhooks instance, such as \`new Webhooks({ secret })\`.`,
      ),
    );
  });

  it("[B.26] tells a transport what it needs", async () => {
    const webhooks = new AcmeWebhooks({ secret: SECRET, log: {} });
    const receiver = findReceiver(webhooks);
    expect(receiver.catalog).toBe(acmeCatalog);
    expect(receiver.parts.scheme).toBe(acmeParts.scheme);
    expect(receiver.reader.scheme).toBe(acmeParts.scheme);
    expect([receiver.reader.hasJson, receiver.reader.takesUnsigned]).toEqual([true, false]);
    expect(receiver.looksUpSecrets).toBe(false);
    const withLookup = findReceiver(new AcmeWebhooks({ secret: () => SECRET, log: {} }));
    expect(withLookup.looksUpSecrets).toBe(true);
    expect(["push", "issues.opened", "error", "a*"].map(receiver.isReserved)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    const signature = webhooks.sign("{}");
    expect(receiver.sign?.("{}")).toBe(signature);
    const run = vi.fn();
    webhooks.on("push", run, { id: "own" });
    await receiver.verifyAndReceive({ name: "push", payload: "{}", signature });
    expect(run).toHaveBeenCalledOnce();
    await webhooks.drain();
    expect(receiver.admission.isOpen).toBe(false);
  });

  it("[G.5] gives an inbox its handlers", async () => {
    const webhooks = new AcmeWebhooks({ secret: SECRET, log: {} });
    const { handlers } = findReceiver(webhooks);
    const [ofAction, ofAny, ofErrors] = [vi.fn(), vi.fn(), vi.fn()];
    webhooks.on("issues.opened", ofAction, { id: "own", once: true });
    webhooks.onAny(ofAny);
    webhooks.onError(ofErrors);
    const event = { id: "1", name: "issues", payload: { action: "opened" } };
    const gathered = handlers?.gather(event);
    expect(gathered).toMatchObject({ forEvent: [], forAny: [ofAny], forErrors: [ofErrors] });
    expect(gathered?.forAction.map((handler) => handlers?.readId(handler))).toEqual(["own"]);
    expect(handlers?.readId(ofAny)).toBeUndefined();
    expect(handlers?.parse(new TextEncoder().encode('{"a":1}'))).toEqual({ a: 1 });
    expect(handlers?.equip?.(event, new AbortController().signal)).toBe(event);
    const runs: unknown[] = [];
    const run = (handled: unknown): undefined => void runs.push(handled);
    const body = '{"action":"opened"}';
    const signature = webhooks.sign(body);
    await handlers?.verifyAndRun({ id: "1", name: "issues", payload: body, signature }, run);
    await handlers?.receive?.({ id: "1", name: "issues", payload: { action: "opened" } }, run);
    expect(runs).toEqual([event, event]);
    expect([ofAction, ofAny].map((handler) => handler.mock.calls.length)).toEqual([0, 0]);
  });
});
