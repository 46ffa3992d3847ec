/** Recorded deliveries beside the schema: the corrections that are proposed. */
import { describe, expect, it } from "vitest";
import { readSchema, readUncorrected } from "../../codegen/read-schema.js";
import { describeReconciliation, reconcile } from "../../codegen/reconcile/reconcile.js";
import { printProposals, writeCorrections } from "../../codegen/reconcile/write-corrections.js";
import { miniatureWith } from "../cases/codegen/read/miniature.js";
import { deviations, schema } from "../cases/codegen/reconcile/deviations.js";

describe("recorded deliveries", () => {
  it.each(deviations)("propose $title", async ({ payloads, corrections, proposals }) => {
    const result = reconcileMiniature(payloads, corrections);
    expect(await printProposals(result.proposals)).toBe(proposals);
    expect([result.total, result.after, result.unsolved]).toEqual([
      payloads.length,
      payloads.length,
      [],
    ]);
  });

  it.each(deviations.filter(({ proposals }) => proposals !== "{}\n"))(
    "are as the schema says once it is written: $title",
    async ({ payloads, corrections = "", title }) => {
      const first = reconcileMiniature(payloads, corrections);
      const written = await writeCorrections(corrections, first.proposals);
      expect(reconcileMiniature(payloads, written), title).toMatchObject({
        before: payloads.length,
        proposals: [],
      });
      const files = miniatureWith({ ...schema, "corrections.yaml": written });
      expect(() => readSchema(files)).not.toThrow();
    },
  );

  it("that no correction mends are named with the reason", () => {
    const { model, corrections } = readUncorrected(miniatureWith(schema));
    const result = reconcile(model, corrections, [
      { name: "tickets", payload: {} },
      { name: "ticket", payload: { action: "vanished" } },
      { name: "ticket", payload: { action: "opened", ticket: { id: 1, title: "a" } } },
    ]);
    expect(result).toEqual({
      total: 3,
      before: 1,
      after: 1,
      proposals: [],
      unsolved: [
        "tickets: the schema has no such event. Did you mean `ticket`?",
        'ticket: the schema describes no payload of the action "vanished".',
      ],
    });
    expect(describeReconciliation(result)).toBe(
      "1 of 3 recorded deliveries are as the schema says; nothing to correct.",
    );
  });

  it("of an action that the sender chooses have the payload of the one that is described", () => {
    const files = miniatureWith({
      "events.yaml": "call: { actions: [sample] }\n",
      "payloads/ping.yaml": undefined,
      "payloads/call.yaml":
        "actions: { sample: { type: object, properties: { action: { type: string }, n: { type: integer } } } }\n",
    });
    const { model, corrections } = readUncorrected(files);
    const result = reconcile(model, corrections, [
      { name: "call", payload: { action: "anything", n: 1 } },
    ]);
    expect([result.before, result.unsolved]).toEqual([1, []]);
  });

  it.each<[what: string, schema: string, problem: string]>([
    ["any payload", "false", "ping: the payload is not allowed by the schema."],
    ["a property", "{ properties: { a: false } }", "ping: /a is not allowed by the schema."],
  ])("are a problem where the schema forbids %s", (_what, schema, problem) => {
    const files = miniatureWith({ "payloads/ping.yaml": `payload: ${schema}\n` });
    const { model, corrections } = readUncorrected(files);
    const result = reconcile(model, corrections, [{ name: "ping", payload: { a: 1 } }]);
    expect(result).toMatchObject({ before: 0, after: 0, proposals: [], unsolved: [problem] });
  });
});

function reconcileMiniature(payloads: readonly unknown[], text?: string) {
  const files = miniatureWith({ ...schema, "corrections.yaml": text || undefined });
  const { model, corrections } = readUncorrected(files);
  const recordings = payloads.map((payload) => ({ name: "ticket", payload }));
  return reconcile(model, corrections, recordings);
}
