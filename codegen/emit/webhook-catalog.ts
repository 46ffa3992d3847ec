import type { SchemaModel } from "../model.js";
import { filesOf } from "./file.js";
import type { FileDraft } from "./file.js";

/** Emits what the webhook toolkit is told of the vendor. */
export function emitWebhookCatalog({ vendor, events }: SchemaModel): FileDraft {
  return {
    path: "webhook-catalog.ts",
    sources: filesOf(vendor, ...events),
    body: `import { webhookHeaders, webhookPath, webhookRelay } from "./constants.js";
import { emitterEventNames } from "./event-names.js";

/**
 * What the webhook toolkit knows of the service.
 *
 * Source: \`${vendor.source.file}\`, \`webhooks\`
 */
export const webhookCatalog = {
  path: webhookPath,
  headers: webhookHeaders,
  relay: webhookRelay,
  eventNames: emitterEventNames,
} as const;
`,
  };
}
