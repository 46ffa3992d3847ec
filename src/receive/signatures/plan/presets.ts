/** The signatures of known services, each with the address of its documentation. */
import type { SignatureDescription } from "../../../catalog/signatures.js";
import type { DeliveryDescription } from "../../../catalog/webhooks.js";

/*
 * Schemes of well-known services, each with the page that documents it. They are plain data, from which
 * `scripts/write-schemes.ts` makes the constants of `schemes.ts`. If a service names no tolerance for its
 * timestamp, the preset has five minutes, which is usual.
 */

/** https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
export const GITHUB: SignatureDescription = {
  header: "x-hub-signature-256",
  algorithm: "hmac-sha256",
  format: "sha256={signature}",
};

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export const STANDARD_WEBHOOKS: SignatureDescription = {
  header: "webhook-signature",
  algorithm: "hmac-sha256",
  encoding: "base64",
  format: "v1,{signature}",
  separator: " ",
  content: "{id}.{timestamp}.{body}",
  id: { header: "webhook-id" },
  timestamp: { header: "webhook-timestamp" },
  tolerance: 300,
  secret: { prefix: "whsec_", encoding: "base64" },
};

/** Describes Standard Webhooks with a vendor's prefix in place of `webhook`, as in `svix-signature`. */
export function describeStandardWebhooks(headerPrefix: string): SignatureDescription {
  return {
    ...STANDARD_WEBHOOKS,
    header: `${headerPrefix}-signature`,
    id: { header: `${headerPrefix}-id` },
    timestamp: { header: `${headerPrefix}-timestamp` },
  };
}

/** https://docs.stripe.com/webhooks/signature; the prefix `whsec_` is part of the key. */
export const STRIPE: SignatureDescription = {
  header: "stripe-signature",
  algorithm: "hmac-sha256",
  format: "t={timestamp},v1={signature}",
  content: "{timestamp}.{body}",
  tolerance: 300,
};

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export const SLACK: SignatureDescription = {
  header: "x-slack-signature",
  algorithm: "hmac-sha256",
  format: "v0={signature}",
  content: "v0:{timestamp}:{body}",
  timestamp: { header: "x-slack-request-timestamp" },
  tolerance: 300,
};

/** https://shopify.dev/docs/apps/build/webhooks/subscribe/https */
export const SHOPIFY: SignatureDescription = {
  header: "x-shopify-hmac-sha256",
  algorithm: "hmac-sha256",
  encoding: "base64",
};

/** https://developer.squareup.com/docs/webhooks/step3validate */
export const SQUARE: SignatureDescription = {
  header: "x-square-hmacsha256-signature",
  algorithm: "hmac-sha256",
  encoding: "base64",
  content: "{url}{body}",
};

/** https://developer.paddle.com/webhooks/signature-verification; its libraries allow five seconds. */
export const PADDLE: SignatureDescription = {
  header: "paddle-signature",
  algorithm: "hmac-sha256",
  format: "ts={timestamp};h1={signature}",
  content: "{timestamp}:{body}",
  tolerance: 5,
};

/** https://linear.app/developers/webhooks; the timestamp in the header is not signed. */
export const LINEAR: SignatureDescription = {
  header: "linear-signature",
  algorithm: "hmac-sha256",
  timestamp: { body: "webhookTimestamp", unit: "milliseconds" },
  tolerance: 60,
};

/** https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature */
export const LINE: SignatureDescription = {
  header: "x-line-signature",
  algorithm: "hmac-sha256",
  encoding: "base64",
};

/** https://www.typeform.com/developers/webhooks/secure-your-webhooks */
export const TYPEFORM: SignatureDescription = {
  header: "typeform-signature",
  algorithm: "hmac-sha256",
  encoding: "base64",
  format: "sha256={signature}",
};

/** https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks */
export const BITBUCKET: SignatureDescription = {
  header: "x-hub-signature",
  algorithm: "hmac-sha256",
  format: "sha256={signature}",
};

/** https://docs.gitlab.com/user/project/integrations/webhooks */
export const GITLAB_TOKEN: SignatureDescription = {
  header: "x-gitlab-token",
  algorithm: "token",
};

/** https://discord.com/developers/docs/events/webhook-events; the secret is the public key in hex. */
export const DISCORD: SignatureDescription = {
  header: "x-signature-ed25519",
  algorithm: "ed25519",
  content: "{timestamp}{body}",
  timestamp: { header: "x-signature-timestamp" },
  tolerance: 300,
  secret: { encoding: "hex" },
};

/** https://developers.zoom.us/docs/api/webhooks */
export const ZOOM: SignatureDescription = {
  header: "x-zm-signature",
  algorithm: "hmac-sha256",
  format: "v0={signature}",
  content: "v0:{timestamp}:{body}",
  timestamp: { header: "x-zm-request-timestamp" },
  tolerance: 300,
};

/** https://workos.com/docs/events/data-syncing/webhooks; its libraries allow three minutes. */
export const WORKOS: SignatureDescription = {
  header: "workos-signature",
  algorithm: "hmac-sha256",
  format: "t={timestamp}, v1={signature}",
  content: "{timestamp}.{body}",
  timestamp: { unit: "milliseconds" },
  tolerance: 180,
};

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events; the key is SPKI in base64. */
export const SENDGRID: SignatureDescription = {
  header: "x-twilio-email-event-webhook-signature",
  algorithm: "ecdsa-p256-sha256",
  encoding: "base64",
  content: "{timestamp}{body}",
  timestamp: { header: "x-twilio-email-event-webhook-timestamp" },
  tolerance: 300,
  secret: { encoding: "base64" },
};

/** https://www.twilio.com/docs/usage/security; Twilio signs the URL that is registered with it. */
export const TWILIO: SignatureDescription = {
  header: "x-twilio-signature",
  algorithm: "hmac-sha1",
  encoding: "base64",
  content: "{anyPortUrl}{form}",
};

/** https://developers.hubspot.com/docs/api/webhooks/validating-requests */
export const HUBSPOT_V3: SignatureDescription = {
  header: "x-hubspot-signature-v3",
  algorithm: "hmac-sha256",
  encoding: "base64",
  content: "{method}{decodedUrl}{body}{timestamp}",
  timestamp: { header: "x-hubspot-request-timestamp", unit: "milliseconds" },
  tolerance: 300,
};

/** Presets by the names that `vendor.yaml` uses. A bundle that imports this table holds all of them. */
export const PRESETS = {
  github: GITHUB,
  "standard-webhooks": STANDARD_WEBHOOKS,
  stripe: STRIPE,
  slack: SLACK,
  shopify: SHOPIFY,
  square: SQUARE,
  paddle: PADDLE,
  linear: LINEAR,
  line: LINE,
  typeform: TYPEFORM,
  bitbucket: BITBUCKET,
  "gitlab-token": GITLAB_TOKEN,
  discord: DISCORD,
  zoom: ZOOM,
  workos: WORKOS,
  sendgrid: SENDGRID,
  twilio: TWILIO,
  "hubspot-v3": HUBSPOT_V3,
} as const satisfies Readonly<Record<string, SignatureDescription>>;

/**
 * Where each service has the name and the id of a delivery, as the page at its signature tells. The id of a
 * header is optional, since a receiver can do without. A service that sends several events at once, or none by
 * name, has a `default` name.
 */
export const DELIVERIES: Readonly<Record<keyof typeof PRESETS, DeliveryDescription>> = {
  github: {
    event: { header: "x-github-event" },
    delivery: { header: "x-github-delivery", optional: true },
    action: "action",
    form: { json: "payload" },
  },
  "standard-webhooks": { event: { body: "type" }, delivery: { header: "webhook-id" } },
  stripe: { event: { body: "type" }, delivery: { body: "id" } },
  // https://docs.slack.dev/apis/events-api; slash commands and interactions are forms.
  slack: {
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
  shopify: {
    event: { header: "x-shopify-topic" },
    delivery: { header: "x-shopify-webhook-id", optional: true },
  },
  square: { event: { body: "type" }, delivery: { body: "event_id" } },
  paddle: { event: { body: "event_type" }, delivery: { body: "notification_id" } },
  // The name is also in the header `Linear-Event`, which is not signed.
  linear: {
    event: { body: "type" },
    delivery: { header: "linear-delivery", optional: true },
    action: "action",
  },
  line: { event: { body: "type", default: "events" } },
  typeform: { event: { body: "event_type" }, delivery: { body: "event_id" } },
  bitbucket: {
    event: { header: "x-event-key" },
    delivery: { header: "x-request-uuid", optional: true },
  },
  "gitlab-token": {
    event: { header: "x-gitlab-event" },
    delivery: { header: "x-gitlab-event-uuid", optional: true },
  },
  // https://discord.com/developers/docs/events/webhook-events; a ping has the type 0.
  discord: {
    event: { body: "event.type" },
    challenges: [{ when: { path: "type", equals: 0 }, answer: { status: 204 } }],
  },
  zoom: {
    event: { body: "event" },
    challenges: [
      {
        when: { path: "event", equals: "endpoint.url_validation" },
        answer: {
          json: {
            plainToken: "{payload.plainToken}",
            encryptedToken: "{hmac:payload.plainToken}",
          },
        },
      },
    ],
  },
  workos: { event: { body: "event" }, delivery: { body: "id" } },
  sendgrid: { event: { body: "event", default: "events" }, lists: true },
  // https://www.twilio.com/docs/usage/webhooks; each product has another parameter for what has happened.
  twilio: {
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
  "hubspot-v3": { event: { body: "subscriptionType", default: "events" }, lists: true },
};
