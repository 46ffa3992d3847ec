import { escapeMarkdown } from "../../codegen/emit/escape.js";
import type { SchemaModel } from "../../codegen/model.js";
import type { Examples, RequestExample } from "./examples.js";

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
  const code = `import { endpoint, toRequest } from ${module};

${printComment(first)}const request = ${printCall(first, model)};
const response = await fetch(toRequest(request));

console.log(request.method, request.url, response.status);`;
  const calls = others.map((each) => `${printComment(each)}${printCall(each, model)};`);
  const more = `import { endpoint } from ${module};\n\n${calls.join("\n\n")}`;
  return [
    "## Requests",
    "`endpoint` turns a route and its parameters into a plain request: method, URL, headers and body. `toRequest` makes a `Request` for `fetch` of it. Pass credentials in the parameter `headers`.",
    fence("ts", code),
    ...(calls.length === 0 ? [] : ["A parameter goes where the API reads it:", fence("ts", more)]),
  ];
}

function printComment({ summary }: RequestExample): string {
  return summary === undefined ? "" : `// ${oneLine(summary)}\n`;
}

/** A call of `endpoint` as TypeScript. */
export function printCall({ route, parameters }: RequestExample, { vendor }: SchemaModel): string {
  const isAddressed = vendor.baseUrl !== undefined;
  const address = isAddressed ? "" : `baseUrl: "https://service.invalid"`;
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
    ["testing", "signed sample deliveries"],
    ["validate", "`validatePayload`, which checks a payload against its type"],
    ["client", "a client that sends requests"],
    ["middleware/node", "the middleware for Node"],
    ["middleware/web", "the middleware for `Request` and `Response`"],
    ["relay", "deliveries from a development relay"],
    ["inbox", "durable processing of deliveries"],
  ].filter(([module = ""]) => has(module));
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
