import { escapeMarkdown } from "../../codegen/emit/escape.js";
import type { SchemaModel } from "../../codegen/model.js";
import type { Examples, RequestExample } from "./examples.js";
import { SUBPATHS } from "./manifest.js";

/** What the pages of a made package are written from. */
export interface PageFacts {
  readonly packageName: string;
  readonly model: SchemaModel;
  readonly examples: Examples;
  /** Whether the client has a module, such as `testing`. */
  readonly has: (module: string) => boolean;
}

/** The README of a made package, with its own routes and events. The package's test compiles it. */
export function printReadme(facts: PageFacts): string {
  const { packageName, model, examples } = facts;
  const { routes, events, vendor } = model;
  const parts = [
    ...(routes.length > 0 ? [count(routes.length, "route")] : []),
    ...(events.length > 0 ? [count(events.length, "webhook event")] : []),
  ];
  return [
    `# ${packageName}`,
    `A typed client of ${escapeMarkdown(vendor.title)}: ${parts.join(" and ") || "nothing yet"}.`,
    "## Install",
    fence("sh", `npm install ${packageName}`),
    "It needs Node (20.19+ or 22.12+), Deno, Bun, or an edge platform.",
    ...(examples.requests.length > 0 ? printRequests(facts) : []),
    ...(events.length > 0 ? printEvents(facts) : []),
    ...printDevelopment(facts),
  ].join("\n\n");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trim()}\n\`\`\``;
}

function printRequests({ packageName, model, examples }: PageFacts): readonly string[] {
  const [first, ...others] = examples.requests;
  if (first === undefined) return [];
  const module = JSON.stringify(packageName);
  const code = `import { createClient } from ${JSON.stringify(`${packageName}/client`)};

const client = ${printClient(model)};

${printComment(first)}const { status, data } = await client.request(${printArguments(first)});
console.log(status, data);`;
  const calls = [first, ...others].map(
    (each, index) => `${printComment(each)}const request${index + 1} = ${printCall(each, model)};`,
  );
  const build = `import { endpoint, toRequest } from ${module};

${calls.join("\n\n")}

const response = await fetch(toRequest(request1));
console.log(request1.method, request1.url, response.status);`;
  return [
    "## Requests",
    `\`client.request\` sends a request and resolves to its typed response. ${printCredentials(model)}A status outside 2xx rejects with a \`ResponseError\`.`,
    fence("ts", code),
    `In tests, \`createMockFetch(client)\` of \`${packageName}/testing\` answers in place of the network.`,
    "To send requests with code of your own, let `endpoint` build them: it turns a route and its parameters into method, URL, headers and body. `toRequest` makes a `Request` for `fetch` of that. Pass credentials in the parameter `headers`.",
    fence("ts", build),
  ];
}

/** A call of `createClient` as TypeScript. */
export function printClient({ vendor }: SchemaModel): string {
  const options = [
    ...(vendor.baseUrl === undefined ? [`baseUrl: ${JSON.stringify(UNKNOWN_ADDRESS)}`] : []),
    ...(vendor.sending.auth.length === 0 ? [] : ["auth: process.env.API_KEY"]),
  ];
  return options.length === 0 ? "createClient()" : `createClient({ ${options.join(", ")} })`;
}

function printCredentials({ vendor }: SchemaModel): string {
  const [first] = vendor.sending.auth;
  if (first === undefined) return "";
  const isBasic = first.isBasic ?? false;
  return isBasic ? "`auth` is `<user>:<password>`. " : "`auth` is sent as the API expects it. ";
}

/** The arguments of `client.request` as TypeScript. */
export function printArguments({ route, parameters }: RequestExample): string {
  return [JSON.stringify(route), ...(parameters === undefined ? [] : [parameters])].join(", ");
}

/** Stands where a description does not say where the API is. */
const UNKNOWN_ADDRESS = "https://service.invalid";

function printComment({ summary }: RequestExample): string {
  return summary === undefined ? "" : `// ${oneLine(summary)}\n`;
}

/** A call of `endpoint` as TypeScript. */
export function printCall({ route, parameters }: RequestExample, { vendor }: SchemaModel): string {
  const isAddressed = vendor.baseUrl !== undefined;
  const address = isAddressed ? "" : `baseUrl: ${JSON.stringify(UNKNOWN_ADDRESS)}`;
  const keys = parameters === undefined ? "" : parameters.slice(1, -1).trim();
  const given = [address, keys].filter((part) => part !== "").join(", ");
  const argument = given === "" ? "" : `, { ${given} }`;
  return `endpoint(${JSON.stringify(route)}${argument})`;
}

/** A comment of one line cannot be ended by its text. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, " ").trim();
}

function printEvents(facts: PageFacts): readonly string[] {
  const { packageName, model, examples } = facts;
  if (model.vendor.webhooks === undefined || examples.event === undefined) {
    return [
      "## Webhooks",
      "The payload of each event has a type, and `validateEventName` knows all names.",
      fence("ts", printNames(packageName)),
    ];
  }
  const { name, property } = examples.event;
  const shown = property === undefined ? "id" : `payload.${property}`;
  const code = `import { createServer } from "node:http";
import { createNodeMiddleware, Webhooks } from ${JSON.stringify(packageName)};

const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });

webhooks.on(${JSON.stringify(name)}, ({ id, name, payload }) => {
  console.log(name, id, ${property === undefined ? "Object.keys(payload)" : shown});
});

const middleware = createNodeMiddleware(webhooks);

createServer((request, response) => {
  void middleware(request, response).then((handled) => {
    if (!handled) response.writeHead(404).end();
  });
}).listen(3000);`;
  return [
    "## Webhooks",
    `The middleware verifies deliveries to \`POST ${model.vendor.webhooks.path}\` and calls your handlers. \`createWebMiddleware\` is the same for platforms with \`Request\` and \`Response\`.`,
    fence("ts", code),
    ...(facts.has("testing") ? printTesting(packageName, name) : []),
  ];
}

function printNames(packageName: string): string {
  return `import { emitterEventNames, validateEventName } from ${JSON.stringify(packageName)};

for (const name of emitterEventNames) validateEventName(name);`;
}

function printTesting(packageName: string, name: string): readonly string[] {
  const code = `import { createDelivery } from ${JSON.stringify(`${packageName}/testing`)};

export const delivery = await createDelivery(${JSON.stringify(name)}, {}, { secret: process.env.WEBHOOK_SECRET });`;
  return [
    "`createDelivery` makes a signed delivery with a sample payload, for tests:",
    fence("ts", code),
  ];
}

function printDevelopment({ packageName, has }: PageFacts): readonly string[] {
  const subpaths = [
    ["testing", "help for tests: replies in place of the network, signed sample deliveries"],
    ["validate", "`validatePayload`, which checks a payload against its type"],
    ["client", "`createClient`, which sends requests"],
    ["routes", "parameter types of routes, and their list"],
    ["responses", "response types of routes"],
    ["middleware/node", "the middleware for Node"],
    ["middleware/web", "the middleware for `Request` and `Response`"],
    ["relay", "deliveries from a development relay"],
    ["inbox", "durable processing of deliveries"],
  ].filter(([subpath]) =>
    SUBPATHS.some(([path, module]) => path === `./${subpath}` && has(module)),
  );
  const list = subpaths.map(([module, text]) => `- \`${packageName}/${module}\`: ${text}`);
  return [
    ...(list.length === 0 ? [] : ["## Entry points", list.join("\n")]),
    "## Development",
    "`schema/` describes the API; `src/generated/` is made from it. Edit the YAML, never the generated files.",
    `| command | does |
| --- | --- |
| \`npx typewire generate\` | generates \`src/generated/\` again; \`--watch\` at each save |
| \`npx typewire import openapi.yaml\` | takes over a new version of an API description |
| \`npm test\` | checks that \`src/generated/\` is up to date, builds, and runs the tests |
| \`npm publish\` | tests, builds and publishes |
`,
  ];
}
