import type { SchemaModel } from "../../model.js";
import { type FileDraft, filesOf } from "../file.js";

/** Emits the catalog of the request builder. */
export function emitEndpointCatalog({ vendor, routes }: SchemaModel): FileDraft {
  return {
    path: "endpoint-catalog.ts",
    sources: filesOf(vendor, ...routes),
    body: `import { accept, baseUrl, mediaTypePrefix } from "./constants.js";
import { expandRouteExceptions } from "./route-exceptions.js";

/**
 * The API for the request builder: address, media types and special routes.
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

/** Emits the catalog of the webhook toolkit, where all is known that it needs. */
export function emitWebhookCatalog({ vendor, events }: SchemaModel): readonly FileDraft[] {
  if (vendor.webhooks === undefined) return [];
  const draft = {
    path: "webhook-catalog.ts",
    sources: filesOf(vendor, ...events),
    body: `import { webhookHeaders, webhookPath, webhookRelay } from "./constants.js";
import { emitterEventNames } from "./event-names.js";

/**
 * The vendor for the webhook toolkit: path, headers, relay keys and event names.
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
  return [draft];
}
