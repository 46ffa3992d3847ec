import type { SchemaModel } from "../../model.js";
import { type FileDraft, filesOf } from "../file.js";

/** Emits what the request builder is told of the hosted API. */
export function emitEndpointCatalog({ vendor, routes }: SchemaModel): FileDraft {
  return {
    path: "endpoint-catalog.ts",
    sources: filesOf(vendor, ...routes),
    body: `import { accept, baseUrl, mediaTypePrefix } from "./constants.js";
import { expandRouteExceptions } from "./route-exceptions.js";

/**
 * What the request builder knows of the hosted API.
 *
 * Source: \`${vendor.source.file}\`
 */
export const endpointCatalog = {
  baseUrl,
  accept,
  mediaTypePrefix,
  get routes() {
    return expandRouteExceptions();
  },
} as const;
`,
  };
}

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
