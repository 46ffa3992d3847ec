import type { SchemaModel } from "../../model.js";
import { type FileDraft, filesOf } from "../file.js";

/** Emits the catalog of the request builder. */
export function emitEndpointCatalog({ vendor, routes }: SchemaModel): FileDraft {
  const hasVariables = vendor.variables !== undefined;
  const imported = hasVariables ? ", variables" : "";
  return {
    path: "endpoint-catalog.ts",
    sources: filesOf(vendor, ...routes),
    body: `import { accept, baseUrl, mediaTypePrefix${imported} } from "./constants.js";
import { expandRouteExceptions } from "./route-exceptions.js";

/**
 * The API for the request builder: address, media types and special routes.
 *
 * Source: \`${vendor.source.file}\`
 */
export const endpointCatalog = {
  baseUrl,${hasVariables ? "\n  variables," : ""}
  accept,
  mediaTypePrefix,
  get routes() {
    return expandRouteExceptions();
  },
} as const;
`,
  };
}

/** Emits the catalog of the webhook toolkit. */
export function emitWebhookCatalog({ vendor, events }: SchemaModel): FileDraft {
  return {
    path: "webhook-catalog.ts",
    sources: filesOf(vendor, ...events),
    body: `import { webhookPath, webhookRelay } from "./constants.js";
import { emitterEventNames } from "./event-names.js";

/**
 * The vendor for the webhook toolkit: path, headers, relay keys and event names.
 *
 * Source: \`${vendor.source.file}\`, \`webhooks\`
 */
export const webhookCatalog = {
  path: webhookPath,
  event: { header: ${printHeader(vendor.webhooks.headers.event)} },
  delivery: { header: ${printHeader(vendor.webhooks.headers.delivery)} },
  action: "action",
  relay: webhookRelay,
  eventNames: emitterEventNames,
} as const;

/**
 * How deliveries are signed: HMAC-SHA256 of the body in hexadecimal digits, after \`sha256=\`.
 *
 * Source: \`${vendor.source.file}\`, \`webhooks.signature\`
 */
export const webhookSignature = {
  header: ${printHeader(vendor.webhooks.headers.signature)},
  encoding: "hex",
  item: /(?<=^sha256=)[0-9a-f]{64}$/g,
  prefix: "sha256=",
} as const;
`,
  };
}

/** As text in its place: a bundler cannot drop an object that reads a property of another. */
function printHeader(name: string): string {
  return JSON.stringify(name.toLowerCase());
}
