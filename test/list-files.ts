/** Files below a folder. */
import { readdirSync } from "node:fs";

/**
 * Lists the files of a folder, at any depth, as paths that begin with the folder. Skips `node_modules`: its
 * symbolic links form cycles, which would give millions of paths. Skips what is made while tests run, because it can be
 * gone again before it is read: `dist`, and folders whose names begin with a dot.
 */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return MADE.test(entry.name) ? [] : listFiles(path);
    return [path];
  });
}

const MADE = /^(?:node_modules|dist|\..*)$/;
