/** The settings of Vitest for runs with mutants. */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { mergeConfig, type Plugin, type ViteUserConfig } from "vitest/config";
import base from "../../vitest.config.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Serves the files with their mutants, so that no file of the repository is ever changed. */
const mutants: Plugin = {
  name: "mutants",
  enforce: "pre",
  load(id) {
    const [file = ""] = id.split("?");
    const folder = process.env["TYPEWIRE_MUTANTS"];
    if (folder === undefined || !file.startsWith(ROOT)) return undefined;
    const instrumented = join(folder, relative(ROOT, file));
    return existsSync(instrumented) ? readFileSync(instrumented, "utf8") : undefined;
  },
};

/** Long enough for any test on a busy machine; a fault that hangs is caught by then. */
const LIMIT = 20_000;

const overrides: ViteUserConfig = {
  plugins: [mutants],
  test: {
    setupFiles: [fileURLToPath(new URL("setup.ts", import.meta.url))],
    reporters: [{}],
    bail: 1,
    maxWorkers: 1,
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
  },
};

export default mergeConfig(
  base({ mode: "test", command: "serve" }),
  overrides,
  true,
) as ViteUserConfig; // it merges two of them
