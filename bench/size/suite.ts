import type { Row, Suite } from "../harness/job.js";
import { sizeOf } from "./bundle.js";

interface Bundle {
  readonly job: string;
  /** What a program imports. */
  readonly source: string;
  /** In bytes, minified and compressed. */
  readonly atMost?: number;
  /** What a peer's user imports for the same. */
  readonly peer: readonly [name: string, source: string];
}

const webhooks = `export { Webhooks } from "typewire/webhooks";`;

const octokit = (names: string): readonly [string, string] => [
  "@octokit/webhooks",
  `export { ${names} } from "@octokit/webhooks";`,
];

const bundles: readonly Bundle[] = [
  {
    job: "endpoint",
    source: `export { endpoint } from "typewire/endpoint";`,
    atMost: 9_720,
    peer: ["@octokit/endpoint", `export { endpoint } from "@octokit/endpoint";`],
  },
  {
    job: "endpoint and createClient",
    source: `export { endpoint } from "typewire/endpoint"; export { createClient } from "typewire/client";`,
    atMost: 15_600,
    peer: ["@octokit/request", `export { request } from "@octokit/request";`],
  },
  {
    job: "verify",
    source: `export { verify } from "typewire/methods";`,
    atMost: 617,
    peer: ["@octokit/webhooks-methods", `export { verify } from "@octokit/webhooks-methods";`],
  },
  { job: "Webhooks", source: webhooks, peer: octokit("Webhooks") },
  {
    job: "Webhooks with the Node middleware",
    source: `${webhooks} export { createNodeMiddleware } from "typewire/middleware/node";`,
    atMost: 11_640,
    peer: octokit("Webhooks, createNodeMiddleware"),
  },
  {
    job: "Webhooks with the web middleware",
    source: `${webhooks} export { createWebMiddleware } from "typewire/middleware/web";`,
    atMost: 11_320,
    peer: octokit("Webhooks, createWebMiddleware"),
  },
];

export const sizeSuite: Suite = {
  name: "size",
  async measure(conditions) {
    const rows: Row[] = [];
    for (const { job, source, atMost, peer } of bundles) {
      if (!conditions.wants(job)) continue;
      const beside = { [peer[0]]: await sizeOf(peer[1]) };
      const figure = await sizeOf(source);
      rows.push({ job, measure: "bytes", figure, atMost, beside, isExact: true });
    }
    return rows;
  },
};
