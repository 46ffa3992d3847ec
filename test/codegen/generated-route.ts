/** Files that are generated for a few lines of YAML. */
import { emitFile } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { miniature, miniatureWith } from "../cases/codegen/read/miniature.js";

export const FORM_TYPE = "application/x-www-form-urlencoded";

export function generated(files: Readonly<Record<string, string>>): Files {
  const model = readSchema(miniatureWith(files));
  return { get: (path) => emitFile(model, path) };
}

/** Generates one route from the lines below its operation. */
export function generatedRoute(key: string, lines: string, vendor = ""): Files {
  const indented = lines.replace(/^/gm, "  ");
  return generated({
    "routes.yaml": `${JSON.stringify(key)}:\n  operation: x/do\n${indented}\n`,
    "vendor.yaml": `${miniature["vendor.yaml"] ?? ""}${vendor}`,
  });
}

export interface Files {
  /** Emits one file. */
  get(path: string): Promise<string>;
}
