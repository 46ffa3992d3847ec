/**
 * `npx tsx test/long/fuzz.ts --minutes N`: the laws of `test/fuzz/` with new seeds, and a search guided by
 * coverage. It is bundled first, so that the coverage is that of one script, our own.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({ options: { minutes: { type: "string", default: "1" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60))
  throw new Error(`Got --minutes ${values.minutes}, expected more than 0 and at most a day.`);

const folder = `${root}node_modules/.cache/typewire`;
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: [`${root}test/fuzz/main.ts`],
  outfile: `${folder}/fuzz.mjs`,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  external: [
    "fast-check",
    "yaml",
    "ajv",
    "ajv/*",
    "@noble/*",
    "prettier",
    "json-schema-to-typescript",
  ],
  alias: { "#platform": `${root}src/receive/signatures/platform.node.ts` },
});
execFileSync(process.execPath, ["--enable-source-maps", `${folder}/fuzz.mjs`, String(minutes)], {
  stdio: "inherit",
});
