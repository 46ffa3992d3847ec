/** `typewire init` without a description: a package with the starter service. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createTestCli, type TestCli } from "./cli.js";

let cli: TestCli;

describe("a package that init makes from nothing", () => {
  beforeAll(async () => {
    cli = await createTestCli();
    expect((await cli.run(["init", "acme-sdk"])).code).toBe(0);
  });
  afterAll(() => cli.remove());

  it("has six routes and four events", async () => {
    expect(Object.keys(parse(await cli.read("acme-sdk/schema/routes.yaml")))).toHaveLength(6);
    expect(Object.keys(parse(await cli.read("acme-sdk/schema/events.yaml")))).toHaveLength(4);
  });

  it("has what a package needs", async () => {
    const files = await cli.list("acme-sdk");
    const otherFiles = files.filter((path) => !/^(schema|src)\//.test(path));
    expect(otherFiles).toEqual([
      ".attw.json",
      ".editorconfig",
      ".gitattributes",
      ".gitignore",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "README.md",
      "SKILL.md",
      "llms.txt",
      "package.json",
      "test/client.test.ts",
      "tsconfig.json",
    ]);
  });

  it("has a manifest with scripts, entry points and few dependencies", async () => {
    const manifest = JSON.parse(await cli.read("acme-sdk/package.json"));
    expect(manifest.name).toBe("acme-sdk");
    expect(Object.keys(manifest.scripts)).toEqual(
      expect.arrayContaining(["build", "test", "prepack", "prepublishOnly"]),
    );
    expect(Object.keys(manifest.dependencies)).toEqual(["typewire-runtime"]);
    expect(Object.keys(manifest.devDependencies)).toEqual(
      expect.arrayContaining(["typewire-cli", "typescript"]),
    );
    expect(Object.keys(manifest.exports)).toEqual(
      expect.arrayContaining([".", "./testing", "./validate", "./package.json"]),
    );
    expect(manifest).not.toHaveProperty("license");
  });

  it("begins a changelog, which is packed", async () => {
    const changelog = await cli.read("acme-sdk/CHANGELOG.md");
    expect(changelog).toMatch(/^# Changelog\n/);
    const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      "[Unreleased]",
      expect.stringMatching(/^\[0\.1\.0\] - \d{4}-\d\d-\d\d$/),
    ]);
    expect(changelog).toContain("- The first version, with 6 routes and 4 webhook events.");
    const { files } = JSON.parse(await cli.read("acme-sdk/package.json")) as { files: string[] };
    expect(files).toContain("CHANGELOG.md");
  });

  it("names pages that are packed, too", async () => {
    const present = await cli.list("acme-sdk");
    const { files } = JSON.parse(await cli.read("acme-sdk/package.json")) as { files: string[] };
    const packed = ["README.md", ...files];
    const isPacked = (path: string): boolean =>
      packed.some((each) => path === each || path.startsWith(`${each}/`));
    const texts = ["README.md", "SKILL.md", "llms.txt"].map((page) => cli.read(`acme-sdk/${page}`));
    const pages = (await Promise.all(texts)).map((text) =>
      [...text.matchAll(/(?:\]\(|(?<!\[)`)([\w./-]+\.md)[)`]/g)].map(([, path = ""]) => path),
    );
    const reference = ["routes", "events"].map((name) => `src/generated/reference/${name}.md`);
    for (const paths of pages)
      expect(paths).toEqual(expect.arrayContaining(["src/generated/api.md", ...reference]));
    expect(pages.flat().filter((path) => !present.includes(path) || !isPacked(path))).toEqual([]);
  });

  it("points editors and readers to what is installed with the package", async () => {
    const routes = await cli.read("acme-sdk/schema/routes.yaml");
    expect(routes).toMatch(
      /^# .*\$schema=\.\.\/node_modules\/typewire-cli\/meta\/routes\.schema\.json\n/,
    );
    const component = await cli.read("acme-sdk/schema/components/notes.yaml");
    expect(component).toContain(
      "$schema=../../node_modules/typewire-cli/meta/components.schema.json",
    );
    const entry = await cli.read("acme-sdk/src/generated/index.ts");
    expect(entry).toContain("Command: npx typewire generate\n");
    expect(entry).not.toContain("npm run codegen");
  });

  it("is in sync with what `generate --check` makes, which finds every change", async () => {
    const folders = ["--schema", "acme-sdk/schema", "--out", "acme-sdk/src/generated"];
    expect(await cli.run(["generate", "--check", ...folders])).toMatchObject({ code: 0 });
    const events = await cli.read("acme-sdk/schema/events.yaml");
    await cli.write("acme-sdk/schema/events.yaml", `${events}note.read:\n`);
    const stale = await cli.run(["generate", "--check", ...folders]);
    expect(stale.code).toBe(1);
    expect(stale.err).toContain("stale:   event-names.ts");
    expect(stale.err).toMatch(/To update it: npx typewire generate --schema \S+acme-sdk\/schema/);
  });
});

describe("init from nothing", () => {
  beforeEach(async () => {
    cli = await createTestCli();
  });
  afterEach(() => cli.remove());

  it.each([
    ["stripe", "body:type", "body:id"],
    ["github", "body:meta.kind", "body:meta.ids.own"],
    ["standard-webhooks", "header:X-Event", "body:data.id"],
  ])("generates with --signature %s --event %s --delivery %s", async (...answers) => {
    const [signature, event, delivery] = answers;
    const options = ["--signature", signature, "--event", event, "--delivery", delivery];
    expect(await cli.run(["init", "sdk", ...options])).toMatchObject({ code: 0 });
    const { webhooks } = parse(await cli.read("sdk/schema/vendor.yaml")) as { webhooks: object };
    // `body:type` is `{ body: type }` in YAML.
    const toSource = (text: string) => Object.fromEntries([text.split(":")]) as object;
    expect(webhooks).toMatchObject({
      signature,
      event: toSource(event),
      delivery: toSource(delivery),
    });
    const folders = ["--schema", "sdk/schema", "--out", "sdk/src/generated"];
    expect(await cli.run(["generate", "--check", ...folders])).toMatchObject({ code: 0 });
  });

  it.each([
    ["MIT", "Permission is hereby granted, free of charge"],
    ["ISC", "Permission to use, copy, modify, and/or distribute"],
  ])("writes the text of the license %s", async (license, text) => {
    const { code, out } = await cli.run(["init", "sdk", "--yes", "--license", license]);
    expect(code).toBe(0);
    expect(out).not.toContain(ADD_LICENSE);
    const written = await cli.read("sdk/LICENSE");
    expect(written).toContain(text);
    expect(written).toContain(`Copyright (c) ${new Date().getFullYear()} The authors of sdk`);
  });

  it.each<[what: string, options: readonly string[], isTold: boolean]>([
    ["another license, and says so", ["--license", "Apache-2.0"], true],
    ["no license", [], false],
  ])("writes no text for %s", async (_what, options, isTold) => {
    const { code, out } = await cli.run(["init", "sdk", "--yes", ...options]);
    expect({ code, isTold: out.includes(ADD_LICENSE) }).toEqual({ code: 0, isTold });
    expect(await cli.list("sdk")).not.toContain("LICENSE");
  });

  it("says that the package is an ES module, and which Node can require it", async () => {
    await cli.run(["init", "sdk", "--yes"]);
    const readme = (await cli.read("sdk/README.md")).replace(/\s+/g, " ");
    expect(readme).toContain("It is an ES module (ESM) for Node (20.19+ or 22.12+)");
    expect(readme).toContain("`require()` loads it, too");
  });
});

const ADD_LICENSE = "Add its text as LICENSE";
