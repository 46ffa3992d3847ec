/**
 * Compares our time with that of the vendors' own libraries, see `test/vendors/speed.ts`. It runs
 * bundled, as published code does: what runs TypeScript directly adds to each function. Needs
 * `test/long/vendors.ts` before, which installs the libraries.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const folder = fileURLToPath(new URL("../vendors/", import.meta.url));
const outfile = `${folder}dist/speed.js`;

buildSync({
  entryPoints: [`${folder}speed.ts`],
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  alias: { "#platform": `${folder}../../src/receive/signatures/platform.node.ts` },
  outfile,
});
process.exitCode = spawnSync(process.execPath, [outfile], { stdio: "inherit" }).status ?? 1;
