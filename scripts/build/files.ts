/** Writes files of packages, and the licences of the code of others in them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes files by their paths below a folder. */
export function writeFiles(
  folder: string,
  files: Iterable<readonly [path: string, text: string]>,
): void {
  for (const [path, text] of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/**
 * Writes the licences of bundled packages into a package, since most require their notice in copies.
 * @param bundled The folders of these packages.
 * @throws Error when a package names no licence.
 */
export function writeLicenses(folder: string, bundled: readonly string[]): void {
  const parts = bundled.map((each) => `## ${readManifest(each).name}\n\n${readLicense(each)}\n`);
  const text = ["# Code of others in this package\n", ...parts].join("\n");
  writeFileSync(join(folder, "THIRD_PARTY.md"), text);
}

function readLicense(folder: string): string {
  const file = readdirSync(folder).find((path) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(path));
  if (file !== undefined) return readFileSync(join(folder, file), "utf8").trim();
  const { license } = readManifest(folder);
  if (license === undefined) throw new Error(`${folder} names no licence; expected one.`);
  return license;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest; // npm's own form
}

interface Manifest {
  readonly name: string;
  /** The name of the licence, such as `MIT`. */
  readonly license?: string;
}
