/**
 * Verifies the same deliveries with our schemes and with the vendors' own libraries, in turns, in one
 * process, and prints the ratio of CPU time. Fails above the limit.
 */
import { generateKeyPairSync } from "node:crypto";
import { Signature as HubSpotSignature } from "@hubspot/api-client";
import { validateSignature as validateLine } from "@line/bot-sdk";
import { LinearWebhookClient } from "@linear/sdk/webhooks";
import { verify as verifyGithub } from "@octokit/webhooks-methods";
import { Paddle } from "@paddle/paddle-node-sdk";
import { EventWebhook } from "@sendgrid/eventwebhook";
import { isValidSlackRequest } from "@slack/bolt";
import { verifyKey as verifyDiscord } from "discord-interactions";
import { WebhooksHelper as Square } from "square";
import { Webhook as StandardWebhook } from "standardwebhooks";
import Stripe from "stripe";
import twilio from "twilio";
import type { SignatureDescription } from "../../src/catalog/signatures.js";
import * as presets from "../../src/receive/signatures/plan/presets.js";
import { createOurSide } from "./our-side.js";

const LIMIT = 1.1;
const ROUNDS = 51;
const ROUND_MICROSECONDS = 8_000;

const SECRET = "a secret of some length";
const WHSEC = `whsec_${Buffer.from(SECRET).toString("base64")}`;
const URL = "https://receiver.example/hooks?a=1";
const FORM = "To=%2B1800&Body=a&From=%2B1415";
const BODY = JSON.stringify({ webhookTimestamp: Date.now(), text: "a".repeat(2_000) });

const ed25519 = generateKeyPairSync("ed25519");
const ecdsa = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const discordKey = ed25519.publicKey
  .export({ format: "der", type: "spki" })
  .subarray(-32)
  .toString("hex");
const sendgridKey = ecdsa.publicKey.export({ format: "der", type: "spki" }).toString("base64");

const standard = new StandardWebhook(WHSEC);
const { webhooks: stripe } = new Stripe("sk_test_unused");
const { webhooks: paddle } = new Paddle("unused");
const linear = new LinearWebhookClient(SECRET);
const sendgrid = new EventWebhook();
const sendgridPublicKey = sendgrid.convertPublicKeyToECDSA(sendgridKey);

const PEM = { format: "pem", type: "pkcs8" } as const;

const RACES: readonly Race[] = [
  { preset: presets.GITHUB, theirs: (signature) => verifyGithub(SECRET, BODY, signature) },
  {
    preset: presets.STANDARD_WEBHOOKS,
    secret: WHSEC,
    theirs: (_, headers) => standard.verify(BODY, headers, { jsonParse: false }),
  },
  {
    preset: presets.STRIPE,
    theirs: (signature) => stripe.signature?.verifyHeader(BODY, signature, SECRET, 300),
  },
  {
    preset: presets.SLACK,
    theirs: (signature, headers) =>
      isValidSlackRequest({
        signingSecret: SECRET,
        body: BODY,
        headers: {
          "x-slack-signature": signature,
          "x-slack-request-timestamp": Number(headers["x-slack-request-timestamp"]),
        },
      }),
  },
  {
    preset: presets.SQUARE,
    theirs: (signatureHeader) =>
      Square.verifySignature({
        requestBody: BODY,
        signatureKey: SECRET,
        notificationUrl: URL,
        signatureHeader,
      }),
  },
  {
    preset: presets.PADDLE,
    theirs: (signature) => paddle.isSignatureValid(BODY, SECRET, signature),
  },
  {
    preset: presets.LINEAR,
    theirs: (signature) => linear.verify(Buffer.from(BODY), signature),
  },
  { preset: presets.LINE, theirs: (signature) => validateLine(BODY, SECRET, signature) },
  {
    preset: presets.TWILIO,
    body: FORM,
    theirs: (signature) => {
      const parameters = Object.fromEntries(new URLSearchParams(FORM));
      return twilio.validateRequest(SECRET, signature, URL, parameters);
    },
  },
  {
    preset: presets.HUBSPOT_V3,
    // Its library compares with `===`, which is faster than a comparison in constant time.
    theirs: (signature, headers) =>
      HubSpotSignature.isValid({
        signature,
        clientSecret: SECRET,
        requestBody: BODY,
        url: URL,
        method: "POST",
        signatureVersion: "v3",
        timestamp: Number(headers["x-hubspot-request-timestamp"]),
      }),
  },
  {
    preset: presets.DISCORD,
    secret: discordKey,
    privateKey: ed25519.privateKey.export(PEM).toString(),
    theirs: (signature, headers) =>
      verifyDiscord(BODY, signature, headers["x-signature-timestamp"] ?? "", discordKey),
  },
  {
    preset: presets.SENDGRID,
    secret: sendgridKey,
    privateKey: ecdsa.privateKey.export(PEM).toString(),
    theirs: (signature, headers) => {
      const time = headers["x-twilio-email-event-webhook-timestamp"] ?? "";
      return sendgrid.verifySignature(sendgridPublicKey, BODY, signature, time);
    },
  },
];

for (const race of RACES) {
  const ratio = await run(race);
  const isOver = ratio > LIMIT;
  console.log(
    `${race.preset.header.padEnd(40)} ${ratio.toFixed(2)}${isOver ? "  over the limit" : ""}`,
  );
  if (isOver) process.exitCode = 1;
}

/** The median over rounds of our time by theirs. */
async function run({ preset, secret = SECRET, privateKey, body = BODY, theirs }: Race) {
  const receiver = createOurSide(preset, secret);
  const sender = createOurSide(preset, privateKey ?? secret);
  const context = { url: URL, method: "POST" };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Signed anew, as some tolerances are short.
    const headers = sender.sign(body, { id: "msg_1", ...context });
    const signature = headers[preset.header] ?? "";
    const verify = () => {
      if (receiver.refuse(body, headers, context)) throw new Error(`${preset.header} is refused.`);
    };
    const ourTime = await measure(verify);
    ratios.push(ourTime / (await measure(() => theirs(signature, headers))));
  }
  return ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN;
}

/** CPU time of one call, in microseconds. */
async function measure(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  let calls = 0;
  let time = 0;
  while (time < ROUND_MICROSECONDS) {
    for (let call = 0; call < 20; call++) {
      const result = work();
      if (result instanceof Promise) await result; // a promise for what is none would cost theirs more
    }
    calls += 20;
    const { user, system } = process.cpuUsage(start);
    time = user + system;
  }
  return time / calls;
}

/** Verifies with the vendor's library; the signature is the value of its header. */
type Theirs = (signature: string, headers: Readonly<Record<string, string>>) => unknown;

interface Race {
  readonly preset: SignatureDescription;
  readonly secret?: string;
  readonly privateKey?: string;
  readonly body?: string;
  readonly theirs: Theirs;
}
