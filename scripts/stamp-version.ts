/**
 * Carries the version from package.json, where alone it is edited, to wherever else it stands: the
 * one module that the runtime reads it from, the types package, and the dependency on that. (A
 * JSON import in the runtime would do the same, but warns on Node 20 and does not bundle
 * everywhere.) npm runs this in its `version` life cycle; `--check` fails when it was not.
 */
import { readFileSync, writeFileSync } from "node:fs";

/** A text with the version in it; the first group of the pattern is what stands before that. */
interface Place {
  readonly path: string;
  readonly pattern: RegExp;
}

const places: readonly Place[] = [
  { path: "src/version.ts", pattern: /("typewire\/)[^"]*/ },
  { path: "schema/vendor.yaml", pattern: /(^typesPackage:\n(?: .*\n)*? +version: )\S+/m },
  { path: "package.json", pattern: /("typewire-webhook-types": ")[^"]*/ },
];

const version = readVersion(JSON.parse(read("package.json")));
const stale = places.filter((place) => stamp(place) !== read(place.path));

if (process.argv.includes("--check")) {
  for (const { path } of stale) console.error(`${path} is stale: run \`npm run version:stamp\`.`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const place of stale) writeFileSync(locate(place.path), stamp(place));
}

function stamp({ path, pattern }: Place): string {
  const text = read(path);
  if (!pattern.test(text)) throw new Error(`${path} has no version at ${String(pattern)}.`);
  return text.replace(pattern, (_, before: string) => before + version);
}

function read(path: string): string {
  return readFileSync(locate(path), "utf8");
}

function locate(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}

function readVersion(manifest: unknown): string {
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) {
    return String(manifest.version);
  }
  throw new Error("package.json has no version.");
}
