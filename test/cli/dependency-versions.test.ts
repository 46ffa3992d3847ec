/** The versions of this project's packages that a made package installs. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TOOLS } from "../../cli/package/manifest.js";
import { chooseDependencies } from "../../cli/package/dependency-versions.js";
import { VERSION } from "../../cli/io/tool.js";
import tested from "../packages/package.json" with { type: "json" };
import { createTestCli, type TestCli } from "./cli.js";

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
});
