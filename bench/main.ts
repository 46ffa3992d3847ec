/**
 * Bundles the benchmarks, and runs them in plain Node, because a loader of TypeScript would be measured,
 * too. It does not bundle the package, so that the build of users is measured.
 */
import { spawnSync } from "node:child_process";
import { build } from "esbuild";

await build({
  entryPoints: {
    run: "bench/run.ts",
    "client-process": "bench/client/process.ts",
    "streams-process": "bench/streams/process.ts",
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
  // Without the project's `paths`, the name of the package resolves to its build.
  tsconfigRaw: {},
});
const program = ["--expose-gc", "bench/dist/run.js", ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, program, { stdio: "inherit" }).status ?? 1;
