/** Edits of `vendor.yaml` that keep all other lines. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { setKey } from "../../cli/package/vendor.js";

describe("a new key of vendor.yaml", () => {
  it.each([
    ["name: acme\n\ntitle: Acme\n", "name: acme\n\ntitle: Acme\n\nclient: one\n"],
    ["name: acme\ntitle: Acme\n", "name: acme\ntitle: Acme\nclient: one\n"],
  ])("is set apart as the others of %j are", (text, edited) => {
    expect(setKey(text, ["client"], "one")).toBe(edited);
  });
});

describe("a key of vendor.yaml", () => {
  const TEXT = `# first
name: acme

title: Acme # for prose
variables:
  region: eu

# TODO baseUrl: where the API is
webhooks:
  path: /a
  event:
    header: X
  # TODO signature: how
# last
`;

  it.each<[readonly [string] | readonly [string, string], unknown, string, string]>([
    [["name"], "other", "name: acme\n", "name: other\n"],
    [
      ["baseUrl"],
      "https://a.example",
      "# TODO baseUrl: where the API is\n",
      "baseUrl: https://a.example\n",
    ],
    [["webhooks", "signature"], "stripe", "  # TODO signature: how\n", "  signature: stripe\n"],
    [
      ["webhooks", "event"],
      { body: "type" },
      "  event:\n    header: X\n",
      "  event: { body: type }\n",
    ],
    [["webhooks", "path"], "/b", "  path: /a\n", "  path: /b\n"],
    [["variables"], { zone: "us" }, "variables:\n  region: eu\n", "variables: { zone: us }\n"],
  ])("%j becomes %j, and the rest stays", (path, value, before, after) => {
    expect(setKey(TEXT, path, value)).toBe(TEXT.replace(before, after));
  });

  it("is added to the end of its map", () => {
    const text = setKey(TEXT, ["webhooks", "delivery"], { header: "X-Id" });
    expect(parse(text).webhooks).toEqual({
      path: "/a",
      event: { header: "X" },
      delivery: { header: "X-Id" },
    });
    expect(text).toContain("# TODO signature: how\n");
  });
});
