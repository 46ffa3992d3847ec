/** The default schema folder, for tests that need a whole service. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { SchemaModel } from "../../../../codegen/model/model.js";
import { readSchema, type SchemaFile } from "../../../../codegen/read-schema.js";

const FOLDER = fileURLToPath(new URL("../../../../schema/", import.meta.url));

/** The YAML files of the default vendor. */
export const schemaFiles: readonly SchemaFile[] = readdirSync(FOLDER, {
  recursive: true,
  withFileTypes: true,
})
  .filter((entry) => entry.isFile() && entry.name.endsWith(".yaml"))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({
    path: relative(FOLDER, path).split(sep).join("/"),
    text: readFileSync(path, "utf8"),
  }));

let model: SchemaModel | undefined;

/** The model of the default vendor. It takes seconds to read, so all files of tests of a worker share it. */
export function defaultModel(): SchemaModel {
  return (model ??= readSchema(schemaFiles));
}
