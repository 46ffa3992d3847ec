import type { AuthScheme } from "../../codegen/model/client.js";
import { escapeMarkdown, toCodeSpan } from "../../codegen/emit/print/escape.js";
import { count } from "../../codegen/model/messages.js";
import type { SchemaModel, Vendor } from "../../codegen/model/model.js";
import { toSnakeCase, toValueKey } from "../../codegen/model/names.js";
import type { RequestExample } from "./examples.js";
import { fence, GUIDES, type PageFacts } from "./readme-page.js";
import { printReference } from "./readme-reference.js";
import { printTesting, printWebhooks } from "./readme-webhooks.js";

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
    `A typed client for ${escapeMarkdown(vendor.title)}: ${parts.join(" and ") || "nothing yet"}.`,
    "## Install",
    fence("sh", `npm install ${packageName}`),
    "It needs Node (20.19+ or 22.12+), Deno, Bun, or an edge platform. Its only dependency is `typewire-runtime`.",
    ...(examples.requests.length > 0 ? printRequests(facts) : []),
    ...(events.length > 0 ? printWebhooks(facts) : []),
    ...printTesting(facts, printClient(model)),
    ...printReference(facts),
  ].join("\n\n");
}

function printRequests(facts: PageFacts): readonly string[] {
  const { packageName, model, examples } = facts;
  const [first, ...others] = examples.requests;
  if (first === undefined) return [];
  const module = JSON.stringify(packageName);
  const calls = [first, ...others].map(
    (each, index) => `${printComment(each)}const request${index + 1} = ${printCall(each, model)};`,
  );
  const build = `import { endpoint, toRequest } from ${module};

${calls.join("\n\n")}

const response = await fetch(toRequest(request1));
console.log(request1.method, request1.url, response.status);`;
  const headers = model.vendor.sending.auth.some((each) => each.in === "header")
    ? " Pass credentials in the parameter `headers`."
    : "";
  return [
    "## Send requests",
    `\`client.request\` sends a request and resolves to its typed response. ${printCredentials(model)}A status outside 2xx rejects with a \`ResponseError\`.`,
    fence("ts", printSending(facts, first)),
    ...printVariables(model),
    `Requests that fail temporarily are sent again where that is safe. [Sending requests](${GUIDES}/sending-requests.md) has all options: timeouts, retries, limits, hooks.`,
    `To send requests with code of your own, let \`endpoint\` build them: it turns a route and its parameters into method, URL, headers and body. \`toRequest\` makes a \`Request\` of the result, for \`fetch\`.${headers}`,
    fence("ts", build),
  ];
}

/** A request, the error of another, and a list if there is one. */
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
    `try {
  await client.request(${printArguments(fails)});
} catch (error) {
  if (!isResponseError(error, ${JSON.stringify(fails.route)})) throw error;
  console.error(error.status, error.data);
}`,
  ];
  return blocks.join("\n\n");
}

/** A call of `createClient` as TypeScript. */
export function printClient({ vendor }: SchemaModel): string {
  const options = [
    ...(vendor.baseUrl === undefined ? [`baseUrl: ${JSON.stringify(UNKNOWN_ADDRESS)}`] : []),
    ...(vendor.sending.auth.length === 0 ? [] : [`auth: ${printAuth(vendor)}`]),
  ];
  return options.length === 0 ? "createClient()" : `createClient({ ${options.join(", ")} })`;
}

/** The first credential, or by their names those that are needed together. */
function printAuth({ name: vendor, sending }: Vendor): string {
  const [first, ...others] = sending.auth;
  const beside = others.filter(({ name }) => first?.with?.includes(name) === true);
  if (first === undefined || beside.length === 0) return printCredential(vendor, "api_key", first);
  const entries = [first, ...beside].map(
    (scheme) =>
      `${toValueKey(scheme.name)}: ${printCredential(vendor, toSnakeCase(scheme.name), scheme)}`,
  );
  return `{ ${entries.join(", ")} }`;
}

/** Variables of the environment are named for the vendor. */
function printCredential(vendor: string, name: string, scheme: AuthScheme | undefined): string {
  const variable = (word: string): string => `process.env.${`${vendor}_${word}`.toUpperCase()}`;
  if (scheme?.isBasic !== true) return variable(name);
  return `\`\${${variable("user")}}:\${${variable("password")}}\``;
}

function printCredentials({ vendor }: SchemaModel): string {
  const { auth } = vendor.sending;
  const [first] = auth;
  if (first === undefined) return "";
  if (auth.length === 1) return `\`auth\` is ${describeCredential(first)}. `;
  const list = auth.map((each) => `${toCodeSpan(each.name)} (${describeCredential(each)})`);
  const isTogether = first.with !== undefined;
  const text = isTogether
    ? "takes credentials by their names"
    : "is the first of these credentials";
  const how = isTogether ? "" : ", or an object with credentials by their names";
  return `\`auth\` ${text}${how}: ${list.join(", ")}. `;
}

/** What a caller gives, and where it is sent. */
function describeCredential({ in: location, key, prefix, isBasic }: AuthScheme): string {
  if (isBasic === true)
    return "`<user>:<password>`, or `<key>:` where the service takes a key in place of both";
  if (location === "query") return `the query parameter ${toCodeSpan(key)}`;
  if (prefix === "Bearer ") return "a bearer token";
  return `the header ${toCodeSpan(key)}`;
}

/** How to reach a region or an installation: the address in the description is one of many. */
function printVariables({ vendor }: SchemaModel): readonly string[] {
  const { variables = [] } = vendor;
  if (variables.length === 0) return [];
  const list = variables.map(({ name, values, default: usual }) => {
    const others = (values ?? []).filter((value) => value !== usual);
    const allowed = others.length === 0 ? "" : `, or ${others.map(toCodeSpan).join(", ")}`;
    return `${toCodeSpan(name)} (by default ${toCodeSpan(usual)}${allowed})`;
  });
  const given = variables.map(
    (each) => `${toValueKey(each.name)}: ${JSON.stringify(each.default)}`,
  );
  const call = `createClient({ defaults: { variables: { ${given.join(", ")} } } })`;
  return [
    `The address of the API has variables: ${list.join(", ")}. ${toCodeSpan(call)} sets them; the option \`baseUrl\` replaces the address as a whole.`,
  ];
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
