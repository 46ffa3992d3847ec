import { readdirSync } from "node:fs";

/**
 * Lists the files of a folder at any depth, with the folder before each. Leaves out installed packages: their
 * links lead around in circles, through millions of paths.
 */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listFiles(path);
    return [path];
  });
}
