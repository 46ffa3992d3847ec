/**
 * Carries the version from package.json, where alone it is edited, into the one module that the
 * runtime reads it from. A JSON import would do the same, but warns on Node 20 and does not
 * bundle everywhere. npm runs this in its `version` life cycle; `--check` fails when it was not.
 */
import { readFileSync, writeFileSync } from "node:fs";

const versionModule = new URL("../src/version.ts", import.meta.url);
const manifest: unknown = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

const current = readFileSync(versionModule, "utf8");
const stamped = current.replace(/"typewire\/[^"]*"/, () => JSON.stringify(userAgentOf(manifest)));

if (process.argv.includes("--check")) {
  if (current !== stamped) {
    console.error("src/version.ts is stale: run `npm run version:stamp`.");
    process.exitCode = 1;
  }
} else if (current !== stamped) {
  writeFileSync(versionModule, stamped);
}

function userAgentOf(value: unknown): string {
  if (typeof value === "object" && value !== null && "name" in value && "version" in value) {
    return `${String(value.name)}/${String(value.version)}`;
  }
  throw new Error("package.json has no name and version.");
}
