/** The project around a schema folder: where it is, and where editors find the JSON Schemas that it has installed. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { SchemaFile } from "../../codegen/read-schema.js";

/** Finds the nearest folder with a manifest, at or above a folder. */
export function findProject(folder: string): string | undefined {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findProject(parent);
}

// ---- JSON Schemas for editors

/** The path from a schema folder to the JSON Schemas that the nearest project has installed. */
export function findMetaFolder(schema: string): string {
  const folder = resolve(schema);
  const meta = join(findProject(folder) ?? dirname(folder), "node_modules/typewire-cli/meta");
  return relative(folder, meta).split(sep).join("/");
}

/**
 * First line of a file as an import writes it, with the address of this project's JSON Schemas:
 * `# yaml-language-server: $schema=../codegen/meta/routes.schema.json`.
 */
const PROJECT_MODELINE = /^(# yaml-language-server: \$schema=)(?:\.\.\/)+codegen\/meta\//;

/**
 * Points editors to the JSON Schemas of a user's installation, by the first line of a file.
 * @param metaFolder The path from the schema folder, without a slash at its end.
 */
export function pointToMeta(file: SchemaFile, metaFolder: string | undefined): SchemaFile {
  if (metaFolder === undefined) return file;
  const up = "../".repeat(file.path.split("/").length - 1);
  // A replacer function, because `$` in a string would be a pattern.
  const text = file.text.replace(
    PROJECT_MODELINE,
    (_, start: string) => `${start}${up}${metaFolder}/`,
  );
  return { ...file, text };
}
