/** Signatures beside the libraries of services: each library verifies ours, and we verify those that it makes. */
import { generateKeyPairSync, sign as signWithKey } from "node:crypto";
import { Signature as HubSpotSignature } from "@hubspot/api-client";
import { validateSignature as validateLine } from "@line/bot-sdk";
import { LinearWebhookClient } from "@linear/sdk/webhooks";
import Mux from "@mux/mux-node";
import { sign as signGithub, verify as verifyGithub } from "@octokit/webhooks-methods";
import { Paddle } from "@paddle/paddle-node-sdk";
import { EventWebhook } from "@sendgrid/eventwebhook";
import { isValidSlackRequest } from "@slack/bolt";
import "@shopify/shopify-api/adapters/node";
import { ApiVersion, LogSeverity, shopifyApi } from "@shopify/shopify-api";
import { WorkOS } from "@workos-inc/node";
import { verifyKey as verifyDiscord } from "discord-interactions";
import { WebhooksHelper as Square } from "square";
import { Webhook as StandardWebhook } from "standardwebhooks";
import Stripe from "stripe";
import { Webhook as SvixWebhook } from "svix";
import twilio from "twilio";
import { describe, expect, it } from "vitest";
import * as presets from "../../src/receive/signatures/plan/presets.js";
import { createOurSide } from "./our-side.js";

const BODY = JSON.stringify({ type: "message.créée", text: "🎉 {}", webhookTimestamp: Date.now() });
const OTHER = BODY.replace("🎉", "🎈");
const SECRET = "a secret of some length";
const URL = "https://receiver.example/hooks?a=1&b=%3A";
const now = new Date();

describe("GitHub, by @octokit/webhooks-methods", () => {
  const ours = createOurSide(presets.GITHUB, SECRET);

  it("verifies ours", async () => {
    const signature = ours.sign(BODY)["x-hub-signature-256"] ?? "";
    expect(await verifyGithub(SECRET, BODY, signature)).toBe(true);
    expect(await verifyGithub(SECRET, OTHER, signature)).toBe(false);
  });

  it("signs what we verify", async () => {
    const headers = { "X-Hub-Signature-256": await signGithub(SECRET, BODY) };
    expect(ours.refuse(BODY, headers)).toBeUndefined();
    expect(ours.refuse(OTHER, headers)).toBe("SIGNATURE_MISMATCH");
  });
});

describe.each([
  ["standardwebhooks", StandardWebhook, presets.STANDARD_WEBHOOKS, "webhook"],
  ["svix", SvixWebhook, presets.describeStandardWebhooks("svix"), "svix"],
] as const)("Standard Webhooks, by %s", (_name, Webhook, description, prefix) => {
  const secret = `whsec_${Buffer.from(SECRET).toString("base64")}`;
  const ours = createOurSide(description, secret);
  const theirs = new Webhook(secret);

  it("verifies ours", () => {
    const headers = ours.sign(BODY, { id: "msg_1" });
    expect(theirs.verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => theirs.verify(OTHER, headers)).toThrow(/No matching signature/);
  });

  it("signs what we verify", () => {
    const headers = {
      [`${prefix}-id`]: "msg_1",
      [`${prefix}-timestamp`]: String(Math.floor(now.getTime() / 1000)),
      [`${prefix}-signature`]: theirs.sign("msg_1", now, BODY),
    };
    expect(ours.refuse(BODY, headers)).toBeUndefined();
    expect(ours.refuse(OTHER, headers)).toBe("SIGNATURE_MISMATCH");
    expect(ours.refuse(BODY, { ...headers, [`${prefix}-id`]: "msg_2" })).toBe("SIGNATURE_MISMATCH");
  });
});

describe("Stripe, by stripe", () => {
  const ours = createOurSide(presets.STRIPE, "whsec_test_secret");
  const { webhooks } = new Stripe("sk_test_unused");

  it("verifies ours", () => {
    const header = ours.sign(BODY)["stripe-signature"] ?? "";
    expect(webhooks.constructEvent(BODY, header, "whsec_test_secret")).toEqual(JSON.parse(BODY));
    expect(() => webhooks.constructEvent(OTHER, header, "whsec_test_secret")).toThrow();
  });

  it("signs what we verify", () => {
    const header = webhooks.generateTestHeaderString({
      payload: BODY,
      secret: "whsec_test_secret",
    });
    expect(ours.refuse(BODY, { "stripe-signature": header })).toBeUndefined();
    expect(ours.refuse(OTHER, { "stripe-signature": header })).toBe("SIGNATURE_MISMATCH");
  });

  it("agrees on when a delivery is too old", () => {
    const timestamp = Math.floor(Date.now() / 1000) - 302;
    const options = { payload: BODY, secret: "whsec_test_secret", timestamp };
    const header = webhooks.generateTestHeaderString(options);
    expect(() => webhooks.constructEvent(BODY, header, "whsec_test_secret")).toThrow(/tolerance/);
    expect(ours.refuse(BODY, { "stripe-signature": header })).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
  });
});

describe("Mux, by @mux/mux-node", () => {
  const ours = createOurSide({ ...presets.STRIPE, header: "mux-signature" }, SECRET);
  const mux = new Mux({ tokenId: "unused", tokenSecret: "unused", webhookSecret: SECRET });

  it("verifies ours", async () => {
    const headers = ours.sign(BODY);
    await expect(mux.webhooks.verifySignature(BODY, headers)).resolves.toBeUndefined();
    await expect(mux.webhooks.verifySignature(OTHER, headers)).rejects.toThrow(/No signatures/);
  });
});

describe("Slack, by @slack/bolt", () => {
  const ours = createOurSide(presets.SLACK, SECRET);

  it("verifies ours", () => {
    const signed = ours.sign(BODY);
    const headers = {
      "x-slack-signature": signed["x-slack-signature"] ?? "",
      "x-slack-request-timestamp": Number(signed["x-slack-request-timestamp"]),
    };
    expect(isValidSlackRequest({ signingSecret: SECRET, body: BODY, headers })).toBe(true);
    expect(isValidSlackRequest({ signingSecret: SECRET, body: OTHER, headers })).toBe(false);
  });
});

describe("Shopify, by @shopify/shopify-api", () => {
  const ours = createOurSide(presets.SHOPIFY, SECRET);
  const shopify = shopifyApi({
    apiKey: "unused",
    apiSecretKey: SECRET,
    apiVersion: ApiVersion.July25,
    hostName: "receiver.example",
    isEmbeddedApp: false,
    logger: { level: LogSeverity.Error },
  });

  const validate = (rawBody: string, headers: Record<string, string>) =>
    shopify.webhooks.validate({
      rawBody,
      rawRequest: {
        method: "POST",
        url: "/hooks",
        headers: {
          ...headers,
          "x-shopify-topic": "orders/create",
          "x-shopify-api-version": ApiVersion.July25,
          "x-shopify-shop-domain": "shop.myshopify.com",
          "x-shopify-webhook-id": "1",
        },
      },
    });

  it("verifies ours", async () => {
    const headers = ours.sign(BODY);
    expect(await validate(BODY, headers)).toMatchObject({ valid: true });
    expect(await validate(OTHER, headers)).toMatchObject({ valid: false, reason: "invalid_hmac" });
  });
});

describe("Square, by square", () => {
  const ours = createOurSide(presets.SQUARE, SECRET);

  it("verifies ours", async () => {
    const signatureHeader = ours.sign(BODY, { url: URL })["x-square-hmacsha256-signature"] ?? "";
    const request = { signatureHeader, signatureKey: SECRET, notificationUrl: URL };
    expect(await Square.verifySignature({ ...request, requestBody: BODY })).toBe(true);
    expect(await Square.verifySignature({ ...request, requestBody: OTHER })).toBe(false);
  });
});

describe("Paddle, by @paddle/paddle-node-sdk", () => {
  const ours = createOurSide(presets.PADDLE, SECRET);
  const { webhooks } = new Paddle("unused");

  it("verifies ours", async () => {
    const header = ours.sign(BODY)["paddle-signature"] ?? "";
    expect(await webhooks.isSignatureValid(BODY, SECRET, header)).toBe(true);
    expect(await webhooks.isSignatureValid(OTHER, SECRET, header)).toBe(false);
  });
});

describe("WorkOS, by @workos-inc/node", () => {
  const ours = createOurSide(presets.WORKOS, SECRET);
  const { webhooks } = new WorkOS("unused", { clientId: "unused" });

  it("verifies ours", async () => {
    const sigHeader = ours.sign(BODY)["workos-signature"] ?? "";
    const verify = (body: string) =>
      webhooks.verifyHeader({ payload: JSON.parse(body), sigHeader, secret: SECRET });
    expect(await verify(BODY)).toBe(true);
    await expect(verify(OTHER)).rejects.toThrow(/does not match/);
  });

  it("signs what we verify", async () => {
    const time = Date.now();
    const signature = await webhooks.computeSignature(time, JSON.parse(BODY), SECRET);
    const headers = { "workos-signature": `t=${time}, v1=${signature}` };
    expect(ours.refuse(BODY, headers)).toBeUndefined();
    expect(ours.refuse(OTHER, headers)).toBe("SIGNATURE_MISMATCH");
  });
});

describe("Linear, by @linear/sdk", () => {
  const ours = createOurSide(presets.LINEAR, SECRET);
  const theirs = new LinearWebhookClient(SECRET);

  it("verifies ours", () => {
    const signature = ours.sign(BODY)["linear-signature"] ?? "";
    expect(theirs.verify(Buffer.from(BODY), signature)).toBe(true);
    expect(() => theirs.verify(Buffer.from(OTHER), signature)).toThrow(/signature/);
    expect(ours.refuse(BODY, { "linear-signature": signature })).toBeUndefined();
  });

  it("agrees on when a delivery is too old", () => {
    const old = BODY.replace(/\d{13}/, String(Date.now() - 61_000));
    const signature = ours.sign(old)["linear-signature"] ?? "";
    expect(() => theirs.verify(Buffer.from(old), signature)).toThrow(/timestamp/);
    expect(ours.refuse(old, { "linear-signature": signature })).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
  });
});

describe("LINE, by @line/bot-sdk", () => {
  it("verifies ours", () => {
    const signature = createOurSide(presets.LINE, SECRET).sign(BODY)["x-line-signature"] ?? "";
    expect(validateLine(BODY, SECRET, signature)).toBe(true);
    expect(validateLine(OTHER, SECRET, signature)).toBe(false);
  });
});

describe("Twilio, by twilio", () => {
  const ours = createOurSide(presets.TWILIO, SECRET);
  const params = {
    To: "+1800",
    Body: "a b&c=é 🎉",
    From: "+1415",
    Empty: "",
    Tag: ["b", "a", "b"],
  };
  const form = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  ).toString();

  it("verifies ours", () => {
    const signature = ours.sign(form, { url: URL })["x-twilio-signature"] ?? "";
    expect(twilio.validateRequest(SECRET, signature, URL, params)).toBe(true);
    expect(twilio.validateRequest(SECRET, signature, URL, { ...params, To: "+1" })).toBe(false);
  });

  it("signs what we verify", () => {
    const signature = twilio.getExpectedTwilioSignature(SECRET, URL, params);
    const headers = { "x-twilio-signature": signature };
    expect(ours.refuse(form, headers, { url: URL })).toBeUndefined();
    expect(ours.refuse(`${form}&x=`, headers, { url: URL })).toBe("SIGNATURE_MISMATCH");
    expect(ours.refuse(form, headers, { url: `${URL}&c` })).toBe("SIGNATURE_MISMATCH");
  });

  it("agrees on JSON, whose digest stands in the URL", () => {
    const url = `${URL}&bodySHA256=${twilio.getExpectedBodyHash(BODY)}`;
    const headers = ours.sign(BODY, { url });
    const signature = headers["x-twilio-signature"] ?? "";
    expect(twilio.validateRequestWithBody(SECRET, signature, url, BODY)).toBe(true);
    expect(twilio.validateRequestWithBody(SECRET, signature, url, OTHER)).toBe(false);
    expect(ours.refuse(BODY, headers, { url })).toBeUndefined();
    expect(ours.refuse(OTHER, headers, { url })).toBe("SIGNATURE_MALFORMED");
  });
});

describe("HubSpot, by @hubspot/api-client", () => {
  const ours = createOurSide(presets.HUBSPOT_V3, SECRET);
  const url = "https://receiver.example/hooks?a=1"; // the library decodes nothing
  const options = { clientSecret: SECRET, requestBody: BODY, url, timestamp: now.getTime() };

  it("verifies ours", () => {
    const headers = ours.sign(BODY, { url, method: "POST", timestamp: options.timestamp });
    const signature = headers["x-hubspot-signature-v3"] ?? "";
    const request = { ...options, signature, method: "POST", signatureVersion: "v3" };
    expect(HubSpotSignature.isValid(request)).toBe(true);
    expect(HubSpotSignature.isValid({ ...request, requestBody: OTHER })).toBe(false);
  });

  it("signs what we verify", () => {
    const headers = {
      "x-hubspot-request-timestamp": String(options.timestamp),
      "x-hubspot-signature-v3": HubSpotSignature.getSignature("POST", "v3", {
        ...options,
        signature: "",
      }),
    };
    expect(ours.refuse(BODY, headers, { url, method: "POST" })).toBeUndefined();
    expect(ours.refuse(OTHER, headers, { url, method: "POST" })).toBe("SIGNATURE_MISMATCH");
  });
});

describe("Discord, by discord-interactions", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const hex = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  const sender = createOurSide(
    presets.DISCORD,
    privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  );

  it("verifies ours", async () => {
    const headers = sender.sign(BODY);
    const { "x-signature-ed25519": signature = "", "x-signature-timestamp": time = "" } = headers;
    expect(await verifyDiscord(BODY, signature, time, hex)).toBe(true);
    expect(await verifyDiscord(OTHER, signature, time, hex)).toBe(false);
    expect(createOurSide(presets.DISCORD, hex).refuse(BODY, headers)).toBeUndefined();
  });

  it("is verified with the public key as Discord shows it", () => {
    const time = String(Math.floor(Date.now() / 1000));
    const signature = signWithKey(null, Buffer.from(time + BODY), privateKey).toString("hex");
    const headers = { "X-Signature-Ed25519": signature, "X-Signature-Timestamp": time };
    expect(createOurSide(presets.DISCORD, hex).refuse(BODY, headers)).toBeUndefined();
    expect(createOurSide(presets.DISCORD, hex).refuse(OTHER, headers)).toBe("SIGNATURE_MISMATCH");
  });
});

describe("SendGrid, by @sendgrid/eventwebhook", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const spki = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const sender = createOurSide(
    presets.SENDGRID,
    privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  );

  it("verifies ours", () => {
    const headers = sender.sign(BODY);
    const theirs = new EventWebhook();
    const key = theirs.convertPublicKeyToECDSA(spki);
    const verify = (body: string) =>
      theirs.verifySignature(
        key,
        body,
        headers["x-twilio-email-event-webhook-signature"] ?? "",
        headers["x-twilio-email-event-webhook-timestamp"] ?? "",
      );
    expect(verify(BODY)).toBe(true);
    expect(verify(OTHER)).toBe(false);
    expect(createOurSide(presets.SENDGRID, spki).refuse(BODY, headers)).toBeUndefined();
    expect(createOurSide(presets.SENDGRID, spki).refuse(OTHER, headers)).toBe("SIGNATURE_MISMATCH");
  });
});
