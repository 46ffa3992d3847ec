import { webhookSignature } from "../../generated/webhook-catalog.js";
import { bindScheme, HMAC_SHA256, readTextSecret } from "../runtime/webhooks.js";

/** Shared by all subpaths that sign or verify. */
export const scheme = /* @__PURE__ */ bindScheme(webhookSignature, {
  use: HMAC_SHA256,
  readSecret: readTextSecret,
});
