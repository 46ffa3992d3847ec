/** Bytes of programs after bundling and compression, beside those of peers. */
import { measureWanted, type Row, type Suite } from "../harness/measure.js";
import { sdkCatalog } from "../../generated/sdk-catalog.js";
import { readMethods } from "../../src/catalog/method-lines.js";
import { firstSizeOf, sizeOf } from "./bundle.js";
import {
  CLIENT,
  ENDPOINT,
  exportFrom,
  NODE_MIDDLEWARE,
  SDK,
  WEB_MIDDLEWARE,
  WEBHOOKS,
} from "./programs.js";

export const sizeSuite: Suite = (conditions) =>
  measureWanted(JOBS, conditions, async ({ name, measure }) => ({
    job: name,
    measure: "bytes",
    isExact: true,
    ...(await measure()),
  }));

/**
 * Programs by what they import: our imports, the platform, the most bytes, and a peer's imports for the same. The limits
 * lie 3 % above the sizes at the time when they were set.
 */
// prettier-ignore
const BUNDLES = [
  ["endpoint", ENDPOINT, "browser", 9_800, "@octokit/endpoint", "endpoint"],
  ["endpoint and createClient", ENDPOINT + CLIENT, "browser", 17_460,
    "@octokit/request", "request"],
  ["verify", exportFrom("typewire/methods", "verify"), "node", 635, "@octokit/webhooks-methods", "verify"],
  ["Webhooks", WEBHOOKS, "node", undefined, "@octokit/webhooks", "Webhooks"],
  ["Webhooks with the Node middleware", WEBHOOKS + NODE_MIDDLEWARE, "node", 13_260,
    "@octokit/webhooks", "Webhooks, createNodeMiddleware"],
  ["Webhooks with the web middleware", WEBHOOKS + WEB_MIDDLEWARE, "node", 12_980,
    "@octokit/webhooks", "Webhooks, createWebMiddleware"],
] as const;

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
      const beside = { [peer]: await sizeOf(exportFrom(peer, names), "bench", target) };
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
    measure: async () => ({ figure: await sizeOf(exportFrom("typewire/schemas", name)), atMost }),
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
  const queries = exportFrom("typewire/query", "infiniteQuery, mutation, query, swr");
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

/** The bytes of the class for each method, without the client that it uses. */
async function measureClass() {
  const methods = Object.values(sdkCatalog.resources).flatMap(readMethods).length;
  const ofClass = (await firstSizeOf(SDK, "bench")) - (await sizeInBrowser(CLIENT));
  return { figure: ofClass / methods, atMost: 30 };
}
