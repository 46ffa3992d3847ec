/**
 * Copies the version from package.json, the only file in which it is edited, into the runtime's module,
 * the other packages, and the dependencies on them. The runtime does not import the JSON, because that
 * prints a warning on Node 20 and does not work in every bundle. npm runs this script when it sets a version.
 */
import { readFileSync, writeFileSync } from "node:fs";
import manifest from "../package.json" with { type: "json" };

const OF_MANIFEST = /(^ {2}"version": ")[^"]*/m;

/** Files with copies of the version. The first group of a pattern matches what precedes a copy. */
const VERSION_COPIES: Readonly<Record<string, RegExp>> = {
  "src/base/package.ts": /("typewire\/)[^"]*/,
  "schema/vendor.yaml": /(^typesPackage:\n(?: .*\n)*? +version: )\S+/m,
  "package.json": /("typewire-[\w-]+": ")(?=\d)[^"]*/g,
  "src/runtime/package.json": OF_MANIFEST,
  "src/inspector/package.json": OF_MANIFEST,
  "cli/package.json": OF_MANIFEST,
};

for (const [path, pattern] of Object.entries(VERSION_COPIES)) {
  const text = readFileSync(path, "utf8");
  if (text.search(pattern) < 0) throw new Error(`${path} has no version at ${String(pattern)}.`);
  writeFileSync(
    path,
    text.replace(pattern, (_, before: string) => before + manifest.version),
  );
}
