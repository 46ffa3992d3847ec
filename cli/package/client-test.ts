/** Prints the test of a made package. */
import type { SchemaModel } from "../../codegen/model/model.js";
import { COMMAND } from "../io/tool.js";
import { type PageFacts, printCall, printImport, printNew, toInstance } from "./code.js";

/**
 * Prints the test. An error names the command that mends it, because whoever changes the schema has seldom written
 * the test. It imports the package by its name, and so tests the `exports`.
 */
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
      `import { spawnSync } from "node:child_process";`,
      ...(secrets?.imports ?? []),
      `import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";`,
      `import { createRequire } from "node:module";`,
      `import { dirname, join, resolve } from "node:path";`,
      `import process from "node:process";`,
      `import { test } from "node:test";`,
      ...printImport(names, packageName),
      ...printImport(testing, `${packageName}/testing`),
    ].join("\n"),
    CHECK,
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
  return `check("builds requests", () => {
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
    `check("sends a request", async () => {
  const ${instance} = ${printNew(model)};
  const mock = createMockFetch(${instance}.client);
  mock.reply(${route}, ${first.reply.text});
  const { response } = await ${instance}.${first.call}(${first.arguments}).withResponse();
  assert.equal(response.status, ${first.reply.status});
  assert.deepEqual(mock.requests.map((request) => request.route), [${route}]);
});`,
  ];
}

const NAMES_TEST = `check("knows the names of events", () => {
  assert.ok(emitterEventNames.length > 0);
  for (const name of emitterEventNames) validateEventName(name);
  assert.throws(() => validateEventName("no-such-event" as never), TypeError);
});`;

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

check("receives a signed delivery", async () => {
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

check("refuses a delivery that is not signed", async () => {
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

const CHECK = `/** Runs a test. Its error names the command that mends it, if the schema has changed. */
function check(name: string, run: () => void | Promise<void>): void {
  test(name, async () => {
    try {
      await run();
    } catch (error) {
      const mend = "If the schema has changed: ${COMMAND} generate --examples";
      throw new Error(\`\${error instanceof Error ? error.message : String(error)}\\n\${mend}\`, { cause: error });
    }
  });
}`;

const README_TEST = `/** \`npm test\` runs in the folder of the package. */
check("the examples of the pages compile", () => {
  const pages = ["README.md", "SKILL.md"].map((page) => readFileSync(page, "utf8"));
  const blocks = [...pages.join("\\n").matchAll(/^\`\`\`ts\\n(.*?)^\`\`\`/gms)];
  if (blocks.length === 0) return; // a service whose only routes take files has no example
  const folder = mkdtempSync(resolve("test/.examples-"));
  try {
    for (const [index, [, code = ""]] of blocks.entries()) {
      writeFileSync(join(folder, \`example-\${index}.ts\`), code);
    }
    const config = { extends: "../../tsconfig.json", compilerOptions: { noEmit: true }, include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const { status, stdout, stderr } = spawnSync(process.execPath, [findCompiler(), "-p", folder], {
      encoding: "utf8",
    });
    assert.equal(status, 0, \`The examples do not compile:\\n\${stdout}\${stderr}\`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Finds \`tsc\` as a program, because TypeScript 7 has no compiler to import. */
function findCompiler(): string {
  const file = createRequire(resolve("package.json")).resolve("typescript/package.json");
  const { bin } = JSON.parse(readFileSync(file, "utf8")) as { bin: { tsc: string } };
  return resolve(dirname(file), bin.tsc);
}`;

/** Code that makes secrets for the service's scheme. */
interface Secrets {
  readonly imports: readonly string[];
  readonly code: string;
  /** The variable with the receiver's secret. */
  readonly receiver: string;
  /** The variable with the sender's secret. */
  readonly sender: string;
}
