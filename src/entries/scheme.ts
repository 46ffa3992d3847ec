import { webhookSignature } from "../../generated/webhook-catalog.js";
import { bindBodyScheme, HMAC_SHA256 } from "../runtime/webhooks.js";

/** Shared by all subpaths that sign or verify. */
export const scheme = /* @__PURE__ */ bindBodyScheme(webhookSignature, HMAC_SHA256);
