/** Catalogs of services that sign the body alone. */
import { readTextSecret } from "../../../src/receive/signatures/secrets.js";
import { HMAC_SHA256 } from "../../../src/receive/signatures/algorithms.js";
import { bindScheme } from "../../../src/receive/signatures/scheme.js";
import type { WebhookCatalog } from "../../../src/catalog/webhooks.js";
import type { WebhookParts } from "../../../src/receive/webhooks/service.js";
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
  const scheme = bindScheme(
    { ...webhookSignature, header: headers.signature },
    { use: HMAC_SHA256, readSecret: readTextSecret },
  );
  const parts: WebhookParts = { scheme };
  return { catalog, headers, parts };
}
