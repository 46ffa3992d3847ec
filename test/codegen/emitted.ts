/** Files that are generated for the miniature, and schemas of objects for it. */
import { emitFile } from "../../codegen/generate.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { miniature } from "../cases/codegen/emit/miniature.js";

export const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});

/** One file of the output, without its header. */
export async function emitted(path: string, parts: Partial<SchemaModel>): Promise<string> {
  const text = await emitFile(miniature(parts), path);
  return text.slice(text.indexOf("\n\n") + 2);
}
