/**
 * Prints the size of one call, and of one verified delivery, beside well-known packages and their
 * abilities. It installs these from the lock file beside this file. Run it after `npm run build`;
 * `--write` writes the tables into `bench/README.md`.
 */
import { execFileSync } from "node:child_process";
import { printTable, showTable } from "../harness/table.js";
import { sizeOf } from "../size/suite.js";

const HERE = "bench/peers";

/** Programs by their names, each with its abilities without plugins, from its documentation. */
type Programs = Readonly<Record<string, readonly [source: string, abilities: string]>>;

const create = `import { createClient } from "typewire/client";\nconst client = createClient();\n`;
const repo = `{ owner: "a", repo: "b" }`;

const CALLS: Programs = {
  "typewire, by route": [
    `${create}await client.request("GET /repos/{owner}/{repo}", ${repo});`,
    "retries, rate limits, timeouts, pages, errors typed by route and status",
  ],
  "typewire, a method": [
    `${create}import { get } from "typewire/methods/repos"; await get(client, ${repo});`,
    "the same",
  ],
  "openapi-fetch": [
    `import createClient from "openapi-fetch";
await createClient({ baseUrl: "https://a.example" }).GET("/repos/{owner}/{repo}", { params: { path: ${repo} } });`,
    "errors typed by route",
  ],
  "@hey-api/openapi-ts": [
    `import { reposGet } from "../dist/hey-api/index.js"; await reposGet({ path: ${repo} });`,
    "errors typed by route",
  ],
  "@octokit/core": [
    `import { Octokit } from "@octokit/core"; await new Octokit().request("GET /repos/{owner}/{repo}", ${repo});`,
    "hooks; GraphQL",
  ],
  octokit: [
    `import { Octokit } from "octokit"; await new Octokit().rest.repos.get(${repo});`,
    "retries, rate limits, pages, GraphQL; apps and their webhooks",
  ],
  openai: [
    `import OpenAI from "openai"; await new OpenAI({ apiKey: "a" }).models.retrieve("a");`,
    "retries, timeouts, pages, streams, error classes",
  ],
  stripe: [
    `import Stripe from "stripe"; await new Stripe("a").customers.retrieve("a");`,
    "retries, timeouts, pages, error classes; webhooks",
  ],
};

const DELIVERIES: Programs = {
  "typewire, `verify`": [
    `import { verify } from "typewire/methods"; console.log(verify("a", "b", "c"));`,
    "one scheme: a shared secret over the body",
  ],
  "typewire, Standard Webhooks": [
    `import { createVerifier, standardWebhooks } from "typewire/signatures";
console.log(createVerifier(standardWebhooks, { secrets: ["whsec_AA=="] }).findRefusal("a", {}));`,
    "age of deliveries, rotation of secrets, the reason of a refusal",
  ],
  "typewire, `Webhooks` and middleware": [
    `import { createWebMiddleware, Webhooks } from "typewire";
const webhooks = new Webhooks({ secret: "a" }); webhooks.on("push", console.log);
globalThis.receive = createWebMiddleware(webhooks);`,
    "handlers typed by event, HTTP with limits of size and time, graceful shutdown",
  ],
  "@octokit/webhooks-methods": [
    `import { verify } from "@octokit/webhooks-methods"; console.log(await verify("a", "b", "c"));`,
    "one scheme: a shared secret over the body",
  ],
  "@octokit/webhooks and middleware": [
    `import { createWebMiddleware, Webhooks } from "@octokit/webhooks";
const webhooks = new Webhooks({ secret: "a" }); webhooks.on("push", console.log);
globalThis.receive = createWebMiddleware(webhooks);`,
    "handlers typed by event, HTTP",
  ],
  standardwebhooks: [
    `import { Webhook } from "standardwebhooks"; console.log(new Webhook("whsec_AA==").verify("a", {}));`,
    "age of deliveries, several signatures",
  ],
  svix: [
    `import { Webhook } from "svix"; console.log(new Webhook("whsec_AA==").verify("a", {}));`,
    "age of deliveries, several signatures; the package also has Svix's API",
  ],
  stripe: [
    `import Stripe from "stripe"; console.log(new Stripe("a").webhooks.constructEvent("a", "b", "c"));`,
    "age of deliveries, typed events; the API comes along",
  ],
};

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

async function show(title: string, programs: Programs): Promise<void> {
  const rows: (readonly [string, number, string])[] = [];
  for (const [name, [source, abilities]] of Object.entries(programs)) {
    const folder = name.startsWith("typewire") ? "bench" : HERE;
    rows.push([name, await sizeOf(source, folder), abilities]);
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
