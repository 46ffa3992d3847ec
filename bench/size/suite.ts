import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Row, Suite } from "../harness/job.js";

interface Bundle {
  readonly job: string;
  /** What a program imports. */
  readonly source: string;
  /** In bytes, minified and compressed. */
  readonly atMost: number;
  /** In the last table. */
  readonly standsAt: number;
  /** What a peer's user imports for the same. */
  readonly peer?: readonly [name: string, source: string];
}

const bundles: readonly Bundle[] = [
  {
    job: "endpoint",
    source: `export { endpoint } from "typewire/endpoint";`,
    atMost: 2_400,
    standsAt: 10_267,
    peer: ["@octokit/endpoint", `export { endpoint } from "@octokit/endpoint";`],
  },
  {
    job: "verify",
    source: `export { verify } from "typewire/methods";`,
    atMost: 600,
    standsAt: 677,
    peer: ["@octokit/webhooks-methods", `export { verify } from "@octokit/webhooks-methods";`],
  },
  {
    job: "Webhooks with the Node middleware",
    source: `export { Webhooks } from "typewire/webhooks";
      export { createNodeMiddleware } from "typewire/middleware/node";`,
    atMost: 4_000,
    standsAt: 10_744,
    peer: [
      "@octokit/webhooks",
      `export { Webhooks, createNodeMiddleware } from "@octokit/webhooks";`,
    ],
  },
];

export const sizeSuite: Suite = {
  name: "size",
  async measure(conditions) {
    const rows: Row[] = [];
    for (const { job, source, atMost, standsAt, peer } of bundles) {
      if (!conditions.wants(job)) continue;
      const beside = peer === undefined ? {} : { [peer[0]]: await sizeOf(peer[1]) };
      rows.push({ job, measure: "bytes", figure: await sizeOf(source), atMost, standsAt, beside });
    }
    return rows;
  },
};

/** Bundled for Node, minified, compressed as a server would. */
async function sizeOf(source: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: "bench" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    tsconfigRaw: {},
  });
  return outputFiles.reduce((size, { contents }) => size + gzipSync(contents).length, 0);
}
