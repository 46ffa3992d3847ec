/**
 * The services of `examples/vendors/`, from YAML to a running receiver: each client is generated,
 * type-checked, builds its requests, and gets deliveries as its service sends them, over a socket.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { github, signGithub } from "../cases/examples/vendors/github.js";
import { shopify } from "../cases/examples/vendors/shopify.js";
import { signSlack, slack } from "../cases/examples/vendors/slack.js";
import { signStandard, standardWebhooks } from "../cases/examples/vendors/standard-webhooks.js";
import { stripe } from "../cases/examples/vendors/stripe.js";
import { closeServer, listenOn } from "../http/server.js";
import { COMPILED, compileProject } from "../programs/compile.js";
import { bundlePrograms } from "../programs/programs.js";
import { createPayments, createService } from "./services.js";
import type { Part, SentRequest, VendorExample } from "../cases/examples/vendors/vendor-example.js";

const EXAMPLES: readonly VendorExample[] = [stripe, standardWebhooks, slack, shopify, github];

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCE = join(ROOT, "examples/vendors");

/** A folder of this run, with a copy of each example. */
const CLIENTS = mkdtempSync(join(ROOT, "test/examples/.vendors-"));

/** The program with the client of the payment service. */
const CLIENT = join(CLIENTS, "stripe-like/client.ts");

/** Deliveries that each receiver refuses; the timed ones only where the service signs a time. */
const REFUSALS: readonly Refusal[] = [
  {
    title: "another secret",
    code: "SIGNATURE_MISMATCH",
    send: (example, port) => sendSigned(example, port, "whsec_YW5vdGhlciBzZWNyZXQ=", now()),
  },
  {
    title: "a body that was changed",
    code: "SIGNATURE_MISMATCH",
    send: ({ body, secret, createHeaders }, port) =>
      post(port, createHeaders(body, secret, now()), `${body} `),
  },
  {
    title: "no signature",
    code: "SIGNATURE_MISSING",
    send: ({ body, secret, createHeaders, signatureHeader }, port) => {
      const { [signatureHeader]: _signature, ...headers } = createHeaders(body, secret, now());
      return post(port, headers, body);
    },
  },
  {
    title: "a signature of 5,000 characters",
    code: "SIGNATURE_MALFORMED",
    send: (example, port) => sendForged(example, port, (signature) => signature.padEnd(5_000, "0")),
  },
  {
    title: "a time ten minutes ago",
    code: "TIMESTAMP_OUT_OF_TOLERANCE",
    timedOnly: true,
    send: (example, port) => sendSigned(example, port, example.secret, now() - 600),
  },
  {
    title: "a time in ten minutes",
    code: "TIMESTAMP_OUT_OF_TOLERANCE",
    timedOnly: true,
    send: (example, port) => sendSigned(example, port, example.secret, now() + 600),
  },
];

let programOf: (path: string) => string;

beforeAll(async () => {
  rmSync(CLIENTS, { recursive: true, force: true });
  for (const example of EXAMPLES) await buildExample(example);
  const receivers = EXAMPLES.map(({ folder }) => join(CLIENTS, folder, "receiver.ts"));
  programOf = await bundlePrograms({ paths: [CLIENT, ...receivers] });
});

afterAll(() => rmSync(CLIENTS, { recursive: true, force: true }));

describe("the signatures of this test", () => {
  it.each([
    [
      "Standard Webhooks",
      signStandard(
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        '{"test": 2432232314}',
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        1614265330,
      ),
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    ],
    [
      "Slack",
      signSlack(
        "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
        "8f742231b10e8888abcd99yyyzzz85a5",
        1531420618,
      ),
      "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    ],
    [
      "GitHub",
      signGithub("Hello, World!", "It's a Secret to Everybody"),
      "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    ],
  ])("are those that %s publishes", (_service, signature, published) => {
    expect(signature).toBe(published);
  });
});

describe("the folders", () => {
  it("are all tested", () => {
    const folders = readdirSync(SOURCE, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name).sort()).toEqual(
      EXAMPLES.map(({ folder }) => folder).sort(),
    );
  });

  it("type-check, with nothing looser than strict", () => {
    const config = { extends: "../../types/tsconfig.json", include: ["**/*.ts"] };
    writeFileSync(join(CLIENTS, "tsconfig.json"), JSON.stringify(config));
    expect(compileProject(CLIENTS)).toEqual(COMPILED);
  });
});

it("[F.12] [F.15] the client of the payment service does its four tasks", async () => {
  const { server, received } = createService(createPayments());
  const port = await listenOn(server);
  try {
    const child = spawn(process.execPath, [programOf(CLIENT)], {
      cwd: ROOT,
      env: { ...process.env, PAYMENTS_URL: `http://127.0.0.1:${port}`, PAYMENTS_KEY: "sk_1" },
    });
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    expect({ stderr, lines: stdout.trim().split("\n") }).toEqual({
      stderr: "",
      lines: [
        "ch_1: 1",
        "ch_2: 2",
        "Created ch_3",
        "Uploaded 8 bytes",
        "There is no such payment: invalid_request_error",
      ],
    });
    const charges = received.filter(({ request }) => request === "POST /v1/charges");
    expect(charges.map(({ body }) => body)).toEqual(
      Array(2).fill("amount=1099&currency=eur&metadata%5Border%5D=1001"),
    );
    expect(charges[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(charges[1]?.key).toBe(charges[0]?.key);
    expect(new Set(received.map(({ authorization }) => authorization))).toEqual(
      new Set(["Bearer sk_1"]),
    );
  } finally {
    await closeServer(server);
  }
});

describe.each(EXAMPLES)("$folder", (example) => {
  const { folder, secret, createHeaders } = example;

  it("builds the requests that its service takes", async () => {
    const { toRequest } = await importFile<Client>(folder, "generated/index.ts");
    const { requests } = await importFile<Requests>(folder, "requests.ts");
    const sent = requests.map((each) => readRequest(toRequest(each)));
    expect(await Promise.all(sent)).toEqual(example.requests);
  });

  it("does not receive without a secret, and says what to set", async () => {
    const receiver = spawnReceiver(example, {});
    const [stdout, stderr, [status]] = await Promise.all([
      text(receiver.stdout),
      text(receiver.stderr),
      once(receiver, "close"),
    ]);
    expect(stderr).toContain(`Error: Set WEBHOOK_SECRET to the ${example.ask}.`);
    expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
  });

  describe("a receiver", () => {
    let receiver: Receiver;
    beforeAll(async () => {
      receiver = await startReceiver(example);
    });
    afterAll(() => receiver.process.kill("SIGKILL"));

    it.each(REFUSALS.filter(({ timedOnly }) => example.isTimed || timedOnly === undefined))(
      "refuses $title",
      async ({ code, send }) => {
        const { status, body } = await send(example, receiver.port);
        expect({ status, code: JSON.parse(body).code }).toEqual({ status: 400, code });
      },
    );

    it.each(example.forgeries)("refuses $title", async ({ code, forge }) => {
      const headers = forge(createHeaders(example.body, secret, now()));
      const { status, body } = await post(receiver.port, headers, example.body);
      expect({ status, code: JSON.parse(body).code }).toEqual({ status: 400, code });
    });

    it.each(example.challenges)("answers the challenge $text", async ({ text, answer }) => {
      const reply = await post(receiver.port, createHeaders(text, secret, now()), text);
      expect({ ...reply, body: JSON.parse(reply.body) }).toEqual({ status: 200, body: answer });
    });

    it.each(example.challenges)("refuses $text of somebody else", async ({ text }) => {
      const forged = createHeaders(text, "whsec_YW5vdGhlciBzZWNyZXQ=", now());
      const { status, body } = await post(receiver.port, forged, text);
      expect({ status, code: JSON.parse(body).code }).toEqual({
        status: 400,
        code: "SIGNATURE_MISMATCH",
      });
    });

    // Runs last: its output shows that what was refused has not reached the handler.
    it("receives what its service sends", async () => {
      const { status } = await sendSigned(example, receiver.port, secret, now());
      expect(status).toBe(200);
      receiver.process.kill("SIGKILL");
      await once(receiver.process, "close"); // all of its output is here now
      const lines = receiver.output().split("\n");
      expect(lines.filter((line) => !line.startsWith("Delivery "))).toEqual([
        `Listening on http://127.0.0.1:${receiver.port}/webhooks`,
        example.printed,
        "",
      ]);
    });
  });
});

/** Copies an example and generates its client beside it. */
async function buildExample({ folder, mistakes }: VendorExample): Promise<void> {
  const schema = join(SOURCE, folder, "schema");
  const paths = readdirSync(schema, { recursive: true, encoding: "utf8" });
  const sources = paths
    .filter((path) => path.endsWith(".yaml"))
    .map((path) => ({ path, text: readFileSync(join(schema, path), "utf8") }));
  cpSync(join(SOURCE, folder), join(CLIENTS, folder), { recursive: true });
  const generated = join(CLIENTS, folder, "generated");
  rmSync(generated, { recursive: true, force: true }); // of a person who tried the example
  writeFileSync(join(CLIENTS, folder, "mistakes.ts"), formatMistakes(mistakes));
  for (const { path, text } of await generate(readSchema(sources))) {
    mkdirSync(dirname(join(generated, path)), { recursive: true });
    writeFileSync(join(generated, path), text);
  }
}

/** A program that compiles only if the compiler refuses each of the lines. */
function formatMistakes(lines: readonly string[]): string {
  return [
    `import { endpoint, Webhooks } from "./generated/index.js";`,
    `const webhooks = new Webhooks({ secret: "a secret" });`,
    `webhooks.onAny(() => endpoint);`,
    ...lines.flatMap((line) => ["// @ts-expect-error -- a mistake", line]),
    "",
  ].join("\n");
}

async function importFile<Module>(folder: string, file: string): Promise<Module> {
  return (await import(join(CLIENTS, folder, file))) as Module; // the compiler has seen its types
}

/** Reads a request as `fetch` would send it. */
async function readRequest(sent: Request): Promise<SentRequest> {
  const { "user-agent": agent, ...headers } = Object.fromEntries(sent.headers);
  expect(agent).toMatch(/^typewire\//);
  const { method, url } = sent;
  if (!headers["content-type"]?.startsWith("multipart/form-data; boundary=")) {
    return { method, url, headers, body: await sent.text() };
  }
  const { "content-type": _boundary, ...others } = headers;
  const parts = [...(await sent.formData())].map(readPart);
  return { method, url, headers: others, body: await Promise.all(parts) };
}

async function readPart([name, value]: [string, FormDataEntryValue]): Promise<Part> {
  if (typeof value === "string") return [name, value];
  return [name, await value.text(), value.name, value.type];
}

/** Resolves once the receiver says where it listens. */
function startReceiver(example: VendorExample): Promise<Receiver> {
  const child = spawnReceiver(example, { WEBHOOK_SECRET: example.secret });
  let output = "";
  return new Promise((resolve, reject) => {
    child.stderr.on("data", (bytes: Buffer) => (output += bytes.toString()));
    child.stdout.on("data", (bytes: Buffer) => {
      output += bytes.toString();
      const port = /^Listening on http:\/\/127\.0\.0\.1:(\d+)\/webhooks\n/.exec(output)?.[1];
      if (port === undefined) return;
      resolve({ process: child, port: Number(port), output: () => output });
    });
    child.once("close", () => reject(new Error(output)));
  });
}

function spawnReceiver({ folder }: VendorExample, environment: Record<string, string>) {
  const { WEBHOOK_SECRET: _secret, ...rest } = process.env;
  return spawn(process.execPath, [programOf(join(CLIENTS, folder, "receiver.ts"))], {
    cwd: ROOT,
    env: { ...rest, PORT: "0", ...environment },
  });
}

function sendSigned(
  { body, createHeaders }: VendorExample,
  port: number,
  secret: string,
  time: number,
): Promise<Reply> {
  return post(port, createHeaders(body, secret, time), body);
}

function sendForged(
  { body, secret, createHeaders, signatureHeader }: VendorExample,
  port: number,
  forge: (signature: string) => string,
): Promise<Reply> {
  const headers = createHeaders(body, secret, now());
  const forged = forge(headers[signatureHeader] ?? "");
  return post(port, { ...headers, [signatureHeader]: forged }, body);
}

async function post(
  port: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Reply> {
  const sent = request({
    host: "127.0.0.1",
    port,
    path: "/webhooks",
    method: "POST",
    agent: false,
    headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
  });
  const answered = once(sent, "response");
  sent.end(body);
  const [response] = await answered;
  return { status: response.statusCode, body: await text(response) };
}

function now() {
  return Math.floor(Date.now() / 1000);
}

interface Client {
  readonly toRequest: (request: unknown) => Request;
}

interface Requests {
  readonly requests: readonly unknown[];
}

interface Receiver {
  readonly process: ChildProcess;
  readonly port: number;
  readonly output: () => string;
}

interface Reply {
  readonly status: number | undefined;
  readonly body: string;
}

interface Refusal {
  readonly title: string;
  readonly code: string;
  readonly timedOnly?: true;
  readonly send: (example: VendorExample, port: number) => Promise<Reply>;
}
