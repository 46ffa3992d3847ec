import swagger2openapi from "swagger2openapi";
import {
  describe,
  type DescriptionFile,
  ImportError,
  isMap,
  type JsonMap,
  type LoadedDescription,
} from "./description.js";
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
  return { path, root: version === "2.0" ? await convertSwagger(path, root) : root };
}

async function convertSwagger(path: string, root: JsonMap): Promise<JsonMap> {
  try {
    // It repairs what can be repaired; the import notes what remains.
    const options = { patch: true, warnOnly: true, resolve: false };
    const input = root as unknown as Parameters<typeof swagger2openapi.convertObj>[0]; // not validated
    const { openapi } = await swagger2openapi.convertObj(input, options);
    return openapi as unknown as JsonMap; // a document
  } catch (error) {
    const reason = (error as Error).message.split("\n")[0] ?? ""; // throws errors only
    throw new ImportError([
      `${path}: The description cannot be converted from Swagger 2.0: ${reason.replace(/\.$/, "")}.`,
    ]);
  }
}
