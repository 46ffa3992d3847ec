import { webhookSignature } from "../../generated/webhook-catalog.js";
import { HMAC_SHA256 } from "../signatures/algorithms.js";
import { bindBodyScheme } from "../signatures/body-scheme.js";

/** Shared by all subpaths that sign or verify. */
export const scheme = /* @__PURE__ */ bindBodyScheme(webhookSignature, HMAC_SHA256);
