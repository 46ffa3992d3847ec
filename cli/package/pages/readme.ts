/** Prints the README of a made package: requests, webhooks, tests and the reference. */
import { escapeMarkdown, toCodeSpan } from "../../../codegen/emit/print/escape.js";
import { count } from "../../../codegen/model/messages.js";
import type { DeclaredScheme, OAuthFlow } from "../../../codegen/model/client.js";
import type { SchemaModel } from "../../../codegen/model/model.js";
import { toValueKey } from "../../../codegen/model/names.js";
import { CLIENT } from "../../../src/exports.js";
import { FOLDERS, GUIDES } from "../../io/tool.js";
import {
  fence,
  type PageFacts,
  printArguments,
  printCall,
  printClassUse,
  printClient,
  printComment,
  printImport,
  printReceiver,
} from "../code.js";
import type { RequestExample } from "./request-candidate.js";
import { describeTokens, SIGNING_IN } from "./oauth-texts.js";
import { printBadges } from "../project.js";

/** Prints the README of a made package, whose test compiles the examples in it. */
export function printReadme(facts: PageFacts): string {
  const { packageName, model, examples } = facts;
  const { routes, events, vendor } = model;
  const parts = [
    ...(routes.length > 0 ? [count(routes.length, "route")] : []),
    ...(events.length > 0 ? [count(events.length, "webhook event")] : []),
  ];
  return [
    `# ${packageName}`,
    ...printBadges(packageName, facts.project),
    `A typed client for ${escapeMarkdown(vendor.title)}: ${parts.join(" and ") || "nothing yet"}.`,
    "## Install",
    fence("sh", `npm install ${packageName}`),
    "It is an ES module (ESM) for Node (20.19+ or 22.12+), Deno, Bun and edge platforms. In these versions of Node, `require()` loads it, too (from TypeScript with `module` `node20` or `nodenext`). Its only dependency is `typewire-runtime`.",
    ...(examples.requests.length > 0 ? printRequests(facts) : []),
    ...(events.length > 0 ? printWebhooks(facts) : []),
    ...printTesting(facts, printClient(model)),
    ...printReference(facts),
  ].join("\n\n");
}

function printRequests(facts: PageFacts): readonly string[] {
  const { packageName, model, examples } = facts;
  const [first, ...laterRequests] = examples.requests;
  if (first === undefined) return [];
  const module = JSON.stringify(packageName);
  const calls = [first, ...laterRequests].map(
    (example, index) =>
      `${printComment(example)}const request${index + 1} = ${printCall(example, model)};`,
  );
  const build = `import { endpoint, toRequest } from ${module};

${calls.join("\n\n")}

const response = await fetch(toRequest(request1));
console.log(request1.method, request1.url, response.status);`;
  const headers = model.vendor.sending.auth.some((credential) => credential.in === "header")
    ? " Pass credentials in the parameter `headers`."
    : "";
  return [
    "## Send requests",
    `Each method sends a request, and gives a promise of its data. \`withResponse()\` of that promise has the response, too. A status outside 2xx rejects with a \`ResponseError\`, such as \`NotFoundError\`. [All methods](${FOLDERS.out}/api.md) are in one list.`,
    fence("ts", printClassUse(facts, first)),
    "### By route",
    `\`client.request\` sends a request and resolves to its typed response. ${printCredentials(model)}A status outside 2xx rejects with a \`ResponseError\`.`,
    fence("ts", printSending(facts, first)),
    ...printSignIn(model),
    ...printVariables(model),
    `Requests that fail temporarily are sent again where that is safe. [Sending requests](${GUIDES}/sending-requests.md) has all options: timeouts, retries, limits, hooks.`,
    `To send requests with code of your own, let \`endpoint\` build them: it turns a route and its parameters into method, URL, headers and body. \`toRequest\` makes a \`Request\` of the result, for \`fetch\`.${headers}`,
    fence("ts", build),
  ];
}

/** Prints a request, the error of a second one, and a list if there is one. */
function printSending({ packageName, model, examples }: PageFacts, first: RequestExample): string {
  const fails = examples.requests[1] ?? first;
  const blocks = [
    `import { createClient, isResponseError } from ${JSON.stringify(`${packageName}/client`)};`,
    `const client = ${printClient(model)};`,
    `${printComment(first)}const { status, data } = await client.request(${printArguments(first)});
console.log(status, data);`,
    ...(examples.list === undefined
      ? []
      : [
          `// The items of all pages; each page is requested when the loop needs it.
for await (const item of client.paginate(${printArguments(examples.list)})) console.log(item);`,
        ]),
    ...(examples.stream === undefined
      ? []
      : [
          `// The items of a response, each as soon as it arrives.
for await (const item of client.stream(${printArguments(examples.stream)})) console.log(item);`,
        ]),
    `try {
  await client.request(${printArguments(fails)});
} catch (error) {
  if (!isResponseError(error, ${JSON.stringify(fails.route)})) throw error;
  console.error(error.status, error.data);
}`,
  ];
  return blocks.join("\n\n");
}

function printCredentials({ vendor }: SchemaModel): string {
  const { auth } = vendor.sending;
  const [first] = auth;
  if (first === undefined) return "";
  if (auth.length === 1) return `\`auth\` is ${describeCredential(first)}. `;
  const list = auth.map(
    (credential) => `${toCodeSpan(credential.name)} (${describeCredential(credential)})`,
  );
  const named = list.join(", ");
  return first.with === undefined
    ? `\`auth\` is the first of these credentials, or an object with credentials by their names: ${named}. `
    : `\`auth\` takes credentials by their names: ${named}. `;
}

/** The credentials with which a client gets tokens. */
const WAYS: Readonly<Record<OAuthFlow, string>> = {
  clientCredentials: "`{ clientId, clientSecret }`",
  refreshToken: "`{ refreshToken, save }` with a function that saves a new refresh token",
};

/** Explains tokens, if the client gets them itself. */
function printSignIn({ vendor }: SchemaModel): readonly string[] {
  const scheme = vendor.sending.auth.find(({ oauth }) => oauth);
  if (scheme?.oauth === undefined) return [];
  const sentences = [
    describeTokens(toCodeSpan(scheme.oauth.tokenUrl)),
    ...describeScopes(scheme.scopes ?? []),
    `${SIGNING_IN} has the rest.`,
  ];
  return [sentences.join(" ")];
}

function describeScopes(scopes: NonNullable<DeclaredScheme["scopes"]>): readonly string[] {
  if (scopes.length === 0) return [];
  const shown = scopes
    .slice(0, SHOWN_SCOPES)
    .map(([scope]) => toCodeSpan(scope))
    .join(", ");
  return scopes.length > SHOWN_SCOPES
    ? [`\`scopes\` are a list (${shown}, of ${scopes.length}).`]
    : [`\`scopes\` are a list (${shown}).`];
}

/** The number of scopes that the README names. */
const SHOWN_SCOPES = 5;

/** Names the form of a credential, or its place in a request. */
function describeCredential(scheme: DeclaredScheme): string {
  const { in: location, key, prefix, isBasic, oauth, flows = [] } = scheme;
  if (oauth) {
    const ways = flows.map((flow) => WAYS[flow]);
    return `${ways.join(" or ")}, or an access token`;
  }
  if (isBasic === true)
    return "`<user>:<password>`, or `<key>:` where the service takes a key in place of both";
  if (location === "query") return `the query parameter ${toCodeSpan(key)}`;
  if (prefix === "Bearer ") return "a bearer token";
  return `the header ${toCodeSpan(key)}`;
}

/** Explains the variables in the address, which choose a region or an installation. */
function printVariables({ vendor }: SchemaModel): readonly string[] {
  const { variables = [] } = vendor;
  if (variables.length === 0) return [];
  const list = variables.map(({ name, values, default: defaultValue }) => {
    const alternatives = (values ?? []).filter((value) => value !== defaultValue);
    const allowed =
      alternatives.length === 0 ? "" : `, or ${alternatives.map(toCodeSpan).join(", ")}`;
    return `${toCodeSpan(name)} (by default ${toCodeSpan(defaultValue)}${allowed})`;
  });
  const entries = variables.map(
    (variable) => `${toValueKey(variable.name)}: ${JSON.stringify(variable.default)}`,
  );
  const call = `createClient({ defaults: { variables: { ${entries.join(", ")} } } })`;
  return [
    `The address of the API has variables: ${list.join(", ")}. ${toCodeSpan(call)} sets them; the option \`baseUrl\` replaces the address as a whole.`,
  ];
}

/** Prints a receiver of deliveries; without a signature scheme, only the names of events. */
function printWebhooks(facts: PageFacts): readonly string[] {
  const { packageName, model, examples } = facts;
  const { webhooks } = model.vendor;
  const code = printReceiver(facts);
  if (webhooks === undefined || examples.event === undefined || code === undefined) {
    return ["## Webhooks", NAMES_TEXT, fence("ts", printNames(JSON.stringify(packageName)))];
  }
  const { name } = examples.event;
  return [
    "## Receive webhooks",
    `The middleware verifies deliveries to \`POST\` ${toCodeSpan(webhooks.path)} and calls your handlers. \`createWebMiddleware\` is the same for platforms with \`Request\` and \`Response\`. The validation warns of payloads that differ from their types; leave it out if you like.`,
    fence("ts", code),
    `The type of a payload is \`EmitterWebhookEvent<${JSON.stringify(name)}>["payload"]\`; \`${packageName}/webhooks\` has all of them by name. [Receiving webhooks](${GUIDES}/receiving.md) has the rest: errors, timeouts, graceful shutdown. [The inbox](${GUIDES}/inbox.md) stores deliveries before they are answered, so that none is lost.`,
  ];
}

const NAMES_TEXT =
  "The payload of each event has a type, and `validateEventName` knows all names. The client does not receive deliveries yet: how they are signed is not filled in.";

function printNames(module: string): string {
  return `import { emitterEventNames, validateEventName } from ${module};

for (const name of emitterEventNames) validateEventName(name);`;
}

/** Prints a test with mock replies and signed sample deliveries. */
function printTesting(facts: PageFacts, client: string): readonly string[] {
  const { packageName, model, examples, has } = facts;
  if (!has("testing")) return [];
  const [first] = examples.requests;
  const event = model.vendor.webhooks && examples.event;
  const names = [...(event ? ["createDelivery"] : []), ...(first ? ["createMockFetch"] : [])];
  if (names.length === 0) return [];
  const route = JSON.stringify(first?.route);
  const blocks = [
    [
      ...printImport(first ? ["createClient"] : [], `${packageName}/client`),
      ...printImport(names, `${packageName}/testing`),
    ].join("\n"),
    ...(first
      ? [
          `const client = ${client};
const mock = createMockFetch(client);
mock.reply(${route}, ${first.reply.text});`,
        ]
      : []),
    ...(event
      ? [
          `const delivery = await createDelivery(${JSON.stringify(event.name)}, {}, { secret: process.env.WEBHOOK_SECRET });
console.log(delivery.headers, delivery.body);`,
        ]
      : []),
  ];
  const parts = [
    ...(first ? ["`createMockFetch` answers in place of the network."] : []),
    ...(event ? ["`createDelivery` makes a signed delivery with a sample payload."] : []),
  ];
  return ["## Test your code", parts.join(" "), fence("ts", blocks.join("\n\n"))];
}

const ENTRY_POINTS: readonly EntryPoint[] = [
  { subpath: "./sdk", contents: "the class alone, with the errors" },
  {
    subpath: "./resources/*",
    contents: "each method as a function, so that a bundle has no other",
  },
  { subpath: "./client", contents: "`createClient`, which sends requests" },
  {
    subpath: "./core",
    contents: "`createClient` for functions of resources alone: the smallest bundle",
  },
  { subpath: "./endpoint", contents: "`endpoint`, which builds requests" },
  { subpath: "./routes", contents: "functions and parameter types of routes, and their list" },
  { subpath: "./responses", contents: "response types of routes" },
  { subpath: "./webhooks", contents: "`Webhooks`, names of events, payload types" },
  { subpath: "./middleware/fastify", contents: "the plugin for Fastify" },
  { subpath: "./middleware/lambda", contents: "the handler for AWS Lambda" },
  { subpath: "./middleware/node", contents: "the middleware for Node" },
  { subpath: "./middleware/web", contents: "the middleware for `Request` and `Response`" },
  { subpath: "./methods", contents: "`sign` and `verify` alone" },
  { subpath: "./relay", contents: "deliveries from a development relay" },
  {
    subpath: "./validate",
    contents:
      "`validatePayload` and `schemas`, which check payloads, and what a client sends and receives",
  },
  { subpath: "./schemas", contents: "a Standard Schema for each payload, body and response" },
  { subpath: "./testing", contents: "mock replies and sample deliveries, for tests" },
];

/** An entry point in the table of the README. */
interface EntryPoint {
  readonly subpath: keyof typeof CLIENT;
  readonly contents: string;
}

/** The module that is there whenever an entry point is. */
function moduleOf({ subpath }: EntryPoint): string {
  // Resources have a module each. The class has the same methods, so it is there with them.
  return subpath === "./resources/*" ? CLIENT["./sdk"] : CLIENT[subpath];
}

/** Lists the pages of the reference, and the entry points. */
function printReference({ packageName, model, has }: PageFacts): readonly string[] {
  const folder = `${FOLDERS.out}/reference`;
  const routes = `- [Routes](${folder}/routes.md), with their parameters, bodies and responses`;
  const events = `- [Events](${folder}/events.md), with the fields of their payloads`;
  const pages = [
    ...(model.routes.length > 0 ? [routes] : []),
    ...(model.events.length > 0 ? [events] : []),
  ];
  if (pages.length === 0) return [];
  const present = ENTRY_POINTS.filter((entryPoint) => has(moduleOf(entryPoint)));
  const rows = present.map(
    ({ subpath, contents }) => `| \`${packageName}${subpath.slice(1)}\` | ${contents} |`,
  );
  return [
    "## Reference",
    pages.join("\n"),
    ["| import from | to get |", "| --- | --- |", ...rows].join("\n"),
  ];
}
