import type { SchemaFile } from "../read-schema.js";

/** The first line of a file as an import writes it, with the address of this project's JSON Schemas. */
const OWN_MODELINE = /^(# yaml-language-server: \$schema=)(?:\.\.\/)+codegen\/meta\//;

/**
 * Lets the first line of a file point editors to the JSON Schemas of the tool that a user has.
 * @param metaFolder as seen from the schema folder, without a slash at its end.
 */
export function pointToMeta<File extends SchemaFile>(file: File, metaFolder: string): File {
  const up = "../".repeat(file.path.split("/").length - 1);
  // A function: `$` in an address means nothing.
  const text = file.text.replace(OWN_MODELINE, (_, start: string) => `${start}${up}${metaFolder}/`);
  return { ...file, text };
}
