/** Code that the pages and the test of a made package show: imports, calls, a receiver. */
import { printValue } from "../../codegen/emit/print/print.js";
import type { DeclaredScheme } from "../../codegen/model/client.js";
import type { SchemaModel, Vendor } from "../../codegen/model/model.js";
import { toCamelCase, toValueKey } from "../../codegen/model/names.js";
import { toSnakeCase } from "../../codegen/model/yaml-names.js";
import type { Examples } from "./pages/examples.js";
import type { RequestExample } from "./pages/request-candidate.js";
import type { Project } from "./project.js";

/** Puts code between fences. */
export function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trim()}\n\`\`\``;
}

/** Removes line breaks, which would end a comment, a quotation or a line of front matter. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, " ").trim();
}

/** Prints an import; nothing without names. */
export function printImport(names: readonly string[], module: string): readonly string[] {
  if (names.length === 0) return [];
  return [`import { ${names.join(", ")} } from ${JSON.stringify(module)};`];
}

export function printComment({ summary }: RequestExample): string {
  return summary === undefined ? "" : `// ${oneLine(summary)}\n`;
}

/** The variable of an instance: `acme` of `Acme`. */
export function toInstance(name: string): string {
  return toCamelCase(name);
}

/** Prints a call of the constructor. */
export function printNew({ vendor }: SchemaModel): string {
  const { name } = vendor.sdk;
  const options = [
    ...(vendor.baseUrl === undefined ? [`baseUrl: ${JSON.stringify(UNKNOWN_ADDRESS)}`] : []),
    ...printCredentialOptions(vendor),
  ];
  return options.length === 0 ? `new ${name}()` : `new ${name}({ ${options.join(", ")} })`;
}

/** Prints the options of the first credential, and of those that it needs beside it. */
function printCredentialOptions({ sdk, sending }: Vendor): readonly string[] {
  const [first] = sending.auth;
  if (first === undefined) return [];
  const needed = (sdk.credentials ?? []).filter(
    ({ scheme }, index) => index === 0 || first.with?.includes(scheme) === true,
  );
  return needed
    .flatMap(({ client, ...credential }) => (client ? [client.id, client.secret] : [credential]))
    .map(({ option, env }) => `${toValueKey(option)}: process.env.${env}`);
}

/** Prints a call of a method, a list and a stream if there are any, and the error of a second call. */
export function printClassUse(
  { packageName, model, examples }: PageFacts,
  first: RequestExample,
): string {
  const fails = examples.requests[1] ?? first;
  const { name } = model.vendor.sdk;
  const instance = toInstance(name);
  const blocks = [
    `import { ${name}, ResponseError } from ${JSON.stringify(packageName)};`,
    `const ${instance} = ${printNew(model)};`,
    `${printComment(first)}const data = await ${instance}.${first.call}(${first.arguments});
console.log(data);`,
    ...(examples.list === undefined
      ? []
      : [
          `// The items of all pages; each page is requested when the loop needs it.
for await (const item of ${instance}.${examples.list.call}(${examples.list.arguments})) console.log(item);`,
        ]),
    ...(examples.stream === undefined
      ? []
      : [
          `// The items of a response, each as soon as it arrives.
for await (const item of ${instance}.${examples.stream.call}(${examples.stream.arguments})) console.log(item);`,
        ]),
    `try {
  await ${instance}.${fails.call}(${fails.arguments});
} catch (error) {
  if (!(error instanceof ResponseError)) throw error;
  console.error(error.name, error.status, error.data);
}`,
  ];
  return blocks.join("\n\n");
}

/** Placeholder for an address that the description does not have. */
const UNKNOWN_ADDRESS = "https://service.invalid";

/** Prints a call of `createClient`. */
export function printClient({ vendor }: SchemaModel): string {
  const [first] = vendor.sending.auth;
  const options = [
    ...(vendor.baseUrl === undefined ? [`baseUrl: ${JSON.stringify(UNKNOWN_ADDRESS)}`] : []),
    ...(first === undefined ? [] : [`auth: ${printAuth(first, vendor)}`]),
  ];
  return options.length === 0 ? "createClient()" : `createClient({ ${options.join(", ")} })`;
}

/** Prints the first credential; if it needs others, an object with all of them by name. */
function printAuth(first: DeclaredScheme, { name: vendor, sending }: Vendor): string {
  const beside = sending.auth.filter(({ name }) => first.with?.includes(name) === true);
  if (beside.length === 0)
    return printCredential(first, vendor, first.oauth ? "access_token" : "api_key");
  const entries = [first, ...beside].map(
    (scheme) =>
      `${toValueKey(scheme.name)}: ${printCredential(scheme, vendor, toSnakeCase(scheme.name))}`,
  );
  return `{ ${entries.join(", ")} }`;
}

/**
 * Prints variables of the environment, whose names begin with that of the vendor.
 * @param word The rest of the name, for a credential of one value.
 */
function printCredential(scheme: DeclaredScheme, vendor: string, word: string): string {
  const variable = (end: string): string => `process.env.${`${vendor}_${end}`.toUpperCase()}`;
  if (scheme.flows?.includes("clientCredentials") === true)
    return `{ clientId: ${variable("client_id")}, clientSecret: ${variable("client_secret")} }`;
  if (scheme.isBasic === true) return `\`\${${variable("user")}}:\${${variable("password")}}\``;
  return variable(word);
}

/** Prints the arguments of `client.request`. */
export function printArguments({ route, values }: RequestExample): string {
  return [JSON.stringify(route), ...printParameters(values)].join(", ");
}

/** Prints a call of `endpoint`. */
export function printCall({ route, values }: RequestExample, { vendor }: SchemaModel): string {
  const address = vendor.baseUrl === undefined ? { baseUrl: UNKNOWN_ADDRESS } : {};
  const parameters = printParameters({ ...address, ...values });
  return `endpoint(${[JSON.stringify(route), ...parameters].join(", ")})`;
}

/** Prints the argument with the parameters of a call; nothing without any. */
function printParameters(values: RequestExample["values"]): readonly string[] {
  return Object.keys(values).length === 0 ? [] : [printValue(values)];
}

/** Prints a receiver; nothing for a service whose signature is not known. */
export function printReceiver({ packageName, model, examples }: PageFacts): string | undefined {
  if (model.vendor.webhooks === undefined || examples.event === undefined) return undefined;
  const { name, property } = examples.event;
  const shown = property === undefined ? "Object.keys(payload)" : `payload.${property}`;
  return `import { createServer } from "node:http";
import { createNodeMiddleware, Webhooks } from ${JSON.stringify(packageName)};
import { validatePayload } from ${JSON.stringify(`${packageName}/validate`)};

const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret, validation: { validate: validatePayload } });

webhooks.on(${JSON.stringify(name)}, ({ id, name, payload }) => {
  console.log(name, id, ${shown});
});

const middleware = createNodeMiddleware(webhooks);

createServer((request, response) => {
  void middleware(request, response).then((handled) => {
    if (!handled) response.writeHead(404).end();
  });
}).listen(3000);`;
}

/** The facts for the pages of a made package. */
export interface PageFacts {
  readonly packageName: string;
  readonly model: SchemaModel;
  readonly examples: Examples;
  readonly project: Project;
  /** Tells if the client has a module, such as `testing`. */
  readonly has: (module: string) => boolean;
}
