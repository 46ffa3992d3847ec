/**
 * The examples of services without a description: each gets what the service's own library has signed, by its
 * middleware and inbox, and in `dev`. Changed deliveries are refused.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sign as signGithub } from "@octokit/webhooks-methods";
import { isValidSlackRequest } from "@slack/bolt";
import { createSHA256HMAC, HashFormat } from "@shopify/shopify-api/runtime";
import "@shopify/shopify-api/adapters/node";
import { Webhook as StandardWebhook } from "standardwebhooks";
import Stripe from "stripe";
import twilio from "twilio";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bundlePrograms } from "../programs/programs.js";
import { HANG_LIMIT } from "../limits.js";
import { ROOT } from "../programs/bundle.js";

const SECRET = `whsec_${Buffer.from("a secret of some length").toString("base64")}`;
const PATIENCE = { timeout: HANG_LIMIT };
const PUBLIC_URL = "https://receiver.example/hooks";
const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Payloads of GitHub, Slack and Twilio. */
const issue = JSON.stringify({ action: "opened", issue: { title: "A title" } });
const mention = { type: "event_callback", event_id: "Ev1" };
const message = { MessageSid: "SM1", From: "+1415", SmsStatus: "received", Body: "Grüße & {mehr}" };

const examples: readonly ServiceExample[] = [
  {
    title: "GitHub, as JSON",
    file: "github.ts",
    event: "issues.opened",
    printed: "A title",
    sign: () => sendGithub(issue, JSON_TYPE),
  },
  {
    title: "GitHub, as a form",
    file: "github.ts",
    event: "issues.opened",
    printed: "A title",
    sign: () => sendGithub(toForm({ payload: issue }), FORM_TYPE),
  },
  {
    title: "Stripe",
    file: "stripe.ts",
    event: "invoice.paid",
    printed: "1099",
    sign: () => {
      const data = { object: { id: "in_1", amount_paid: 1099 } };
      const payload = JSON.stringify({ id: `evt_${randomUUID()}`, type: "invoice.paid", data });
      const { webhooks } = new Stripe("sk_test_unused");
      const signature = webhooks.generateTestHeaderString({ payload, secret: SECRET });
      const headers = { "content-type": `${JSON_TYPE}; charset=utf-8` };
      return { body: payload, headers: { ...headers, "stripe-signature": signature } };
    },
  },
  {
    title: "Slack's events",
    file: "slack.ts",
    event: "app_mention",
    printed: "<@U1> héllo",
    sign: () => {
      const event = { type: "app_mention", text: "<@U1> héllo" };
      return sendSlack(JSON.stringify({ ...mention, event }), JSON_TYPE);
    },
  },
  {
    title: "Slack's commands",
    file: "slack.ts",
    event: "/weather",
    printed: "Köln & more",
    sign: () => sendSlack(toForm({ command: "/weather", text: "Köln & more" }), FORM_TYPE),
  },
  {
    title: "Shopify",
    file: "shopify.ts",
    event: "orders/create",
    printed: "598.94",
    sign: async () => {
      const body = JSON.stringify({ id: 820982911946154508, total_price: "598.94" });
      const hmac = await createSHA256HMAC(SECRET, body, HashFormat.Base64);
      const names = { "x-shopify-topic": "orders/create", "x-shopify-webhook-id": randomUUID() };
      const headers = { "content-type": JSON_TYPE, ...names, "x-shopify-hmac-sha256": hmac };
      return { body, headers };
    },
  },
  {
    title: "Twilio",
    file: "twilio.ts",
    event: "received",
    printed: message.Body,
    sign: () => {
      const signature = twilio.getExpectedTwilioSignature(SECRET, PUBLIC_URL, message);
      const headers = { "content-type": `${FORM_TYPE}; charset=UTF-8` };
      return { body: toForm(message), headers: { ...headers, "x-twilio-signature": signature } };
    },
  },
  {
    title: "a sender of Standard Webhooks",
    file: "standard-webhooks.ts",
    event: "endpoint.created",
    printed: "ep_1",
    sign: () => {
      const body = JSON.stringify({ type: "endpoint.created", data: { endpointId: "ep_1" } });
      const [id, now] = [`msg_${randomUUID()}`, new Date()];
      const time = String(Math.floor(now.getTime() / 1000));
      const headers = { "webhook-id": id, "webhook-timestamp": time };
      const signature = new StandardWebhook(SECRET).sign(id, now, body);
      return {
        body,
        headers: { "content-type": JSON_TYPE, ...headers, "webhook-signature": signature },
      };
    },
  },
];

const FILES = [...new Set(examples.map(({ file }) => file))];
const COMMAND = "cli/bin.ts";

let bundleOf: (path: string) => string;
const folder = mkdtempSync(join(tmpdir(), "typewire-services-"));
const children: ChildProcess[] = [];

beforeAll(async () => {
  bundleOf = await bundlePrograms({ paths: [COMMAND, ...FILES.map(pathOf)] });
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(FILES)("%s", (file) => {
  it("has at most 12 lines", () => {
    const text = readFileSync(join(ROOT, pathOf(file)), "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(12);
  });
});

describe.each(examples)("$title", ({ file, event, printed: expected, sign }) => {
  it("is received by the middleware, stored, and handled once", async () => {
    const printed = start(writeServer(bundleOf(pathOf(file))));
    const url = await findUrl(printed);
    const signed = await sign();
    expect(await post(url, forge(signed))).toBe(400);
    expect(await post(url, signed)).toBe(202);
    expect(await post(url, signed)).toBe(202); // the service sends it again
    await expect.poll(printed, PATIENCE).toContain(`${expected}\n`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(printed().split(`${expected}\n`)).toHaveLength(2);
  });

  it("is shown by `dev` under its name, and handled by the example", async () => {
    const program = bundleOf(pathOf(file));
    const argv = ["dev", program, "--port", "0", "--no-inspector", "--public-url", PUBLIC_URL];
    const printed = start(bundleOf(COMMAND), ...argv);
    const url = await findUrl(printed);
    const signed = await sign();
    expect(await post(url, forge(signed))).toBe(400);
    expect(await post(url, signed)).toBe(202);
    await expect.poll(printed, PATIENCE).toContain(`${expected}\n`);
    await expect.poll(printed, PATIENCE).toMatch(new RegExp(`${event} .+ verified .+\\b202\\b`));
  });
});

/** Starts a program, and collects what it prints. */
function start(...argv: readonly string[]): () => string {
  const cwd = mkdtempSync(join(folder, "run-"));
  const env = { ...process.env, WEBHOOK_SECRET: SECRET, PUBLIC_URL };
  const child = spawn(process.execPath, [...argv], { cwd, env });
  children.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  return () => printed;
}

/** Resolves with the address that a program prints. */
async function findUrl(printed: () => string): Promise<string> {
  const pattern = /Listening on (\S+)/;
  await expect.poll(printed, PATIENCE).toMatch(pattern);
  return pattern.exec(printed())?.[1] ?? "";
}

/** A server with the middleware of an example, and with its inbox. */
function writeServer(example: string): string {
  const path = join(folder, `${randomUUID()}.mjs`);
  writeFileSync(
    path,
    `import { createServer } from "node:http";
import { inbox, receive } from ${JSON.stringify(pathToFileURL(example).href)};
await inbox.start();
const server = createServer(receive);
server.listen(0, "127.0.0.1", () =>
  console.log(\`Listening on http://127.0.0.1:\${server.address().port}/webhooks\`));
process.once("SIGTERM", async () => { server.close(); server.closeAllConnections(); await inbox.drain(); });
`,
  );
  return path;
}

async function post(url: string, { body, headers }: Signed): Promise<number> {
  return (await fetch(url, { method: "POST", headers, body })).status;
}

/** A delivery whose body was changed after it was signed. */
function forge({ body, headers }: Signed): Signed {
  return { body: body.replace(/[a-z]/, (letter) => (letter === "q" ? "r" : "q")), headers };
}

function pathOf(file: string): string {
  return `examples/services/${file}`;
}

function toForm(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

async function sendGithub(body: string, type: string): Promise<Signed> {
  const signature = await signGithub(SECRET, body);
  const names = { "x-github-event": "issues", "x-github-delivery": randomUUID() };
  return { body, headers: { "content-type": type, ...names, "x-hub-signature-256": signature } };
}

/** Slack's library only verifies: the signature is made by Slack's page, and judged by the library. */
function sendSlack(body: string, type: string): Signed {
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac("sha256", SECRET).update(`v0:${time}:${body}`).digest("hex");
  const signed = { "x-slack-signature": `v0=${digest}`, "x-slack-request-timestamp": time };
  expect(isValidSlackRequest({ signingSecret: SECRET, body, headers: signed })).toBe(true);
  const headers = { ...signed, "x-slack-request-timestamp": String(time) };
  return { body, headers: { "content-type": type, ...headers } };
}

interface Signed {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface ServiceExample {
  readonly title: string;
  readonly file: string;
  readonly event: string;
  /** What the handler of the example prints. */
  readonly printed: string;
  readonly sign: () => Signed | Promise<Signed>;
}
