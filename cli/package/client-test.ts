import type { SchemaModel } from "../../codegen/model/model.js";
import { type PageFacts, printCall, printImport, printNew, toInstance } from "./code.js";

/** Prints the test of a made package. It imports the package by its name, and so tests the `exports`. */
export function printClientTest(facts: PageFacts): string {
  const { model, examples, packageName } = facts;
  const isReceiving = canReceive(facts);
  const isSending = examples.requests.length > 0;
  const names = [
    ...(isSending ? [model.vendor.sdk.name, "endpoint"] : []),
    ...(isReceiving ? ["createWebMiddleware", "Webhooks"] : []),
    ...(model.events.length > 0 ? ["emitterEventNames", "validateEventName"] : []),
  ];
  const testing = [
    ...(isReceiving ? ["createDelivery"] : []),
    ...(isSending ? ["createMockFetch"] : []),
  ];
  const secrets = isReceiving ? printSecrets(model) : undefined;
  const blocks = [
    [
      `import assert from "node:assert/strict";`,
      ...(secrets?.imports ?? []),
      `import { readFileSync } from "node:fs";`,
      `import { resolve } from "node:path";`,
      `import { test } from "node:test";`,
      ...printImport(names, packageName),
      ...printImport(testing, `${packageName}/testing`),
      `import ts from "typescript";`,
    ].join("\n"),
    ...(isSending ? [printRequestTest(facts), ...printSendingTest(facts)] : []),
    ...(model.events.length > 0 ? [NAMES_TEST] : []),
    ...(secrets && examples.event ? [printDeliveryTest(examples.event.name, secrets)] : []),
    README_TEST,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** False for a service that signs further headers, whose values only the sender knows. */
function canReceive({ model, examples, has }: PageFacts): boolean {
  const { webhooks } = model.vendor;
  if (webhooks === undefined || examples.event === undefined || !has("testing")) return false;
  const { content = "" } = webhooks.signature;
  return !content.includes("{header:");
}

function printRequestTest({ examples, model }: PageFacts): string {
  const lines = examples.requests.map((request) => {
    const method = request.route.slice(0, request.route.indexOf(" "));
    return `  [${JSON.stringify(method)}, ${printCall(request, model)}],`;
  });
  return `test("builds requests", () => {
  for (const [method, request] of [
${lines.join("\n")}
  ] as const) {
    assert.equal(request.method.toUpperCase(), method);
    assert.ok(URL.canParse(request.url), request.url);
    assert.doesNotMatch(request.url, /[{}]/);
  }
});`;
}

function printSendingTest({ examples, model }: PageFacts): readonly string[] {
  const [first] = examples.requests;
  if (first === undefined) return [];
  const route = JSON.stringify(first.route);
  const instance = toInstance(model.vendor.sdk.name);
  return [
    `test("sends a request", async () => {
  const ${instance} = ${printNew(model)};
  const mock = createMockFetch(${instance}.client);
  mock.reply(${route}, ${first.reply.text});
  const { response } = await ${instance}.${first.call}(${first.arguments}).withResponse();
  assert.equal(response.status, ${first.reply.status});
  assert.deepEqual(mock.requests.map((request) => request.route), [${route}]);
});`,
  ];
}

const NAMES_TEST = `test("knows the names of events", () => {
  assert.ok(emitterEventNames.length > 0);
  for (const name of emitterEventNames) validateEventName(name);
  assert.throws(() => validateEventName("no-such-event" as never), TypeError);
});`;

/** Code that makes secrets for the service's scheme. */
interface Secrets {
  readonly imports: readonly string[];
  readonly code: string;
  /** The variable with the receiver's secret. */
  readonly receiver: string;
  /** The variable with the sender's secret. */
  readonly sender: string;
}

function printSecrets({ vendor }: SchemaModel): Secrets {
  const { algorithm = "token" } = vendor.webhooks?.signature ?? {};
  const isAsymmetric = algorithm === "ed25519" || algorithm === "ecdsa-p256-sha256";
  if (!isAsymmetric) {
    const isText = algorithm === "token";
    const made = isText ? `randomBytes(16).toString("hex")` : "randomBytes(32)";
    return {
      imports: [`import { randomBytes } from "node:crypto";`],
      code: `const secret = ${made};`,
      receiver: "secret",
      sender: "secret",
    };
  }
  const options = algorithm === "ed25519" ? "{" : `{ namedCurve: "P-256",`;
  return {
    imports: [`import { generateKeyPairSync } from "node:crypto";`],
    code: `const { publicKey, privateKey } = generateKeyPairSync("${algorithm === "ed25519" ? "ed25519" : "ec"}", ${options}
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});`,
    receiver: "publicKey",
    sender: "privateKey",
  };
}

function printProperty(key: string, value: string): string {
  return key === value ? key : `${key}: ${value}`;
}

function printDeliveryTest(name: string, { code, receiver, sender }: Secrets): string {
  const event = JSON.stringify(name);
  return `${code}

test("receives a signed delivery", async () => {
  const webhooks = new Webhooks({ ${printProperty("secret", receiver)} });
  const received: unknown[] = [];
  webhooks.on(${event}, ({ payload }) => {
    received.push(payload);
  });
  const delivery = await createDelivery(${event}, {}, { ${printProperty("secret", sender)} });
  const response = await createWebMiddleware(webhooks)(delivery.toRequest());
  assert.equal(response.status, 200, await response.text());
  assert.deepEqual(received, [delivery.payload]);
});

test("refuses a delivery that is not signed", async () => {
  const webhooks = new Webhooks({ ${printProperty("secret", receiver)}, log: { warn() {}, error() {} } });
  webhooks.on(${event}, () => assert.fail("The delivery was taken."));
  const delivery = await createDelivery(${event}, {}, { ${printProperty("secret", sender)} });
  const request = delivery.toRequest();
  const [signature = ""] = Object.entries(delivery.headers).find(([, value]) => value === delivery.signature) ?? [];
  request.headers.delete(signature);
  const response = await createWebMiddleware(webhooks)(request);
  assert.equal(response.status, 400);
});`;
}

const README_TEST = `/** \`npm test\` runs in the folder of the package. */
test("the examples of the pages compile", () => {
  const pages = ["README.md", "SKILL.md"].map((page) => readFileSync(page, "utf8"));
  const blocks = [...pages.join("\\n").matchAll(/^\`\`\`ts\\n(.*?)^\`\`\`/gms)];
  const examples = new Map(
    blocks.map(([, code = ""], index) => [
      resolve(\`test/example-\${index}.ts\`).replaceAll("\\\\", "/"),
      code,
    ]),
  );
  const { config } = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, resolve("."));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => examples.has(path) || fileExists(path);
  host.readFile = (path) => examples.get(path) ?? readFile(path);
  const program = ts.createProgram([...examples.keys()], { ...options, noEmit: true }, host);
  const mistakes = [...examples.keys()]
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\\n"));
  assert.deepEqual(mistakes, []);
});`;
