/** Finds the descriptions to judge, and unpacks them. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Failure, run } from "../sdk/commands.js";

/** The descriptions in a folder, or the one that a path names. */
export function listDescriptions(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => /\.(?:ya?ml|json)(?:\.gz)?$|\.tar\.gz$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** The file to import, uncompressed. Of an archive, the one that refers to the others. */
export function unpack(path: string, folder: string): string {
  if (!path.endsWith(".gz")) return path;
  if (!path.endsWith(".tar.gz")) {
    const file = join(folder, basename(path, ".gz"));
    writeFileSync(file, gunzipSync(readFileSync(path)));
    return file;
  }
  run("tar", ["-xzf", path], folder);
  const [top] = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /^openapi\.(ya?ml|json)$/.test(basename(name)))
    .sort((one, other) => one.length - other.length);
  if (top === undefined) throw new Failure(`There is no openapi.yaml in ${path}.`);
  return join(folder, top);
}
