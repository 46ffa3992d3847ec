import { convertSwagger } from "./swagger.js";
import {
  describe,
  type DescriptionFile,
  ImportError,
  isMap,
  type JsonMap,
  type LoadedDescription,
} from "../model/description.js";
import { type ReadBeside, readExternalFiles } from "./external-files.js";
import { parseDescription, readVersion } from "./parse-description.js";

/**
 * Parses a description, reads the files that it refers to, and converts Swagger 2.0.
 * @throws ImportError with one line.
 */
export async function loadDescription(
  { path, text }: DescriptionFile,
  readBeside: ReadBeside,
): Promise<LoadedDescription> {
  const root = parseDescription(path, text);
  if (!isMap(root)) {
    const expected = "expected a map with `openapi`";
    throw new ImportError([`${path}: The content is ${describe(root)}; ${expected}.`]);
  }
  const version = readVersion(path, root);
  await readExternalFiles(path, root, readBeside);
  return { path, root: version === "2.0" ? convert(path, root) : root };
}

function convert(path: string, root: JsonMap): JsonMap {
  try {
    return convertSwagger(root);
  } catch (error) {
    const reason = (error as Error).message.split("\n")[0] ?? ""; // throws errors only
    throw new ImportError([
      `${path}: The description cannot be converted from Swagger 2.0: ${reason.replace(/\.$/, "")}.`,
    ]);
  }
}
