/**
 * Prints the size of one call, and of one verified delivery, beside well-known packages and their
 * abilities. It installs these from the lock file beside this file. Run it after `npm run build`;
 * `--write` writes the tables into `bench/README.md`.
 */
import { execFileSync } from "node:child_process";
import { printTable, showTable } from "../harness/table.js";
import { sizeOf } from "../size/suite.js";

const HERE = "bench/peers";

interface Program {
  readonly name: string;
  readonly source: string;
  /** Its abilities without plugins, from its documentation. */
  readonly has: string;
}

const create = `import { createClient } from "typewire/client";\nconst client = createClient();\n`;
const repo = `{ owner: "a", repo: "b" }`;

const CALLS: readonly Program[] = [
  {
    name: "typewire, by route",
    source: `${create}await client.request("GET /repos/{owner}/{repo}", ${repo});`,
    has: "retries, rate limits, timeouts, pages, errors typed by route and status",
  },
  {
    name: "typewire, a method",
    source: `${create}import { get } from "typewire/methods/repos"; await get(client, ${repo});`,
    has: "the same",
  },
  {
    name: "openapi-fetch",
    source: `import createClient from "openapi-fetch";
await createClient({ baseUrl: "https://a.example" }).GET("/repos/{owner}/{repo}", { params: { path: ${repo} } });`,
    has: "errors typed by route",
  },
  {
    name: "@hey-api/openapi-ts",
    source: `import { reposGet } from "../dist/hey-api/index.js"; await reposGet({ path: ${repo} });`,
    has: "errors typed by route",
  },
  {
    name: "@octokit/core",
    source: `import { Octokit } from "@octokit/core"; await new Octokit().request("GET /repos/{owner}/{repo}", ${repo});`,
    has: "hooks; GraphQL",
  },
  {
    name: "octokit",
    source: `import { Octokit } from "octokit"; await new Octokit().rest.repos.get(${repo});`,
    has: "retries, rate limits, pages, GraphQL; apps and their webhooks",
  },
  {
    name: "openai",
    source: `import OpenAI from "openai"; await new OpenAI({ apiKey: "a" }).models.retrieve("a");`,
    has: "retries, timeouts, pages, streams, error classes",
  },
  {
    name: "stripe",
    source: `import Stripe from "stripe"; await new Stripe("a").customers.retrieve("a");`,
    has: "retries, timeouts, pages, error classes; webhooks",
  },
];

const DELIVERIES: readonly Program[] = [
  {
    name: "typewire, `verify`",
    source: `import { verify } from "typewire/methods"; console.log(verify("a", "b", "c"));`,
    has: "one scheme: a shared secret over the body",
  },
  {
    name: "typewire, Standard Webhooks",
    source: `import { createVerifier, standardWebhooks } from "typewire/signatures";
console.log(createVerifier(standardWebhooks, { secrets: ["whsec_AA=="] }).findRefusal("a", {}));`,
    has: "age of deliveries, rotation of secrets, the reason of a refusal",
  },
  {
    name: "typewire, `Webhooks` and middleware",
    source: `import { createWebMiddleware, Webhooks } from "typewire";
const webhooks = new Webhooks({ secret: "a" }); webhooks.on("push", console.log);
globalThis.receive = createWebMiddleware(webhooks);`,
    has: "handlers typed by event, HTTP with limits of size and time, graceful shutdown",
  },
  {
    name: "@octokit/webhooks-methods",
    source: `import { verify } from "@octokit/webhooks-methods"; console.log(await verify("a", "b", "c"));`,
    has: "one scheme: a shared secret over the body",
  },
  {
    name: "@octokit/webhooks and middleware",
    source: `import { createWebMiddleware, Webhooks } from "@octokit/webhooks";
const webhooks = new Webhooks({ secret: "a" }); webhooks.on("push", console.log);
globalThis.receive = createWebMiddleware(webhooks);`,
    has: "handlers typed by event, HTTP",
  },
  {
    name: "standardwebhooks",
    source: `import { Webhook } from "standardwebhooks"; console.log(new Webhook("whsec_AA==").verify("a", {}));`,
    has: "age of deliveries, several signatures",
  },
  {
    name: "svix",
    source: `import { Webhook } from "svix"; console.log(new Webhook("whsec_AA==").verify("a", {}));`,
    has: "age of deliveries, several signatures; the package also has Svix's API",
  },
  {
    name: "stripe",
    source: `import Stripe from "stripe"; console.log(new Stripe("a").webhooks.constructEvent("a", "b", "c"));`,
    has: "age of deliveries, typed events; the API comes along",
  },
];

/** Makes the SDK of the peer that generates one. */
async function generatePeer(): Promise<void> {
  const { createClient: createPeer } = await import("@hey-api/openapi-ts");
  const inPath = { in: "path", required: true, schema: { type: "string" } };
  const json = { "application/json": { schema: { type: "object" } } };
  const get = {
    operationId: "repos/get",
    parameters: ["owner", "repo"].map((name) => ({ name, ...inPath })),
    responses: { "200": { description: "", content: json } },
  };
  await createPeer({
    logs: { level: "silent" },
    output: "bench/dist/hey-api",
    input: {
      openapi: "3.1.0",
      info: { title: "Peer", version: "1" },
      servers: [{ url: "https://api.peer.example" }],
      paths: { "/repos/{owner}/{repo}": { get } },
    },
  });
}

async function show(title: string, programs: readonly Program[]): Promise<void> {
  const rows: (readonly [string, number, string])[] = [];
  for (const { name, source, has } of programs) {
    rows.push([name, await sizeOf(source, name.startsWith("typewire") ? "bench" : HERE), has]);
  }
  rows.sort(([, one], [, other]) => one - other);
  const isWritten = process.argv.includes("--write");
  showTable(title, printTable([title, "bytes", "does of itself"], rows), isWritten);
}

const install = ["ci", "--workspaces=false", "--ignore-scripts", "--no-audit", "--no-fund"];
execFileSync("npm", install, { cwd: HERE, stdio: ["ignore", "ignore", "inherit"] });
await generatePeer();
await show("one call", CALLS);
await show("one verified delivery", DELIVERIES);
