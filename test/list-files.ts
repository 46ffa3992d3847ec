import { readdirSync } from "node:fs";

/**
 * Lists the files of a folder, at any depth, as paths that begin with the folder. Skips `node_modules`: its
 * symbolic links form cycles, which would give millions of paths.
 */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listFiles(path);
    return [path];
  });
}
