/**
 * Copies the version from package.json, the only file in which it is edited, into the runtime's module,
 * the other packages, and the dependencies on them. (To import the JSON warns on Node 20, and does not
 * work in every bundle.) npm runs this script when it sets a version. With `--check`, it fails if a copy
 * is stale.
 */
import { readFileSync, writeFileSync } from "node:fs";

/** A file with a copy of the version. The first group of the pattern matches what precedes it. */
interface VersionCopy {
  readonly path: string;
  readonly pattern: RegExp;
}

const COPIES: readonly VersionCopy[] = [
  { path: "src/endpoint/user-agent.ts", pattern: /("typewire\/)[^"]*/ },
  { path: "schema/vendor.yaml", pattern: /(^typesPackage:\n(?: .*\n)*? +version: )\S+/m },
  { path: "package.json", pattern: /("typewire-[\w-]+": ")(?=\d)[^"]*/g },
  { path: "src/runtime/package.json", pattern: /(^ {2}"version": ")[^"]*/m },
  { path: "src/inspector/package.json", pattern: /(^ {2}"version": ")[^"]*/m },
  { path: "cli/package.json", pattern: /(^ {2}"version": ")[^"]*/m },
];

const version = readVersion(JSON.parse(read("package.json")));
const stale = COPIES.filter((copy) => stamp(copy) !== read(copy.path));

if (process.argv.includes("--check")) {
  for (const { path } of stale) console.error(`${path} is stale: run \`npm run version:stamp\`.`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const copy of stale) writeFileSync(locate(copy.path), stamp(copy));
}

function stamp({ path, pattern }: VersionCopy): string {
  const text = read(path);
  if (text.search(pattern) < 0) throw new Error(`${path} has no version at ${String(pattern)}.`);
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
