import type { WebhookTypes } from "../../../src/receive/webhooks/types.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import { describeHmacVendor } from "./hmac-vendor.js";

/** A small service for the tests of the toolkit. */
export const {
  catalog: acmeCatalog,
  headers: acmeHeaders,
  parts: acmeParts,
} = describeHmacVendor({
  path: "/acme/hooks",
  headers: { event: "x-acme-event", delivery: "x-acme-delivery", signature: "x-acme-signature" },
  relay: { id: [], event: [], signature: [], body: [], rawBody: [] },
  eventNames: ["issues", "issues.opened", "issues.closed", "push", "label", "label.created"],
});

export const AcmeWebhooks = bindWebhooks<WebhookTypes>(acmeCatalog, acmeParts);

export const SECRET = "It's a secret to everybody";
