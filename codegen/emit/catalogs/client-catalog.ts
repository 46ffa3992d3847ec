import type { SchemaModel } from "../../model.js";
import { toDocComment } from "../doc.js";
import { type FileDraft, filesOf } from "../file.js";

/** Emits the catalog of the client: what it knows of the vendor beside the requests of routes. */
export function emitClientCatalog({ vendor, routes }: SchemaModel): FileDraft {
  const text = "The API for the client: credentials, pagination, limits and names of headers.";
  const body = `${toDocComment({ text, source: vendor.source })}
export const clientCatalog = {} as const;`;
  return { path: "client-catalog.ts", sources: filesOf(vendor, ...routes), body };
}
