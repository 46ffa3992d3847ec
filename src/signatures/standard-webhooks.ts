import type { SignatureScheme } from "./scheme.js";
import { standardWebhooks } from "./schemes.js";

/**
 * Standard Webhooks under other header names: `defineStandardWebhooks("svix")` reads `svix-id`,
 * `svix-timestamp` and `svix-signature`.
 */
export function defineStandardWebhooks(headerPrefix: string): SignatureScheme {
  const prefix = headerPrefix.toLowerCase();
  const idHeader = `${prefix}-id`;
  return {
    ...standardWebhooks,
    header: `${prefix}-signature`,
    timestampHeader: `${prefix}-timestamp`,
    content: ["", idHeader, ".", "{timestamp}", "."],
    idHeader,
  };
}
