/**
 * Compares our signatures with those of the vendors' own libraries, in both directions, and runs the examples of
 * services with these libraries. They are many and large, so the project does not install them: they are installed
 * here, from the lock file of `test/vendors`.
 */
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../scripts/install.js";

const folder = fileURLToPath(new URL("../vendors/", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));
const modules = `${root}node_modules/`;

const steps: readonly (readonly [command: string, ...parameters: string[]])[] = [
  [process.execPath, `${modules}typescript-7/bin/tsc`, "--noEmit", "--project", folder],
  [
    process.execPath,
    `${modules}vitest/vitest.mjs`,
    "run",
    "--root",
    folder,
    ...process.argv.slice(2),
  ],
];

installPackages(folder);
// A compiler finds the libraries only from a folder below.
const copies = `${folder}.services`;
rmSync(copies, { recursive: true, force: true });
cpSync(`${root}examples/services`, copies, { recursive: true });
for (const [command, ...parameters] of steps) {
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: "inherit" });
  if (status !== 0) {
    process.exitCode = status ?? 1;
    break;
  }
}
rmSync(copies, { recursive: true, force: true });
