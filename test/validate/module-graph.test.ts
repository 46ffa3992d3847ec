/** What is loaded by whom: validators and samples are there for those alone who ask for them. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a module in a process of its own; the paths of the files of this project that it loads. */
function loadedBy(program: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "typewire-loaded-"));
  try {
    const run = spawnSync(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", program],
      // The coverage of V8 lists every script that ran.
      { cwd: root, encoding: "utf8", env: { ...process.env, NODE_V8_COVERAGE: folder } },
    );
    expect(run).toMatchObject({ status: 0 });
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const scripts = files.flatMap(
      (text) => (JSON.parse(text) as { result: { url: string }[] }).result,
    );
    const paths = scripts.map(({ url }) => url.replace(/^file:\/\//, "").replace(/\?.*$/, ""));
    return [...new Set(paths.filter((path) => path.startsWith(root)))]
      .map((path) => path.slice(root.length))
      .filter((path) => !path.startsWith("["))
      .sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const heavy =
  /^generated\/(validators|samples)\/|^src\/testing\/|^src\/webhooks\/parts\/payload-validator\.ts$/;

/** The module of a subpath. One that binds nothing is the runtime's. */
function moduleOf(subpath: string): string {
  const entry = `src/entries/${subpath}.ts`;
  return existsSync(join(root, entry)) ? entry : `src/runtime/${subpath}.ts`;
}

describe("what is loaded", () => {
  it.each(["endpoint", "webhooks", "methods", "middleware/node", "middleware/web", "relay"])(
    "no validator and no sample by typewire/%s",
    (subpath) => {
      const path = moduleOf(subpath);
      const loaded = loadedBy(`await import("./${path}");`);
      expect(loaded).toContain(path);
      expect(loaded.filter((path) => heavy.test(path))).toEqual([]);
    },
  );

  it("no event data by typewire/endpoint", () => {
    const loaded = loadedBy(`await import("./src/entries/endpoint.ts");`);
    expect(loaded.filter((path) => /event|payload|webhook/.test(path))).toEqual([]);
  });

  it("no validator by typewire/validate before it is asked, and then those of one event", () => {
    const entry = `const { validatePayload } = await import("./src/entries/validate.ts");`;
    const events = (paths: readonly string[]) =>
      paths.filter((path) => path.startsWith("generated/validators/events/"));
    expect(events(loadedBy(entry))).toEqual([]);
    expect(events(loadedBy(`${entry} await validatePayload("ping", {});`))).toEqual([
      "generated/validators/events/ping.ts",
    ]);
  });

  it("no package by a validation", () => {
    const program = `const { validatePayload } = await import("./src/entries/validate.ts");
      await validatePayload("issues.opened", {});`;
    const loaded = loadedBy(program);
    expect(loaded).toContain("generated/validators/events/issues.ts");
    // The one that runs TypeScript aside
    const foreign = loaded.filter(
      (path) => !/^(generated|src)\/|node_modules\/(tsx|esbuild|get-tsconfig)\//.test(path),
    );
    expect(foreign).toEqual([]);
  });
});
