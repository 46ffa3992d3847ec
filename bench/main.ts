/**
 * Bundles the benchmarks and runs them with plain Node: a loader that translates modules would be
 * measured, too. The package is not bundled: its build is timed as users get it.
 */
import { spawnSync } from "node:child_process";
import { build } from "esbuild";

await build({
  entryPoints: {
    run: "bench/run.ts",
    "client-process": "bench/client/process.ts",
    "sustained-direct": "bench/sustained/direct.ts",
    "sustained-server": "bench/sustained/server.ts",
    "sustained-load": "bench/sustained/load.ts",
    "memory-registry": "bench/memory/registry.ts",
  },
  outdir: "bench/dist",
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  // Without the project's `paths`, the package's own name leads to its build.
  tsconfigRaw: {},
});
const program = ["--expose-gc", "bench/dist/run.js", ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, program, { stdio: "inherit" }).status ?? 1;
