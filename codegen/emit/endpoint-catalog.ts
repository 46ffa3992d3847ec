import type { SchemaModel } from "../model.js";
import { filesOf } from "./file.js";
import type { FileDraft } from "./file.js";

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
