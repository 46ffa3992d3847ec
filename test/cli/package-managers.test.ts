/** The package manager of an app, which `add` names in its advice. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPackageManager } from "../../cli/app/dependencies.js";

/** The folder of the app. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-app-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("[N.1] package managers", () => {
  it("are those of the nearest lock file, up to the folder of version control", () => {
    write("yarn.lock", "");
    write("repo/.git/config", "");
    write("repo/apps/web/package.json", "{}");
    expect(findPackageManager(join(folder, "repo/apps/web"), {})).toBe("npm");
    write("repo/pnpm-lock.yaml", "");
    expect(findPackageManager(join(folder, "repo/apps/web"), {})).toBe("pnpm");
    write("repo/apps/web/bun.lock", "");
    expect(findPackageManager(join(folder, "repo/apps/web"), {})).toBe("bun");
  });

  it("are those that package.json names", () => {
    write("yarn.lock", "");
    expect(findPackageManager(folder, { packageManager: "pnpm@10.1.0" })).toBe("pnpm");
  });
});

/** Writes a file of the app. */
function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
