/** Edits of `vendor.yaml` that keep all other lines: any key, and the version of the client. */
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { setKey } from "../../cli/package/vendor.js";
import { createTestCli } from "./cli.js";

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

describe("the version of a client", () => {
  it("follows that of the package", async () => {
    const cli = await createTestCli();
    onTestFinished(() => cli.remove());
    expect((await cli.run(["init", "--name", "acme-sdk"])).code).toBe(0);
    const manifest = await cli.read("package.json");
    const raised = manifest.replace('"version": "0.1.0"', '"version": "1.0.0"');
    await cli.write("package.json", raised);
    const check = await cli.run(["generate", "--check", "--package"]);
    expect(check).toMatchObject({ code: 1, err: expect.stringContaining("generate --package") });
    expect((await cli.run(["generate", "--package"])).code).toBe(0);
    const stamped = await cli.read("schema/vendor.yaml");
    expect(stamped).toContain('{ name: acme-sdk, version: "1.0.0" }');
    expect(await cli.read("src/generated/constants.ts")).toContain('"acme-sdk/1.0.0"');
    expect((await cli.run(["generate", "--check", "--package"])).code).toBe(0);
  });
});
