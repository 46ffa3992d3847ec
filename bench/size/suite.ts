import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Row, Suite } from "../harness/measure.js";
import { sdkCatalog } from "../../generated/sdk-catalog.js";
import { printTable } from "../harness/table.js";

/** Files below this many bytes are one line of the table. */
const SHOWN = 100;

const from = (module: string, names: string): string => `export { ${names} } from "${module}";`;
const client = from("typewire/client", "createClient");
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
  ["endpoint and createClient", endpoint + client, 16_370,
    "@octokit/request", "request"],
  ["verify", from("typewire/methods", "verify"), 617, "@octokit/webhooks-methods", "verify"],
  ["Webhooks", webhooks, undefined, "@octokit/webhooks", "Webhooks"],
  ["Webhooks with the Node middleware", webhooks + node, 13_030,
    "@octokit/webhooks", "Webhooks, createNodeMiddleware"],
  ["Webhooks with the web middleware", webhooks + web, 12_700,
    "@octokit/webhooks", "Webhooks, createWebMiddleware"],
] as const;

const create = `import { createClient } from "typewire/client";\nconst client = createClient();\n`;
const request = `${create}await client.request("GET /repos/{owner}/{repo}", { owner: "a", repo: "b" });`;
const method = `${create}import { get } from "typewire/methods/repos";
await get(client, { owner: "a", repo: "b" });`;

/** Programs that send one request with SDKs of other generators. */
const PEERS = {
  "@hey-api/openapi-ts": `import { reposGet } from "./dist/hey-api/index.js";
await reposGet({ path: { owner: "a", repo: "b" } });`,
  openai: `import OpenAI from "openai";\nawait new OpenAI({}).models.retrieve("a");`,
  "@mistralai/mistralai": `import { MistralCore } from "@mistralai/mistralai/core.js";
import { modelsRetrieve } from "@mistralai/mistralai/funcs/modelsRetrieve.js";
await modelsRetrieve(new MistralCore({}), { modelId: "a" });`,
};

/** Bytes of a program that imports one schema, and nothing else. */
const MOST_OF_SCHEMA = 2048;

/** Bytes that a method as a function may add to the same request by its route. */
const MOST_OF_METHOD = 1100;

/** Bytes of the class for each of its methods, beside the client below it. */
const MOST_OF_CLASS = 30;

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
    return [...rows, ...(await measureMethods(wants)), ...(await measureSchemas(wants))];
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

/** One request by its route and by its method, and the class. */
async function measureMethods(wants: (job: string) => boolean): Promise<readonly Row[]> {
  const jobs = ["one client.request", "one method", "the class for each method"] as const;
  if (!jobs.some(wants)) return [];
  await generatePeer();
  const beside: Record<string, number> = {};
  for (const [name, source] of Object.entries(PEERS)) beside[name] = await sizeOf(source);
  const byRoute = await sizeOf(request);
  const methods = Object.values(sdkCatalog.resources).flatMap((text) => text.split("\n")).length;
  const ofClass = (await sizeOf(from("typewire/sdk", "Vendor"))) - (await sizeOf(client));
  const [first, second, third] = jobs;
  const exact = { measure: "bytes", isExact: true } as const;
  const rows: readonly Row[] = [
    { ...exact, job: first, figure: byRoute, beside },
    {
      ...exact,
      job: second,
      figure: await sizeOf(method),
      atMost: byRoute + MOST_OF_METHOD,
      beside,
    },
    { ...exact, job: third, figure: ofClass / methods, atMost: MOST_OF_CLASS, beside: {} },
  ];
  return rows.filter(({ job }) => wants(job));
}

/**
 * One imported schema, with the code that checks by it: of a body, of a response with many names, and of a
 * payload, most of which hold several such objects.
 */
const SCHEMAS = [
  ["IssuesCreateBodySchema", MOST_OF_SCHEMA],
  ["ReposGetResponse200Schema", MOST_OF_SCHEMA],
  ["IssuesOpenedPayloadSchema", undefined],
] as const;

async function measureSchemas(wants: (job: string) => boolean): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [name, atMost] of SCHEMAS) {
    const job = `one schema: ${name}`;
    if (!wants(job)) continue;
    const figure = await sizeOf(from("typewire/schemas", name));
    rows.push({ job, measure: "bytes", figure, atMost, isExact: true });
  }
  return rows;
}

/** Makes the SDK of a peer that generates one, for the same request. */
export async function generatePeer(): Promise<void> {
  const { createClient: createPeer } = await import("@hey-api/openapi-ts");
  const inPath = (name: string) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  });
  const json = { "application/json": { schema: { type: "object" } } };
  await createPeer({
    logs: { level: "silent" },
    output: "bench/dist/hey-api",
    input: {
      openapi: "3.1.0",
      info: { title: "Peer", version: "1" },
      servers: [{ url: "https://api.peer.example" }],
      paths: {
        "/repos/{owner}/{repo}": {
          get: {
            operationId: "repos/get",
            parameters: [inPath("owner"), inPath("repo")],
            responses: { "200": { description: "", content: json } },
          },
        },
      },
    },
  });
}

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
    // An optional peer, which a program that traces installs.
    external: ["@opentelemetry/*"],
    metafile: true,
    outdir: "bench/dist",
    alias: { "#platform": "./src/signatures/platform.node.ts" },
    tsconfigRaw: {},
  });
}
