/** Whatever a handler or `transform` returns: it is awaited as `await` would, and never twice. */
import { describe, expect, it } from "vitest";
import { WebhookAggregateError } from "../../../src/receive/webhooks/webhook-error.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import { implementations } from "../../http/implementations.js";
import { post } from "../../http/post.js";
import { listen } from "../../http/server.js";
import { catalog, secret, parts } from "../../http/toolkit.js";
import { observeUnhandled } from "../../webhooks/unhandled.js";
import { type Ending, results } from "./results.js";

const Webhooks = bindWebhooks(catalog, parts);
const delivery = { id: "id-1", name: "note", payload: {} };
const statuses: Readonly<Record<Ending, number>> = { done: 200, failed: 500, pending: 202 };

describe.each(results)("%s", (_, createResult, ending) => {
  it("from a handler", async () => {
    let [failures, siblings] = [0, 0];
    const toolkit = new Webhooks({ secret, log: {} });
    toolkit.on("note", createResult);
    toolkit.onAny(async () => siblings++);
    toolkit.onError(() => failures++);
    const unhandled = await observeUnhandled(async () => {
      expect(await endingOf(toolkit.receive(delivery))).toBe(ending);
    });
    expect(unhandled).toEqual([]);
    expect([failures, siblings]).toEqual([ending === "failed" ? 1 : 0, 1]);
  });

  it("from transform", async () => {
    let [failures, siblings, transformed] = [0, 0, 0];
    const toolkit = new Webhooks({ secret, log: {}, transform: createResult });
    toolkit.on("note", () => transformed++);
    toolkit.onAny(() => siblings++);
    toolkit.onError(() => failures++);
    const unhandled = await observeUnhandled(async () => {
      expect(await endingOf(toolkit.receive(delivery))).toBe(ending);
    });
    expect(unhandled).toEqual([]);
    expect(failures).toBe(ending === "failed" ? 1 : 0);
    expect(transformed).toBe(ending === "done" ? 1 : 0);
    expect(siblings).toBe(ending === "pending" ? 0 : 1);
  });

  it("from onError", async () => {
    let logged = 0;
    const toolkit = new Webhooks({ secret, log: { error: () => logged++ } });
    toolkit.onError(createResult);
    toolkit.on("note", () => Promise.reject(new Error("x")));
    const unhandled = await observeUnhandled(async () => {
      expect(await endingOf(toolkit.receive(delivery))).toBe("failed");
    });
    expect(unhandled).toEqual([]);
    expect(logged).toBe(ending === "failed" ? 1 : 0);
  });

  it.each(implementations)("over a socket, by the $name middleware", async ({ create }) => {
    let [failures, siblings] = [0, 0];
    const toolkit = new Webhooks({ secret, log: {} });
    toolkit.on("note", createResult);
    toolkit.onAny(async () => siblings++);
    toolkit.onError(() => failures++);
    const timeout = ending === "pending" ? 50 : 9_000;
    const unhandled = await observeUnhandled(async () => {
      const server = await listen(create(toolkit, { timeout }));
      expect((await post(server.port)).status).toBe(statuses[ending]);
      await Promise.all(server.settled);
      await server.close();
    });
    expect(unhandled).toEqual([]);
    expect([failures, siblings]).toEqual([ending === "failed" ? 1 : 0, 1]);
  });
});

/** Tells how a delivery ends. One that has not ended after some turns of the event loop counts as pending. */
async function endingOf(received: Promise<void>): Promise<Ending> {
  let ending: Ending = "pending";
  received.then(
    () => (ending = "done"),
    (error: unknown) => (ending = error instanceof WebhookAggregateError ? "failed" : "pending"),
  );
  for (let turn = 0; turn < 8; turn++) await new Promise(setImmediate);
  return ending;
}
