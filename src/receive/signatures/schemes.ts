// Written by `npx tsx scripts/write-schemes.ts` from plan/presets.ts. Do not edit.

import { ECDSA_P256_SHA256, ED25519, HMAC_SHA1, HMAC_SHA256, TOKEN } from "./algorithms.js";
import { acceptAnyPort, readUrlPieces } from "./any-port.js";
import {
  readDecodedUrl,
  readForm,
  readHeader,
  readJsonTimestamp,
  readLead,
  readListedTimestamp,
  readMethod,
  readPieces,
  readPlaceholder,
  readUrl,
} from "./readers.js";
import { readBase64Key, readBase64Secret, readHexKey, readTextSecret } from "./secrets.js";
import type { SignatureScheme } from "./types.js";

/*
 * The presets, each with the code that it needs. Every scheme is a constant without side effects, so
 * that a bundle holds only those that are imported. The sources are in plan/presets.ts.
 */

/** Bitbucket Cloud. */
export const bitbucket: SignatureScheme = {
  header: "x-hub-signature",
  encoding: "hex",
  item: /(?<=^sha256=)[0-9a-f]{64}$/,
  prefix: "sha256=",
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readHeader,
  deliveries: {
    event: { header: "x-event-key" },
    delivery: { header: "x-request-uuid", optional: true },
  },
};

/** Discord. The secret is the application's public key in hex; a private key can also sign. */
export const discord: SignatureScheme = {
  header: "x-signature-ed25519",
  encoding: "hex",
  item: /^[0-9a-f]{128}$/,
  prefix: "",
  timestamp: "x-signature-timestamp",
  tolerance: 300000,
  content: ["", "x-signature-timestamp", ""],
  use: ED25519,
  readSecret: readHexKey,
  readContent: readLead,
  read: readHeader,
  deliveries: {
    event: { body: "event.type" },
    challenges: [{ when: { path: "type", equals: 0 }, answer: { status: 204 } }],
  },
};

/** GitHub, with SHA-256. */
export const github: SignatureScheme = {
  header: "x-hub-signature-256",
  encoding: "hex",
  item: /(?<=^sha256=)[0-9a-f]{64}$/,
  prefix: "sha256=",
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readHeader,
  deliveries: {
    event: { header: "x-github-event" },
    delivery: { header: "x-github-delivery", optional: true },
    action: "action",
    form: { json: "payload" },
  },
};

/** GitLab's secret token: it is sent as it is, and signs nothing. */
export const gitlabToken: SignatureScheme = {
  header: "x-gitlab-token",
  encoding: "hex",
  item: /^.+$/,
  prefix: "",
  use: TOKEN,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readHeader,
  deliveries: {
    event: { header: "x-gitlab-event" },
    delivery: { header: "x-gitlab-event-uuid", optional: true },
  },
};

/** HubSpot's version 3. It signs `url` and `method`, so pass both. */
export const hubspotV3: SignatureScheme = {
  header: "x-hubspot-signature-v3",
  encoding: "base64",
  item: /^[A-Za-z0-9+/]{43}=$/,
  prefix: "",
  timestamp: "x-hubspot-request-timestamp",
  unit: 1,
  tolerance: 300000,
  content: [
    "",
    "{method}",
    "",
    "{decodedUrl}",
    "",
    "{body}",
    "",
    "x-hubspot-request-timestamp",
    "",
  ],
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readPieces,
  read: readPlaceholder,
  placeholders: { "{method}": readMethod, "{decodedUrl}": readDecodedUrl },
  deliveries: { event: { body: "subscriptionType", default: "events" }, lists: true },
};

/** LINE's Messaging API. */
export const line: SignatureScheme = {
  header: "x-line-signature",
  encoding: "base64",
  item: /^[A-Za-z0-9+/]{43}=$/,
  prefix: "",
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readHeader,
  deliveries: { event: { body: "type", default: "events" } },
};

/** Linear. Its timestamp is `webhookTimestamp` in the body. */
export const linear: SignatureScheme = {
  header: "linear-signature",
  encoding: "hex",
  item: /^[0-9a-f]{64}$/,
  prefix: "",
  timestamp: "{timestamp}",
  timestampPath: "webhookTimestamp",
  unit: 1,
  tolerance: 60000,
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readPlaceholder,
  placeholders: { "{timestamp}": readJsonTimestamp },
  deliveries: {
    event: { body: "type" },
    delivery: { header: "linear-delivery", optional: true },
    action: "action",
  },
};

/** Paddle Billing. Its tolerance is five seconds, as in Paddle's own libraries. */
export const paddle: SignatureScheme = {
  header: "paddle-signature",
  encoding: "hex",
  item: /(?<=(?:^|;) ?h1=)[0-9a-f]{64}(?= ?(?:;|$))/g,
  prefix: "h1=",
  separator: ";",
  start: "ts={timestamp};",
  timestampItem: /(?<=(?:^|;) ?ts=)[^\s;]+(?= ?(?:;|$))/g,
  timestamp: "{timestamp}",
  tolerance: 5000,
  content: ["", "{timestamp}", ":"],
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readPlaceholder,
  placeholders: { "{timestamp}": readListedTimestamp },
  deliveries: { event: { body: "event_type" }, delivery: { body: "notification_id" } },
};

/** SendGrid's event webhook. The secret is the verification key, SPKI in base64. */
export const sendgrid: SignatureScheme = {
  header: "x-twilio-email-event-webhook-signature",
  encoding: "base64",
  item: /^(?:[A-Za-z0-9+/]{4}){2,24}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  prefix: "",
  timestamp: "x-twilio-email-event-webhook-timestamp",
  tolerance: 300000,
  content: ["", "x-twilio-email-event-webhook-timestamp", ""],
  use: ECDSA_P256_SHA256,
  readSecret: readBase64Key,
  readContent: readLead,
  read: readHeader,
  deliveries: { event: { body: "event", default: "events" }, lists: true },
};

/** Shopify. */
export const shopify: SignatureScheme = {
  header: "x-shopify-hmac-sha256",
  encoding: "base64",
  item: /^[A-Za-z0-9+/]{43}=$/,
  prefix: "",
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readHeader,
  deliveries: {
    event: { header: "x-shopify-topic" },
    delivery: { header: "x-shopify-webhook-id", optional: true },
  },
};

/** Slack. */
export const slack: SignatureScheme = {
  header: "x-slack-signature",
  encoding: "hex",
  item: /(?<=^v0=)[0-9a-f]{64}$/,
  prefix: "v0=",
  timestamp: "x-slack-request-timestamp",
  tolerance: 300000,
  content: ["v0:", "x-slack-request-timestamp", ":"],
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readHeader,
  deliveries: {
    event: { body: "event.type", others: ["command", "type"] },
    delivery: { body: "event_id" },
    form: { json: "payload", fields: true },
    challenges: [
      {
        when: { path: "type", equals: "url_verification" },
        answer: { json: { challenge: "{challenge}" } },
      },
    ],
  },
};

/** Square. It signs `url`, so pass it. */
export const square: SignatureScheme = {
  header: "x-square-hmacsha256-signature",
  encoding: "base64",
  item: /^[A-Za-z0-9+/]{43}=$/,
  prefix: "",
  content: ["", "{url}", "", "{body}", ""],
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readPieces,
  read: readPlaceholder,
  placeholders: { "{url}": readUrl },
  deliveries: { event: { body: "type" }, delivery: { body: "event_id" } },
};

/** Standard Webhooks, with the headers `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
export const standardWebhooks: SignatureScheme = {
  header: "webhook-signature",
  encoding: "base64",
  item: /(?<=(?:^| )v1,)[A-Za-z0-9+/]{43}=(?= |$)/g,
  prefix: "v1,",
  separator: " ",
  timestamp: "webhook-timestamp",
  tolerance: 300000,
  content: ["", "webhook-id", ".", "webhook-timestamp", "."],
  id: "webhook-id",
  secretPrefix: "whsec_",
  use: HMAC_SHA256,
  readSecret: readBase64Secret,
  readContent: readLead,
  read: readHeader,
  deliveries: { event: { body: "type" }, delivery: { header: "webhook-id" } },
};

/** Stripe. */
export const stripe: SignatureScheme = {
  header: "stripe-signature",
  encoding: "hex",
  item: /(?<=(?:^|,) ?v1=)[0-9a-f]{64}(?= ?(?:,|$))/g,
  prefix: "v1=",
  separator: ",",
  start: "t={timestamp},",
  timestampItem: /(?<=(?:^|,) ?t=)[^\s,]+(?= ?(?:,|$))/g,
  timestamp: "{timestamp}",
  tolerance: 300000,
  content: ["", "{timestamp}", "."],
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readPlaceholder,
  placeholders: { "{timestamp}": readListedTimestamp },
  deliveries: { event: { body: "type" }, delivery: { body: "id" } },
};

/** Twilio, with form or JSON bodies. It signs `url`, with or without its port, so pass it. */
export const twilio: SignatureScheme = {
  header: "x-twilio-signature",
  encoding: "base64",
  item: /^[A-Za-z0-9+/]{27}=$/,
  prefix: "",
  content: ["", "{anyPortUrl}", "", "{form}", ""],
  use: /* @__PURE__ */ acceptAnyPort(HMAC_SHA1),
  readSecret: readTextSecret,
  readContent: readUrlPieces,
  read: readPlaceholder,
  placeholders: { "{anyPortUrl}": readUrl, "{form}": readForm },
  deliveries: {
    event: {
      body: "EventType",
      others: [
        "StatusCallbackEvent",
        "RecordingStatus",
        "TranscriptionStatus",
        "MessageStatus",
        "CallStatus",
        "SmsStatus",
      ],
      default: "request",
    },
    delivery: { header: "i-twilio-idempotency-token", optional: true },
    form: { fields: true },
    lists: true,
  },
};

/** Typeform. */
export const typeform: SignatureScheme = {
  header: "typeform-signature",
  encoding: "base64",
  item: /(?<=^sha256=)[A-Za-z0-9+/]{43}=$/,
  prefix: "sha256=",
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readHeader,
  deliveries: { event: { body: "event_type" }, delivery: { body: "event_id" } },
};

/** WorkOS. Its tolerance is three minutes, as in WorkOS's own libraries. */
export const workos: SignatureScheme = {
  header: "workos-signature",
  encoding: "hex",
  item: /(?<=(?:^|,) ?v1=)[0-9a-f]{64}(?= ?(?:,|$))/g,
  prefix: "v1=",
  separator: ",",
  start: "t={timestamp}, ",
  timestampItem: /(?<=(?:^|,) ?t=)[^\s,]+(?= ?(?:,|$))/g,
  timestamp: "{timestamp}",
  unit: 1,
  tolerance: 180000,
  content: ["", "{timestamp}", "."],
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readPlaceholder,
  placeholders: { "{timestamp}": readListedTimestamp },
  deliveries: { event: { body: "event" }, delivery: { body: "id" } },
};

/** Zoom. */
export const zoom: SignatureScheme = {
  header: "x-zm-signature",
  encoding: "hex",
  item: /(?<=^v0=)[0-9a-f]{64}$/,
  prefix: "v0=",
  timestamp: "x-zm-request-timestamp",
  tolerance: 300000,
  content: ["v0:", "x-zm-request-timestamp", ":"],
  use: HMAC_SHA256,
  readSecret: readTextSecret,
  readContent: readLead,
  read: readHeader,
  deliveries: {
    event: { body: "event" },
    challenges: [
      {
        when: { path: "event", equals: "endpoint.url_validation" },
        answer: {
          json: { plainToken: "{payload.plainToken}", encryptedToken: "{hmac:payload.plainToken}" },
        },
      },
    ],
  },
};
