/** Bytes of programs after bundling and compression, beside those of peers. */
import { resolve } from "node:path";
import { measureWanted, type Row, type Suite } from "../harness/measure.js";
import { sdkCatalog } from "../../generated/sdk-catalog.js";
import { readMethods } from "../../src/catalog/method-lines.js";
import { printTable } from "../harness/table.js";
import { bundle, firstSizeOf, sizeOf } from "./bundle.js";

/** Files with fewer bytes share one line of the table. */
const SHOWN = 100;

const from = (module: string, names: string): string => `export { ${names} } from "${module}";`;
const client = from("typewire/client", "createClient");
const endpoint = from("typewire/endpoint", "endpoint");
const webhooks = from("typewire/webhooks", "Webhooks");
const node = from("typewire/middleware/node", "createNodeMiddleware");
const web = from("typewire/middleware/web", "createWebMiddleware");

/**
 * Programs by what they import: our imports, the platform, the most bytes, and a peer's imports for the same. The limits
 * lie 3 % above the sizes at the time when they were set.
 */
// prettier-ignore
const BUNDLES = [
  ["endpoint", endpoint, "browser", 9_800, "@octokit/endpoint", "endpoint"],
  ["endpoint and createClient", endpoint + client, "browser", 17_460,
    "@octokit/request", "request"],
  ["verify", from("typewire/methods", "verify"), "node", 635, "@octokit/webhooks-methods", "verify"],
  ["Webhooks", webhooks, "node", undefined, "@octokit/webhooks", "Webhooks"],
  ["Webhooks with the Node middleware", webhooks + node, "node", 13_260,
    "@octokit/webhooks", "Webhooks, createNodeMiddleware"],
  ["Webhooks with the web middleware", webhooks + web, "node", 12_980,
    "@octokit/webhooks", "Webhooks, createWebMiddleware"],
] as const;

export const sizeSuite: Suite = (conditions) =>
  measureWanted(JOBS, conditions, async ({ name, measure }) => ({
    ...{ job: name, measure: "bytes", isExact: true },
    ...(await measure()),
  }));

/** Further tables of the README, by name. They have no limits. */
export async function printSizes(): Promise<Readonly<Record<string, string>>> {
  return {
    "size of endpoint": await printShares(
      "endpoint",
      from("../generated/endpoint.js", "endpoint"),
      await sizeOf(endpoint, "bench", "browser"),
    ),
    "size of webhooks": await printShares(
      "Webhooks with both middlewares",
      from("../generated/webhooks.js", "Webhooks") +
        from("../src/runtime/middleware/node.js", "createNodeMiddleware") +
        from("../src/runtime/middleware/web.js", "createWebMiddleware"),
      await sizeOf(webhooks + node + web),
    ),
  };
}

/**
 * One imported schema, with the code that checks by it, and the most bytes: of a body, of a response with
 * many names, and of a payload, most of which hold several such objects.
 */
const SCHEMAS = [
  ["IssuesCreateBodySchema", 1460],
  ["ReposGetResponse200Schema", 2310],
  ["IssuesOpenedPayloadSchema", undefined],
] as const;

/** Functions of one resource, and the most bytes with their client in a browser: 3 % above the size when it was set. */
const METHODS = [
  ["one method", "get", 11_600],
  ["one method with a body", "replaceAllTopics", 12_830],
  ["one method of a list", "listTags", 13_140],
] as const;

interface SizeJob {
  readonly name: string;
  readonly measure: () => Promise<Pick<Row, "figure" | "atMost" | "beside">>;
}

const JOBS: readonly SizeJob[] = [
  ...BUNDLES.map(([name, source, target, atMost, peer, names]) => ({
    name,
    measure: async () => {
      const beside = { [peer]: await sizeOf(from(peer, names), "bench", target) };
      return { figure: await sizeOf(source, "bench", target), atMost, beside };
    },
  })),
  ...METHODS.map(([name, method, atMost]) => ({
    name,
    measure: async () => ({ figure: await sizeInBrowser(callMethod(method)), atMost }),
  })),
  { name: "queries, beside one method", measure: measureQueries },
  { name: "a call by path", measure: measureByPath },
  {
    name: "the class, at the start of a page",
    measure: async () => ({ figure: await firstSizeOf(SDK, "bench"), atMost: 32_200 }),
  },
  { name: "the class for each method", measure: measureClass },
  ...SCHEMAS.map(([name, atMost]) => ({
    name: `one schema: ${name}`,
    measure: async () => ({ figure: await sizeOf(from("typewire/schemas", name)), atMost }),
  })),
];

function callMethod(name: string): string {
  return `import { createClient } from "typewire/core";
import { ${name} } from "typewire/resources/repos";
await ${name}(createClient(), { owner: "a", repo: "b" });`;
}

/** The bytes that all functions of queries add to a program with one method. */
async function measureQueries() {
  const method = callMethod("get");
  const queries = from("typewire/query", "infiniteQuery, mutation, query, swr");
  const added = (await sizeInBrowser(method + queries)) - (await sizeInBrowser(method));
  return { figure: added, atMost: 1_500 };
}

/**
 * A call by path has the code for bodies, because only types know what a path takes: at most 1.1 kB more than a
 * method with a body.
 */
async function measureByPath() {
  const byPath = `import { createClient } from "typewire/core";
import { createPathsClient } from "typewire/paths";
await createPathsClient(createClient()).GET("/repos/{owner}/{repo}", { params: { path: { owner: "a", repo: "b" } } });`;
  const atMost = (await sizeInBrowser(callMethod("replaceAllTopics"))) + 1_100;
  return { figure: await sizeInBrowser(byPath), atMost };
}

function sizeInBrowser(source: string): Promise<number> {
  return sizeOf(source, "bench", "browser");
}

const SDK = from("typewire/sdk", "Vendor");

/** The bytes of the class for each method, without the client that it uses. */
async function measureClass() {
  const methods = Object.values(sdkCatalog.resources).flatMap(readMethods).length;
  const ofClass = (await firstSizeOf(SDK, "bench")) - (await sizeInBrowser(client));
  return { figure: ofClass / methods, atMost: 30 };
}

/**
 * Prints a table that divides a size among sources, in proportion to their minified bytes.
 * @param source A program that imports sources, because the build has one file for each half.
 */
async function printShares(title: string, source: string, total: number): Promise<string> {
  // The paths of this file lead to sources.
  const { metafile } = await bundle(source, "bench", { tsconfig: "tsconfig.json", alias: NODE });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const sum = inputs.reduce((bytes, [, { bytesInOutput }]) => bytes + bytesInOutput, 0);
  const shares = inputs
    .map(([file, { bytesInOutput }]) => [file, Math.round((bytesInOutput * total) / sum)] as const)
    .filter(([, bytes]) => bytes >= SHOWN)
    .sort(([, one], [, other]) => other - one);
  const smaller = total - shares.reduce((listed, [, bytes]) => listed + bytes, 0);
  return printTable([title, "bytes"], [...shares, ["smaller ones", smaller], ["together", total]]);
}

/** Sources of a platform, for bundles of sources. */
const NODE = { "#platform": resolve("src/receive/signatures/platform.node.ts") };
