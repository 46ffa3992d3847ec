import { ECDSA_P256_SHA256, ED25519, HMAC_SHA1, HMAC_SHA256, TOKEN } from "./algorithms.js";
import {
  readDecodedUrl,
  readForm,
  readJsonTimestamp,
  readMethod,
  readUrl,
} from "./placeholders.js";
import type { SignatureDescription } from "./description.js";
import * as presets from "./presets.js";
import { createSignatureScheme, type SignatureScheme } from "./scheme.js";

/*
 * The presets together with the code that each needs. Every scheme is a constant without side
 * effects, so that a bundle holds only those that are imported. The sources are in presets.ts.
 */

/** Bitbucket Cloud. */
export const bitbucket = /* @__PURE__ */ withHmac(presets.BITBUCKET);

/** Discord. The secret is the application's public key in hex; a private key can also sign. */
export const discord = /* @__PURE__ */ createSignatureScheme(presets.DISCORD, { use: ED25519 });

/** GitHub, with SHA-256. */
export const github = /* @__PURE__ */ withHmac(presets.GITHUB);

/** GitLab's secret token: it is sent as it is, and signs nothing. */
export const gitlabToken = /* @__PURE__ */ createSignatureScheme(presets.GITLAB_TOKEN, {
  use: TOKEN,
});

/** HubSpot's version 3. It signs `url` and `method`, so pass both. */
export const hubspotV3 = /* @__PURE__ */ createSignatureScheme(presets.HUBSPOT_V3, {
  use: HMAC_SHA256,
  placeholders: { method: readMethod, decodedUrl: readDecodedUrl },
});

/** LINE's Messaging API. */
export const line = /* @__PURE__ */ withHmac(presets.LINE);

/** Linear. Its timestamp is `webhookTimestamp` in the body. */
export const linear = /* @__PURE__ */ createSignatureScheme(presets.LINEAR, {
  use: HMAC_SHA256,
  readTimestamp: readJsonTimestamp,
});

/** Paddle Billing. Its tolerance is five seconds, as in Paddle's own libraries. */
export const paddle = /* @__PURE__ */ withHmac(presets.PADDLE);

/** SendGrid's event webhook. The secret is the verification key, SPKI in base64. */
export const sendgrid = /* @__PURE__ */ createSignatureScheme(presets.SENDGRID, {
  use: ECDSA_P256_SHA256,
});

/** Shopify. */
export const shopify = /* @__PURE__ */ withHmac(presets.SHOPIFY);

/** Slack. */
export const slack = /* @__PURE__ */ withHmac(presets.SLACK);

/** Square. It signs `url`, so pass it. */
export const square = /* @__PURE__ */ createSignatureScheme(presets.SQUARE, {
  use: HMAC_SHA256,
  placeholders: { url: readUrl },
});

/** Standard Webhooks, with the headers `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
export const standardWebhooks = /* @__PURE__ */ withHmac(presets.STANDARD_WEBHOOKS);

/** Stripe. */
export const stripe = /* @__PURE__ */ withHmac(presets.STRIPE);

/** Twilio, with form or JSON bodies. It signs `url`, so pass it. */
export const twilio = /* @__PURE__ */ createSignatureScheme(presets.TWILIO, {
  use: HMAC_SHA1,
  placeholders: { url: readUrl, form: readForm },
});

/** Typeform. */
export const typeform = /* @__PURE__ */ withHmac(presets.TYPEFORM);

/** WorkOS. Its tolerance is three minutes, as in WorkOS's own libraries. */
export const workos = /* @__PURE__ */ withHmac(presets.WORKOS);

/** Zoom. */
export const zoom = /* @__PURE__ */ withHmac(presets.ZOOM);

/**
 * Standard Webhooks under other header names: `defineStandardWebhooks("svix")` reads `svix-id`,
 * `svix-timestamp` and `svix-signature`.
 */
export function defineStandardWebhooks(headerPrefix: string): SignatureScheme {
  return withHmac(presets.describeStandardWebhooks(headerPrefix));
}

function withHmac(description: SignatureDescription): SignatureScheme {
  return createSignatureScheme(description, { use: HMAC_SHA256 });
}
