import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

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

/** A specifier that leads from one file to another. */
export function relativeSpecifier(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
