/** Small services that send deliveries as well-known ones do. Signatures are made by hand here. */
import { createHmac, generateKeyPairSync, sign as signBytes } from "node:crypto";
import { createAnyScheme } from "../../../src/receive/signatures/define.js";
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import { describeStandardWebhooks, PRESETS } from "../../../src/receive/signatures/plan/presets.js";
import type { Challenge, WebhookCatalog } from "../../../src/catalog/webhooks.js";
import type { WebhookParts } from "../../../src/receive/webhooks/service.js";
import { createChallenges } from "../../../src/receive/webhooks/parts/challenge.js";
import {
  createFormDeliveryReader,
  readFormDelivery,
} from "../../../src/receive/webhooks/parts/forms.js";
import { createNameMatcher } from "../../../src/receive/webhooks/parts/varying-names.js";
import { readFields } from "../../../src/receive/webhooks/parts/fields.js";

/** The path that every service here delivers to. */
export const URL_SIGNED = "http://127.0.0.1/hooks?tenant=1";

const hmac = (hash: string, key: string | Buffer, ...parts: readonly string[]) =>
  parts.reduce((state, part) => state.update(part), createHmac(hash, key));

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const path = "/hooks";
const bytes = Buffer.from("0123456789abcdef0123456789abcdef");
const pair = generateKeyPairSync("ed25519");
const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32);

const slackChallenges: readonly Challenge[] = [
  {
    when: { path: "type", equals: "url_verification" },
    answer: { json: { challenge: "{challenge}" } },
  },
];

export const stripe: Service = {
  name: "stripe",
  catalog: {
    path,
    event: { body: "type" },
    delivery: { body: "id" },
    eventNames: ["charge.succeeded", "charge.dispute.created"],
  },
  parts: { scheme: bind(PRESETS.stripe), fields: readFields },
  secret: "whsec_test",
  body: '{"id":"evt_1","type":"charge.dispute.created","data":{"amount":1}}',
  headers: (body, seconds) => ({
    ...json,
    "stripe-signature": `t=${seconds},v1=${hmac("sha256", "whsec_test", `${seconds}.`, body).digest("hex")}`,
  }),
  event: {
    id: "evt_1",
    name: "charge.dispute.created",
    payload: { id: "evt_1", type: "charge.dispute.created", data: { amount: 1 } },
  },
};

export const standardWebhooks: Service = {
  name: "standard webhooks",
  catalog: {
    path,
    event: { body: "type" },
    delivery: { header: "svix-id" },
    eventNames: ["email.sent", "{dataType}.write.successful"],
  },
  parts: {
    scheme: bind(describeStandardWebhooks("svix")),
    fields: readFields,
    matchName: createNameMatcher(["email.sent", "{dataType}.write.successful"]),
  },
  secret: `whsec_${bytes.toString("base64")}`,
  body: '{"type":"calendar.write.successful","data":{}}',
  headers: (body, seconds) => ({
    ...json,
    "svix-id": "msg_1",
    "svix-timestamp": String(seconds),
    "svix-signature": `v1,AAAA v1,${hmac("sha256", bytes, `msg_1.${seconds}.`, body).digest("base64")}`,
  }),
  event: {
    id: "msg_1",
    name: "calendar.write.successful",
    payload: { type: "calendar.write.successful", data: {} },
  },
};

export const slack: Service = {
  name: "slack",
  catalog: {
    path,
    event: { body: "event.type" },
    delivery: { body: "event_id" },
    eventNames: ["app_mention"],
  },
  parts: {
    scheme: bind(PRESETS.slack),
    fields: readFields,
    challenge: createChallenges(slackChallenges),
  },
  secret: "slack secret",
  body: '{"type":"event_callback","event_id":"Ev1","event":{"type":"app_mention"}}',
  headers: (body, seconds) => ({
    ...json,
    "x-slack-request-timestamp": String(seconds),
    "x-slack-signature": `v0=${hmac("sha256", "slack secret", `v0:${seconds}:`, body).digest("hex")}`,
  }),
  event: {
    id: "Ev1",
    name: "app_mention",
    payload: { type: "event_callback", event_id: "Ev1", event: { type: "app_mention" } },
  },
};

export const shopify: Service = {
  name: "shopify",
  catalog: {
    path,
    event: { header: "x-shopify-topic" },
    delivery: { header: "x-shopify-webhook-id" },
    eventNames: ["orders/create"],
  },
  parts: { scheme: bind(PRESETS.shopify) },
  secret: "shopify secret",
  body: '{"id":1,"action":"x"}',
  headers: (body) => ({
    ...json,
    "x-shopify-topic": "orders/create",
    "x-shopify-webhook-id": "9",
    "x-shopify-hmac-sha256": hmac("sha256", "shopify secret", body).digest("base64"),
  }),
  event: { id: "9", name: "orders/create", payload: { id: 1, action: "x" } },
};

export const discord: Service = {
  name: "discord",
  catalog: { path, event: { body: "event.type" }, eventNames: ["APPLICATION_AUTHORIZED"] },
  parts: {
    scheme: bind(PRESETS.discord),
    fields: readFields,
    challenge: createChallenges([{ when: { path: "type", equals: 0 }, answer: { status: 204 } }]),
  },
  secret: publicKey.toString("hex"),
  body: '{"type":1,"event":{"type":"APPLICATION_AUTHORIZED"}}',
  headers: (body, seconds) => ({
    ...json,
    "x-signature-timestamp": String(seconds),
    "x-signature-ed25519": signBytes(
      null,
      Buffer.from(`${seconds}${body}`),
      pair.privateKey,
    ).toString("hex"),
  }),
  event: {
    id: "",
    name: "APPLICATION_AUTHORIZED",
    payload: { type: 1, event: { type: "APPLICATION_AUTHORIZED" } },
  },
};

export const twilio: Service = {
  name: "twilio",
  catalog: {
    path,
    event: { body: "SmsStatus" },
    delivery: { body: "MessageSid" },
    eventNames: ["received"],
  },
  parts: { scheme: bind(PRESETS.twilio), fields: readFields, body: readFormDelivery },
  secret: "twilio token",
  body: "SmsStatus=received&MessageSid=SM1&Body=gr%C3%BC%C3%9F+dich",
  headers: () => ({
    ...form,
    "x-twilio-signature": hmac(
      "sha1",
      "twilio token",
      `${URL_SIGNED}Bodygrüß dichMessageSidSM1SmsStatusreceived`,
    ).digest("base64"),
  }),
  event: {
    id: "SM1",
    name: "received",
    payload: { SmsStatus: "received", MessageSid: "SM1", Body: "grüß dich" },
  },
};

export const formField: Service = {
  name: "form with a field of JSON",
  catalog: { path, event: { header: "x-acme-event" }, action: "action", eventNames: ["issues"] },
  parts: { scheme: bind(PRESETS.github), body: createFormDeliveryReader("payload") },
  secret: "a secret",
  body: `payload=${encodeURIComponent('{"action":"opened"}')}`,
  headers: (body) => ({
    ...form,
    "x-acme-event": "issues",
    "x-hub-signature-256": `sha256=${hmac("sha256", "a secret", body).digest("hex")}`,
  }),
  event: { id: "", name: "issues", payload: { action: "opened" } },
};

export const services: readonly Service[] = [
  stripe,
  standardWebhooks,
  slack,
  shopify,
  discord,
  twilio,
  formField,
];

export function bind(description: SignatureDescription) {
  return createAnyScheme(description);
}

export interface Service {
  readonly name: string;
  readonly catalog: WebhookCatalog;
  readonly parts: WebhookParts;
  readonly secret: string;
  readonly body: string;
  /** The headers of a good delivery, its signature made apart from the package. */
  readonly headers: (body: string, seconds: number) => Readonly<Record<string, string>>;
  readonly event: { readonly id: string; readonly name: string; readonly payload: object };
}
