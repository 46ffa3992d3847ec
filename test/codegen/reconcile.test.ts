/** Recorded deliveries beside the schema: the corrections that are proposed. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSchema, readUncorrected } from "../../codegen/read-schema.js";
import { describeReconciliation, reconcile } from "../../codegen/reconcile/reconcile.js";
import { readRecordings } from "../../codegen/reconcile/recordings.js";
import { printProposals, writeCorrections } from "../../codegen/reconcile/write-corrections.js";
import { miniatureWith } from "../cases/codegen/read/miniature.js";
import { deviations, schema } from "../cases/codegen/reconcile/deviations.js";
import { run } from "../cases/codegen/run.js";

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

  it("name what no correction mends", () => {
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

  it("of an action that the sender chooses are those of the one that is described", () => {
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

describe("reading", () => {
  const delivery = { name: "ping", payload: { a: 1 } };
  it.each<[form: string, text: string, names: readonly string[]]>([
    ["a delivery", JSON.stringify(delivery), ["ping"]],
    ["a list", JSON.stringify([delivery, delivery]), ["ping", "ping"]],
    ["several payloads", JSON.stringify([{ name: "ping", payloads: [{}, {}] }]), ["ping", "ping"]],
    ["examples", JSON.stringify([{ name: "ping", actions: [], examples: [{}] }]), ["ping"]],
    [
      "lines",
      `${JSON.stringify(delivery)}\n\n${JSON.stringify({ ...delivery, name: "x" })}\n`,
      ["ping", "x"],
    ],
  ])("takes %s", (_form, text, names) => {
    const recordings = readRecordings({ path: "a.json", text });
    expect(recordings.map(({ name }) => name)).toEqual(names);
  });

  it("refuses a file without deliveries", () => {
    const problem =
      "a.json: The file has no deliveries; expected a list of them, or one on each line.";
    expect(() => readRecordings({ path: "a.json", text: "[]" })).toThrow(problem);
  });

  it("renames events and properties, and no values", () => {
    const text = JSON.stringify({
      name: "acme_hook",
      payload: { via_acme: [{ acme_id: "acme" }], own: null },
    });
    expect(readRecordings({ path: "a.json", text }, new Map([["acme", "vendor"]]))).toEqual([
      { name: "vendor_hook", payload: { via_vendor: [{ vendor_id: "acme" }], own: null } },
    ]);
  });

  it.each<[what: string, text: string, message: string | RegExp]>([
    [
      "no JSON",
      "{ name",
      /^a\.json: The content is not JSON \(.+\); expected a list of deliveries, or a delivery on each line\.$/s,
    ],
    [
      "no delivery",
      '[{ "name": "x" }]',
      "a.json[0]: The value is not a delivery; expected `{ name, payload }`, `{ name, payloads }` or `{ name, examples }`.",
    ],
    [
      "a line that is none",
      '{"name":"x","payload":{}}\n7\n',
      "a.json:2: The value is not a delivery; expected `{ name, payload }`, `{ name, payloads }` or `{ name, examples }`.",
    ],
  ])("refuses %s", (_what, text, message) => {
    expect(() => readRecordings({ path: "a.json", text })).toThrow(message);
  });
});

describe("the command", () => {
  let folder: string;
  const lines = { out: [] as string[], err: [] as string[] };
  const reconcileIn = (...argv: readonly string[]) => {
    lines.out.length = 0;
    lines.err.length = 0;
    const io = {
      out: (text: string) => void lines.out.push(text),
      err: (text: string) => void lines.err.push(text),
    };
    return run(["reconcile", "--schema", join(folder, "schema"), ...argv], io);
  };
  const corrections = () => readFile(join(folder, "schema/corrections.yaml"), "utf8");
  const record = async (...deliveries: readonly unknown[]) => {
    const path = join(folder, "recorded.json");
    await writeFile(path, JSON.stringify(deliveries));
    return path;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "typewire-reconcile-"));
    for (const { path, text } of miniatureWith(schema)) {
      await mkdir(dirname(join(folder, "schema", path)), { recursive: true });
      await writeFile(join(folder, "schema", path), text);
    }
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const payload = { action: "opened", ticket: { id: 1 } };

  it("prints proposals, and writes nothing unless it is told to", async () => {
    const path = await record({ name: "ticket", payload });
    expect(await reconcileIn(path)).toBe(0);
    expect(lines).toEqual({
      out: [
        "components:\n  components/shared.yaml#/ticket:\n    - property: title\n      optional: true\n      reason: absent in recorded deliveries of ticket.opened",
        "0 of 1 recorded deliveries are as the schema says; 1 with one correction.",
      ],
      err: [],
    });
    await expect(corrections()).rejects.toThrow("ENOENT");
  });

  it("writes what is missing beside what is there, and nothing the second time", async () => {
    const there =
      "# Kept.\ncomponents:\n  components/shared.yaml#/ticket:\n    # Why, at length.\n    - { property: closed_at, nullable: true, reason: open }\n";
    await writeFile(join(folder, "schema/corrections.yaml"), there);
    const path = await record({ name: "ticket", payload });
    expect(await reconcileIn(path, "--write")).toBe(0);
    const written = `${there}    - property: title\n      optional: true\n      reason: absent in recorded deliveries of ticket.opened\n`;
    expect(await corrections()).toBe(written);
    expect(await reconcileIn(path, "--write")).toBe(0);
    expect(await corrections()).toBe(written);
    expect(lines.out).toEqual([
      "1 of 1 recorded deliveries are as the schema says; nothing to correct.",
    ]);
  });

  it("begins a new file with the line by which editors know its format", async () => {
    await reconcileIn(await record({ name: "ticket", payload }), "--write");
    expect(await corrections()).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/codegen\/meta\/corrections\.schema\.json\n\n?components:/,
    );
  });

  it("takes names as the schema has them", async () => {
    const path = await record({ name: "issue", payload: { action: "opened", issue: { id: 1 } } });
    expect(await reconcileIn(path)).toBe(1);
    expect(lines.err).toEqual(["issue: the schema has no such event."]);
    expect(await reconcileIn(path, "--rename", "issue=ticket")).toBe(0);
  });

  it.each<[argv: readonly string[], message: string]>([
    [[], "The argument is missing; expected files of recorded deliveries."],
    [["x", "--rename", "a"], "The value of --rename is a; expected FROM=TO."],
    [["x", "--rename", "=b"], "The value of --rename is =b; expected FROM=TO."],
  ])("refuses %j", async (argv, message) => {
    expect(await reconcileIn(...argv)).toBe(2);
    const hint = "Run `npm run codegen -- reconcile --help` for help.";
    expect(lines.err).toEqual([`${message}\n${hint}`]);
  });

  it("tells of a file that is not there", async () => {
    expect(await reconcileIn(join(folder, "nowhere.json"))).toBe(1);
    expect(lines.err.join("")).toContain("nowhere.json does not exist.");
  });
});

function reconcileMiniature(payloads: readonly unknown[], text?: string) {
  const files = miniatureWith({ ...schema, "corrections.yaml": text || undefined });
  const { model, corrections } = readUncorrected(files);
  const recordings = payloads.map((payload) => ({ name: "ticket", payload }));
  return reconcile(model, corrections, recordings);
}
