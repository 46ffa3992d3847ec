import type { SignatureScheme } from "./scheme.js";
import { standardWebhooks } from "./schemes.js";

/**
 * Standard Webhooks under other header names: `defineStandardWebhooks("svix")` reads `svix-id`,
 * `svix-timestamp` and `svix-signature`.
 */
export function defineStandardWebhooks(headerPrefix: string): SignatureScheme {
  const prefix = headerPrefix.toLowerCase();
  const id = `${prefix}-id`;
  const timestamp = `${prefix}-timestamp`;
  return {
    ...standardWebhooks,
    header: `${prefix}-signature`,
    timestamp,
    content: ["", id, ".", timestamp, "."],
    id,
  };
}
