/** Files of recorded deliveries: the forms that are read, and the mistakes that are refused. */
import { describe, expect, it } from "vitest";
import { readRecordings } from "../../codegen/reconcile/recordings.js";

describe("reading recordings", () => {
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
      "a line that is no delivery",
      '{"name":"x","payload":{}}\n7\n',
      "a.json:2: The value is not a delivery; expected `{ name, payload }`, `{ name, payloads }` or `{ name, examples }`.",
    ],
  ])("refuses %s", (_what, text, message) => {
    expect(() => readRecordings({ path: "a.json", text })).toThrow(message);
  });
});
