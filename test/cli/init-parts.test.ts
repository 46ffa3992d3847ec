import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  namesService,
  toPackageName,
  toServiceName,
  toServiceTitle,
} from "../../cli/init/package-name.js";
import { expectEmptyFolder, writePackage } from "../../cli/init/target-folder.js";
import { setKey } from "../../cli/package/vendor.js";
import { TOOLS } from "../../cli/package/manifest.js";
import { chooseDependencies } from "../../cli/package/dependency-versions.js";
import { VERSION } from "../../cli/io/tool.js";
import tested from "../packages/package.json" with { type: "json" };
import { createTestCli, type TestCli } from "./cli.js";

describe("the name of a package", () => {
  it.each([
    ["/home/jane/acme-sdk", "acme-sdk"],
    ["/home/jane/Acme SDK", "acme-sdk"],
    ["/home/jane/.hidden", "hidden"],
    ["/home/jane/Ünï", "n"],
    ["/home/jane/stream", "my-sdk"],
    ["/", "my-sdk"],
  ])("of the folder %s is %s", (folder, name) => expect(toPackageName(folder)).toBe(name));
});

describe("the name of a service", () => {
  it.each([
    ["acme-sdk", "acme"],
    ["@acme/sdk", "acme"],
    ["@acme/pets-client", "pets"],
    ["acme-pay-api", "acmepay"],
    ["sdk", "sdk"],
    ["3scale-sdk", "api3scale"],
  ])("of the package %s is %s", (name, service) => expect(toServiceName(name)).toBe(service));
});

describe("the title of a service", () => {
  it.each([
    ["hub", "Hub"],
    ["acme-shop-sdk", "Acme Shop"],
    ["@acme/sdk", "Acme"],
  ])("of the package %s is %s", (name, title) => expect(toServiceTitle(name)).toBe(title));

  it.each([
    ["Resend", true],
    ["Box Platform API", true],
    ["OpenAI API", true],
    ["GitHub v3 REST API", true],
    ["GitHub's official OpenAPI spec + Octokit extension", false],
    ["Netlify's API documentation", false],
    ["Webhooks", false],
    ["My API v2", false],
    ["", false],
  ])("may be %j: %s", (title, isName) => expect(namesService(title)).toBe(isName));
});

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

describe("what a package installs", () => {
  let cli: TestCli;
  beforeEach(async () => {
    cli = await createTestCli();
  });
  afterEach(() => cli.remove());

  /** A command line that npm has installed, with its own list of packages. */
  async function install(packages: object): Promise<string> {
    const folder = join(cli.folder, "project/node_modules/typewire-cli/dist");
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(cli.folder, "project/node_modules/.package-lock.json"),
      JSON.stringify({ packages }),
    );
    return join(folder, "bin.js");
  }

  const choose = (self: string, named: { runtime?: string; cli?: string } = {}) =>
    chooseDependencies(join(cli.folder, "project/acme-sdk"), named, self);

  it("is the version of the command line", () => {
    expect(choose("/usr/lib/bin.js")).toEqual({ runtime: `^${VERSION}`, cli: `^${VERSION}` });
  });

  it("is what options name", () => {
    const named = { runtime: "file:../r.tgz", cli: "1.2.3" };
    expect(choose("/usr/lib/bin.js", named)).toEqual(named);
  });

  it("is the version, when the command line came from a registry", async () => {
    const resolved = "https://registry.example/typewire-cli/-/typewire-cli-1.0.0.tgz";
    const self = await install({ "node_modules/typewire-cli": { resolved } });
    expect(choose(self)).toEqual({ runtime: `^${VERSION}`, cli: `^${VERSION}` });
  });

  it("is the tarballs that are installed", async () => {
    const self = await install({
      "node_modules/typewire-cli": { resolved: "file:../c.tgz" },
      "node_modules/typewire-runtime": { resolved: "file:../r.tgz" },
      "node_modules/other/node_modules/typewire-runtime": { resolved: "file:../no.tgz" },
    });
    expect(choose(self)).toEqual({ cli: "file:../../c.tgz", runtime: "file:../../r.tgz" });
  });

  it("is the runtime's tarball beside that of the command line", async () => {
    const self = await install({ "node_modules/typewire-cli": { resolved: "file:../c.tgz" } });
    expect(choose(self).runtime).toBe(`^${VERSION}`);
    await cli.write(`typewire-runtime-${VERSION}.tgz`, "");
    expect(choose(self).runtime).toBe(`file:../../typewire-runtime-${VERSION}.tgz`);
  });

  it("is a compiler that packages are tested with", () => {
    const alias = tested.devDependencies["typescript-5.9"];
    expect(TOOLS.typescript).toBe(`~${alias.replace("npm:typescript@", "")}`);
  });

  it("is written nowhere else", async () => {
    const evil = [
      { path: "a.txt", text: "" },
      { path: "b/../../evil.txt", text: "" },
    ];
    await expect(writePackage(join(cli.folder, "sdk"), evil)).rejects.toThrow(
      "The file b/../../evil.txt would be outside of",
    );
    expect(await cli.list(".")).toEqual([]);
  });
});

describe("the folder of a package", () => {
  let cli: TestCli;
  beforeEach(async () => {
    cli = await createTestCli();
  });
  afterEach(() => cli.remove());

  const FILES = [
    { path: "schema/routes.yaml", text: "{}" },
    { path: "package.json", text: "{}" },
  ];

  it("has the files and nothing beside them", async () => {
    await writePackage(join(cli.folder, "sdk"), FILES);
    expect(await cli.list("sdk")).toEqual(["package.json", "schema/routes.yaml"]);
  });

  /** No process has this id: it is above those that systems give. */
  const DRAFT = `.typewire-init-${2 ** 30}-abcdef`;

  it("may have what an `init` left that was killed, and then has the new files", async () => {
    await mkdir(join(cli.folder, DRAFT));
    await cli.write(`${DRAFT}/package.json`, "half of a fi");
    await mkdir(join(cli.folder, "schema"));
    await cli.write("schema/old.yaml", "{}");
    await expectEmptyFolder(cli.folder, ".");
    await writePackage(cli.folder, FILES);
    expect(await cli.list(".")).toEqual(["package.json", "schema/routes.yaml"]);
  });

  it.each<[what: string, path: string, draft: string]>([
    ["a file that no `init` makes", "notes.txt", DRAFT],
    ["what an `init` makes that still runs", "README.md", `.typewire-init-${process.ppid}-abcdef`],
  ])("must not have %s", async (_, path, draft) => {
    await mkdir(join(cli.folder, draft));
    await cli.write(path, "mine");
    await expect(expectEmptyFolder(cli.folder, ".")).rejects.toThrow(path);
  });
});
