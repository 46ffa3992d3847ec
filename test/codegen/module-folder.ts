/** Generated modules, written where tests can import them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

/** Writes modules to a folder of their own, and returns its path. */
export type WriteModules = (
  files: readonly { readonly path: string; readonly text: string }[],
) => string;

/** A folder for the tests of a file, which is removed after them. */
export function createModuleFolder(): WriteModules {
  const folder = mkdtempSync(join(tmpdir(), "typewire-modules-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  return (files) => {
    const home = join(folder, String(count++));
    for (const { path, text } of files) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    return home;
  };
}
