/** The versions of this project's packages that a made package installs. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TOOLS } from "../../cli/package/manifest.js";
import { chooseDependencies } from "../../cli/package/dependency-versions.js";
import { VERSION } from "../../cli/io/tool.js";
import tested from "../packages/package.json" with { type: "json" };
import { createTestCli, type TestCli } from "./cli.js";

let cli: TestCli;

describe("the runtime and the command line of a package", () => {
  beforeEach(async () => {
    cli = await createTestCli();
  });
  afterEach(() => cli.remove());

  it("have the version of this command line", () => {
    expect(choose("/usr/lib/bin.js")).toEqual({ runtime: `^${VERSION}`, cli: `^${VERSION}` });
  });

  it("are those that options name", () => {
    const named = { runtime: "file:../r.tgz", cli: "1.2.3" };
    expect(choose("/usr/lib/bin.js", named)).toEqual(named);
  });

  it("have that version if the command line came from a registry", async () => {
    const resolved = "https://registry.example/typewire-cli/-/typewire-cli-1.0.0.tgz";
    const command = await installCommand({ "node_modules/typewire-cli": { resolved } });
    expect(choose(command)).toEqual({ runtime: `^${VERSION}`, cli: `^${VERSION}` });
  });

  it("are the tarballs that npm has installed", async () => {
    const command = await installCommand({
      "node_modules/typewire-cli": { resolved: "file:../c.tgz" },
      "node_modules/typewire-runtime": { resolved: "file:../r.tgz" },
      "node_modules/other/node_modules/typewire-runtime": { resolved: "file:../no.tgz" },
    });
    expect(choose(command)).toEqual({ cli: "file:../../c.tgz", runtime: "file:../../r.tgz" });
  });

  it("are tarballs if that of the runtime is beside that of the command line", async () => {
    const command = await installCommand({
      "node_modules/typewire-cli": { resolved: "file:../c.tgz" },
    });
    expect(choose(command).runtime).toBe(`^${VERSION}`);
    await cli.write(`typewire-runtime-${VERSION}.tgz`, "");
    expect(choose(command).runtime).toBe(`file:../../typewire-runtime-${VERSION}.tgz`);
  });
});

it("the compiler of a package is one that packages are tested with", () => {
  const alias = tested.devDependencies["typescript-5.9"];
  expect(TOOLS.typescript).toBe(`~${alias.replace("npm:typescript@", "")}`);
});

/** Installs a command line, with npm's list of packages. Returns the path of the command. */
async function installCommand(packages: object): Promise<string> {
  const folder = join(cli.folder, "project/node_modules/typewire-cli/dist");
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(cli.folder, "project/node_modules/.package-lock.json"),
    JSON.stringify({ packages }),
  );
  return join(folder, "bin.js");
}

function choose(command: string, named: { runtime?: string; cli?: string } = {}) {
  return chooseDependencies(join(cli.folder, "project/acme-sdk"), named, command);
}
