/** Modules that entries load: schemas and samples only where a program asks for them. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RUNTIME } from "../../src/exports.js";
import { ROOT } from "../programs/bundle.js";
import { createBundleFolder } from "../programs/programs.js";

/** The sources in JavaScript, each as a file of its own: a bundle would not show what is loaded. */
const FILES = createBundleFolder();

beforeAll(async () => {
  const folders = ["src", "generated"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) =>
      join(folder, path),
    ),
  );
  await build({
    entryPoints: folders.filter(
      (path) => /(?<!\.d)\.ts$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path),
    ),
    absWorkingDir: ROOT,
    outbase: ROOT,
    outdir: FILES,
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  const imports = { "#platform": "./src/receive/signatures/platform.node.js" };
  writeFileSync(join(FILES, "package.json"), JSON.stringify({ type: "module", imports }));
  // Generated modules import the runtime by the name of its package.
  const runtime = join(FILES, "node_modules/typewire-runtime");
  const exports = { "./*": "./*.js" };
  mkdirSync(runtime, { recursive: true });
  writeFileSync(join(runtime, "package.json"), JSON.stringify({ type: "module", exports }));
  for (const subpath of Object.keys(RUNTIME)) {
    const file = join(runtime, `${subpath}.js`);
    const source = relative(dirname(file), join(FILES, "src/runtime", `${subpath}.js`));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export * from ${JSON.stringify(source)};`);
  }
});

afterAll(() => rmSync(FILES, { recursive: true, force: true }));

/** Modules that most programs do not need: schemas, samples, and the code for them. */
const heavy =
  /^generated\/(schemas|samples)\/|^src\/testing\/|^src\/receive\/webhooks\/parts\/payload-validator\.ts$/;

describe("what is loaded", () => {
  it.each(["endpoint", "webhooks", "methods", "middleware/node", "middleware/web", "relay"])(
    "no schema and no sample by typewire/%s",
    (subpath) => {
      const path = moduleOf(subpath);
      const loaded = loadedBy(`await import("./${path.replace(/\.ts$/, ".js")}");`);
      expect(loaded).toContain(path);
      expect(loaded.filter((path) => heavy.test(path))).toEqual([]);
    },
  );

  it("no event data by typewire/endpoint", () => {
    const loaded = loadedBy(`await import("./generated/endpoint.js");`);
    expect(loaded.filter((path) => /event|payload|webhook/.test(path))).toEqual([]);
  });

  it("no schema by typewire/validate before it is asked, and then those of one event", () => {
    const entry = `const { validatePayload } = await import("./generated/validate.js");`;
    const events = (paths: readonly string[]) =>
      paths.filter((path) => path.startsWith("generated/schemas/events/"));
    expect(events(loadedBy(entry))).toEqual([]);
    expect(events(loadedBy(`${entry} await validatePayload("ping", {});`))).toEqual([
      "generated/schemas/events/ping.ts",
    ]);
  });

  it("no package by a validation", () => {
    const program = `const { validatePayload } = await import("./generated/validate.js");
      await validatePayload("issues.opened", {});`;
    const loaded = loadedBy(program);
    expect(loaded).toContain("generated/schemas/events/issues.ts");
    expect(
      loaded.filter((path) => !/^(generated|src|node_modules\/typewire-runtime)\//.test(path)),
    ).toEqual([]);
  });
});

/** Runs a program in a process of its own. Returns the paths of the files of this project that it loads. */
function loadedBy(program: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "typewire-loaded-"));
  try {
    const run = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", program],
      // The coverage of V8 lists every script that ran.
      { cwd: FILES, encoding: "utf8", env: { ...process.env, NODE_V8_COVERAGE: folder } },
    );
    expect(run).toMatchObject({ status: 0 });
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const scripts = files.flatMap(
      (text) => (JSON.parse(text) as { result: { url: string }[] }).result,
    );
    const paths = scripts.map(({ url }) => url.replace(/^file:\/\//, "").replace(/\?.*$/, ""));
    return [...new Set(paths.filter((path) => path.startsWith(ROOT)))]
      .map((path) => path.replace(`${FILES}/`, "").replace(/\.js$/, ".ts"))
      .filter((path) => !path.startsWith("["))
      .sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The module of a subpath. One that binds nothing is the runtime's. */
function moduleOf(subpath: string): string {
  const entry = `generated/${subpath}.ts`;
  return existsSync(join(ROOT, entry)) ? entry : `src/runtime/${subpath}.ts`;
}
