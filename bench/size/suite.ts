import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Row, Suite } from "../harness/measure.js";
import { printTable } from "../harness/table.js";

/** Files below this many bytes are one line of the table. */
const SHOWN = 100;

const from = (module: string, names: string): string => `export { ${names} } from "${module}";`;
const endpoint = from("typewire/endpoint", "endpoint");
const webhooks = from("typewire/webhooks", "Webhooks");
const node = from("typewire/middleware/node", "createNodeMiddleware");
const web = from("typewire/middleware/web", "createWebMiddleware");

/**
 * Programs that import this much, the bytes that they may have, and the imports of a peer's user for the
 * same. The limits lie 3 % above the sizes when they were set.
 */
// prettier-ignore
const BUNDLES = [
  ["endpoint", endpoint, 9_720, "@octokit/endpoint", "endpoint"],
  ["endpoint and createClient", endpoint + from("typewire/client", "createClient"), 15_600,
    "@octokit/request", "request"],
  ["verify", from("typewire/methods", "verify"), 617, "@octokit/webhooks-methods", "verify"],
  ["Webhooks", webhooks, undefined, "@octokit/webhooks", "Webhooks"],
  ["Webhooks with the Node middleware", webhooks + node, 11_640,
    "@octokit/webhooks", "Webhooks, createNodeMiddleware"],
  ["Webhooks with the web middleware", webhooks + web, 11_320,
    "@octokit/webhooks", "Webhooks, createWebMiddleware"],
] as const;

export const sizeSuite: Suite = {
  name: "size",
  async measure({ wants }) {
    const rows: Row[] = [];
    for (const [job, source, atMost, peer, names] of BUNDLES) {
      if (!wants(job)) continue;
      const beside = { [peer]: await sizeOf(from(peer, names)) };
      const figure = await sizeOf(source);
      rows.push({ job, measure: "bytes", figure, atMost, beside, isExact: true });
    }
    return rows;
  },
  tables: async () => ({
    "size of endpoint": await printShares(
      "endpoint",
      `export { endpoint } from "../src/entries/endpoint.js";`,
      await sizeOf(endpoint),
    ),
    "size of webhooks": await printShares(
      "Webhooks with both middlewares",
      `export { Webhooks } from "../src/entries/webhooks.js";
       export { createNodeMiddleware } from "../src/runtime/middleware/node.js";
       export { createWebMiddleware } from "../src/runtime/middleware/web.js";`,
      await sizeOf(webhooks + node + web),
    ),
  }),
};

/** Bytes of a program that imports this: bundled for Node, minified, compressed. */
async function sizeOf(source: string): Promise<number> {
  const { outputFiles } = await bundle(source);
  return outputFiles.reduce((size, { contents }) => size + gzipSync(contents).length, 0);
}

/**
 * Divides a size among the sources, as a table: in proportion to their minified bytes.
 * @param source A program that imports sources: the build has one file for each half.
 */
async function printShares(title: string, source: string, total: number): Promise<string> {
  const { metafile } = await bundle(source);
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const sum = inputs.reduce((all, [, { bytesInOutput }]) => all + bytesInOutput, 0);
  const shares = inputs
    .map(([file, { bytesInOutput }]) => [file, Math.round((bytesInOutput * total) / sum)] as const)
    .filter(([, bytes]) => bytes >= SHOWN)
    .sort(([, one], [, other]) => other - one);
  const others = total - shares.reduce((all, [, bytes]) => all + bytes, 0);
  return printTable([title, "bytes"], [...shares, ["smaller ones", others], ["together", total]]);
}

function bundle(source: string) {
  return build({
    stdin: { contents: source, resolveDir: "bench" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    metafile: true,
    outdir: "bench/dist",
    alias: { "#platform": "./src/signatures/platform.node.ts" },
    tsconfigRaw: {},
  });
}
