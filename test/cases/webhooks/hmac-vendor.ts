import { HMAC_SHA256 } from "../../../src/signatures/algorithms.js";
import { bindBodyScheme } from "../../../src/signatures/body-scheme.js";
import type { WebhookCatalog, WebhookParts } from "../../../src/webhooks/catalog.js";
import { webhookSignature } from "../../../generated/webhook-catalog.js";

export interface HmacVendor extends Pick<WebhookCatalog, "path" | "eventNames" | "relay"> {
  /** Names in lowercase. */
  readonly headers: Readonly<Record<"event" | "delivery" | "signature", string>>;
}

/** A vendor with actions that signs the body alone, as the default one does. */
export function describeHmacVendor({ headers, ...rest }: HmacVendor) {
  const catalog: WebhookCatalog = {
    ...rest,
    event: { header: headers.event },
    delivery: { header: headers.delivery },
    action: "action",
  };
  const scheme = bindBodyScheme({ ...webhookSignature, header: headers.signature }, HMAC_SHA256);
  const parts: WebhookParts = { scheme };
  return { catalog, headers, parts };
}
