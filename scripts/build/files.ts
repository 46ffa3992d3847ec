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

/** Rewrites the modules that bundled code imports; `rewrite` gets a path below the output folder. */
export function replaceImports(
  { fileName, code }: { readonly fileName: string; readonly code: string },
  rewrite: (path: string) => string,
): string {
  return code.replace(STATIC_IMPORT, (_, source: string) =>
    JSON.stringify(rewrite(posix.join(posix.dirname(fileName), source))),
  );
}

/** The module of an import or export statement, also of one without spaces and line breaks. */
const STATIC_IMPORT = /(?<=(?:^|[;\n])(?:import|export)\b[^"\n;]*\bfrom ?)"(\.[^"\n]+)"/g;

/** A specifier that leads from one file to another. */
export function relativeSpecifier(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
