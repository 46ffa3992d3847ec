/** Bytes of programs after bundling and compression, some beside those of peers. */
import { measureWanted, type Suite } from "../harness/measure.js";
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
  measureWanted(JOBS, conditions, async ({ name, measure, atMost, peer }) => ({
    job: name,
    measure: "bytes",
    isExact: true,
    figure: await measure(),
    atMost: typeof atMost === "function" ? await atMost() : atMost,
    beside: peer === undefined ? {} : { [peer.name]: await peer.measure() },
  }));

/** A job without a limit is only shown. Most limits lie 3 % above the size at the time when they were set. */
const JOBS: readonly SizeJob[] = [
  {
    name: "endpoint",
    measure: () => sizeInBrowser(ENDPOINT),
    atMost: 9_800,
    peer: {
      name: "@octokit/endpoint",
      measure: () => sizeInBrowser(exportFrom("@octokit/endpoint", "endpoint")),
    },
  },
  {
    name: "endpoint and createClient",
    measure: () => sizeInBrowser(ENDPOINT + CLIENT),
    atMost: 17_460,
    peer: {
      name: "@octokit/request",
      measure: () => sizeInBrowser(exportFrom("@octokit/request", "request")),
    },
  },
  {
    name: "verify",
    measure: () => sizeOf(exportFrom("typewire/methods", "verify")),
    atMost: 635,
    peer: {
      name: "@octokit/webhooks-methods",
      measure: () => sizeOf(exportFrom("@octokit/webhooks-methods", "verify")),
    },
  },
  {
    name: "Webhooks",
    measure: () => sizeOf(WEBHOOKS),
    peer: octokitWebhooks("Webhooks"),
  },
  {
    name: "Webhooks with the Node middleware",
    measure: () => sizeOf(WEBHOOKS + NODE_MIDDLEWARE),
    atMost: 13_260,
    peer: octokitWebhooks("Webhooks, createNodeMiddleware"),
  },
  {
    name: "Webhooks with the web middleware",
    measure: () => sizeOf(WEBHOOKS + WEB_MIDDLEWARE),
    atMost: 12_980,
    peer: octokitWebhooks("Webhooks, createWebMiddleware"),
  },
  {
    name: "one method",
    measure: () => sizeInBrowser(callMethod("get")),
    atMost: 11_600,
  },
  {
    name: "one method with a body",
    measure: () => sizeInBrowser(callMethod("replaceAllTopics")),
    atMost: 12_830,
  },
  {
    name: "one method of a list",
    measure: () => sizeInBrowser(callMethod("listTags")),
    atMost: 13_140,
  },
  {
    name: "queries, beside one method",
    measure: measureQueries,
    atMost: 1_500,
  },
  {
    // Only types know what a path takes, so that such a call has the code for bodies, too.
    name: "a call by path",
    measure: () => sizeInBrowser(CALL_BY_PATH),
    atMost: async () => (await sizeInBrowser(callMethod("replaceAllTopics"))) + 1_100,
  },
  {
    name: "the class, at the start of a page",
    measure: () => firstSizeOf(SDK, "bench"),
    atMost: 32_200,
  },
  {
    name: "the class for each method",
    measure: measureClassForEachMethod,
    atMost: 30,
  },
  {
    name: "one schema: IssuesCreateBodySchema",
    measure: () => sizeOfSchema("IssuesCreateBodySchema"),
    atMost: 1460,
  },
  {
    name: "one schema: ReposGetResponse200Schema",
    measure: () => sizeOfSchema("ReposGetResponse200Schema"),
    atMost: 2310,
  },
  {
    name: "one schema: IssuesOpenedPayloadSchema",
    measure: () => sizeOfSchema("IssuesOpenedPayloadSchema"),
  },
];

function octokitWebhooks(names: string): Peer {
  return {
    name: "@octokit/webhooks",
    measure: () => sizeOf(exportFrom("@octokit/webhooks", names)),
  };
}

/** A program that calls one function of a resource. */
function callMethod(name: string): string {
  return `import { createClient } from "typewire/core";
import { ${name} } from "typewire/resources/repos";
await ${name}(createClient(), { owner: "a", repo: "b" });`;
}

const CALL_BY_PATH = `import { createClient } from "typewire/core";
import { createPathsClient } from "typewire/paths";
await createPathsClient(createClient()).GET("/repos/{owner}/{repo}", { params: { path: { owner: "a", repo: "b" } } });`;

/** The bytes that all functions of queries add to a program with one method. */
async function measureQueries(): Promise<number> {
  const method = callMethod("get");
  const queries = exportFrom("typewire/query", "infiniteQuery, mutation, query, swr");
  return (await sizeInBrowser(method + queries)) - (await sizeInBrowser(method));
}

/** The bytes of the class for each of its methods, without the client that it uses. */
async function measureClassForEachMethod(): Promise<number> {
  const methods = Object.values(sdkCatalog.resources).flatMap(readMethods).length;
  const ofClass = (await firstSizeOf(SDK, "bench")) - (await sizeInBrowser(CLIENT));
  return ofClass / methods;
}

/** The bytes of one imported schema, with the code that checks values by it. */
function sizeOfSchema(name: string): Promise<number> {
  return sizeOf(exportFrom("typewire/schemas", name));
}

function sizeInBrowser(source: string): Promise<number> {
  return sizeOf(source, "bench", "browser");
}

// ---- Types

interface SizeJob {
  readonly name: string;
  readonly measure: () => Promise<number>;
  /** The most bytes, or a function that measures them. */
  readonly atMost?: number | (() => Promise<number>);
  readonly peer?: Peer;
}

/** A package that does the same. */
interface Peer {
  readonly name: string;
  readonly measure: () => Promise<number>;
}
