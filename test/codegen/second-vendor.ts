/** The schema folder of the second vendor. */
import { readdirSync, readFileSync } from "node:fs";
import type { SchemaFile } from "../../codegen/read-schema.js";

export function readSecondVendor(): readonly SchemaFile[] {
  const folder = new URL("../fixtures/second-vendor/schema/", import.meta.url).pathname;
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const paths = entries.filter((path) => path.endsWith(".yaml"));
  return paths.map((path) => ({ path, text: readFileSync(`${folder}${path}`, "utf8") }));
}
