import { Buffer } from "node:buffer";
import { verify as verifyOctokit } from "@octokit/webhooks-methods";
import { Webhook as StandardWebhook } from "standardwebhooks";
import Stripe from "stripe";
import { Webhook as SvixWebhook } from "svix";
import { verify } from "typewire/methods";
import { Webhooks } from "typewire/webhooks";
import type { Job } from "../harness/job.js";
import { verifyByHand } from "./by-hand.js";
import { secret, sign } from "./recordings.js";

const webhooks = new Webhooks({ secret });

const sizes = [
  ["1 KB", 1_000],
  ["10 KB", 10_000],
  ["100 KB", 100_000],
  ["1 MB", 1_000_000],
] as const;

/** As fast as code by hand, but for the noise of a median. */
const atMost = 1.05;

export const verifyJobs: readonly Job[] = [
  ...sizes.map(([name, size]) => verifyBytes(name, size)),
  verifyOnce(),
];

function verifyBytes(name: string, size: number): Job {
  const text = createText(size);
  const payload = Buffer.from(text);
  const signature = sign(payload);
  return {
    name: `verify ${name}`,
    ours: () => webhooks.verify(payload, signature),
    limit: () => verifyByHand(secret, payload, signature),
    peers: createPeers(text),
    atMost,
  };
}

/** The function of the methods module, which is told the secret each time. */
function verifyOnce(): Job {
  const payload = Buffer.from(createText(10_000));
  const signature = sign(payload);
  return {
    name: "verify(secret, …) 10 KB",
    ours: () => verify(secret, payload, signature),
    limit: () => verifyByHand(secret, payload, signature),
    atMost,
  };
}

/** They take text alone, sign a time and an id with it, and throw where ours is `false`. */
function createPeers(text: string): NonNullable<Job["peers"]> {
  const key = Buffer.from(secret).toString("base64");
  const standard = new StandardWebhook(key);
  const svix = new SvixWebhook(key);
  let signed: ReturnType<typeof signNow> | undefined;
  // Signed at the first call: they take nothing older than five minutes, and other jobs come before.
  const headers = () => (signed ??= signNow(standard, text));
  const stripe = new Stripe("sk_test_none").webhooks;
  const header = stripe.generateTestHeaderString({ payload: text, secret });
  const signature = sign(text);
  return {
    "@octokit/webhooks-methods, async": () => verifyOctokit(secret, text, signature),
    "standardwebhooks, parses": () => standard.verify(text, headers()) !== undefined,
    "svix, parses": () => svix.verify(text, headers()) !== undefined,
    "stripe, parses": () =>
      typeof stripe.constructEvent(text, header, secret, Number.MAX_SAFE_INTEGER) === "object",
  };
}

function signNow(standard: StandardWebhook, text: string) {
  const now = new Date();
  return {
    "webhook-id": "1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": standard.sign("1", now, text),
  };
}

function createText(size: number): string {
  return JSON.stringify({ object: "event", text: "x".repeat(size - 28) });
}
