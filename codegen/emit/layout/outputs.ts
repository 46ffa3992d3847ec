/** The parts of a client that a schema folder asks for, and the files of each. */
import type { SchemaModel } from "../../model/model.js";
import type { FileDraft } from "../print/file.js";

/**
 * Leaves out the routes or the events of a model if no output has them, so that no other file has their
 * types.
 */
export function chooseParts(model: SchemaModel): SchemaModel {
  const { outputs } = model.vendor;
  if (outputs === undefined) return model;
  const hasRoutes = outputs.includes("client") || outputs.includes("methods");
  const withRoutes = hasRoutes ? model : { ...model, hasRoutes: false, routes: [] };
  if (outputs.includes("webhooks")) return withRoutes;
  const { webhooks: _webhooks, ...vendor } = withRoutes.vendor;
  return { ...withRoutes, vendor, hasEvents: false, events: [] };
}

/** Tells whether a file belongs to the outputs that are asked for. Without a list, all outputs are. */
export function isOfOutputs({ path }: FileDraft, outputs: readonly string[] | undefined): boolean {
  if (outputs === undefined) return true;
  const needed = OUTPUT_FILES.find(([pattern]) => pattern.test(path))?.[1];
  return needed === undefined || needed.some((output) => outputs.includes(output));
}

/** Files that only these outputs need. Any other file belongs to the client or to the webhooks. */
const OUTPUT_FILES: readonly (readonly [pattern: RegExp, outputs: readonly string[]])[] = [
  [/^(?:core|pages)\.ts$/, ["methods"]],
  [/^validate\.ts$|^schemas\/loaders\.ts$/, ["validators"]],
  [/^schemas\/index\.ts$/, ["schemas"]],
  [/^schemas\//, ["validators", "schemas"]],
  [/^testing\.ts$|^samples\//, ["samples"]],
  [/^api\.md$|^reference\//, ["reference"]],
];
