/** Makes one parsed description of a file, its overlays and the files that it refers to. */
import { isMap, type JsonMap } from "../../model/json.js";
import {
  describeJson,
  type DescriptionFile,
  ImportError,
  type LoadedDescription,
} from "../model/description.js";
import { convertSwagger } from "./swagger.js";
import { applyOverlays } from "./overlay.js";
import { parseDescription } from "./parse-description.js";
import { readVersion } from "./read-description.js";
import { type ReadBeside, joinExternalFiles } from "./external-files.js";

/**
 * Parses a description, applies overlays, reads referenced files, and converts Swagger 2.0.
 * @throws ImportError with one line.
 */
export async function loadDescription(
  { path, text }: DescriptionFile,
  readBeside: ReadBeside,
  overlays: readonly DescriptionFile[] = [],
): Promise<LoadedDescription> {
  const parsed = parseDescription(path, text);
  if (!isMap(parsed)) {
    const expected = "expected a map with `openapi`";
    throw new ImportError(`${path}: The content is ${describeJson(parsed)}; ${expected}.`);
  }
  const { root, unmatched } = applyOverlays(parsed, overlays);
  const version = readVersion(path, root);
  await joinExternalFiles(path, root, readBeside);
  return { path, root: version === "2.0" ? convertFromSwagger(path, root) : root, unmatched };
}

function convertFromSwagger(path: string, root: JsonMap): JsonMap {
  try {
    return convertSwagger(root);
  } catch (error) {
    const reason = (error as Error).message.split("\n")[0] ?? ""; // throws errors only
    throw new ImportError(
      `${path}: The description cannot be converted from Swagger 2.0: ${reason.replace(/\.$/, "")}.`,
    );
  }
}
