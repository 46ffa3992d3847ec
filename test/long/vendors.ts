/**
 * Compares our signatures with those of the vendors' own libraries, in both directions. The libraries
 * are many and large, so the project does not install them: they are installed here, from the lock
 * file of `test/vendors`.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../scripts/install.js";

const folder = fileURLToPath(new URL("../vendors/", import.meta.url));
const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));

const steps: readonly (readonly [command: string, ...parameters: string[]])[] = [
  [process.execPath, `${modules}typescript/bin/tsc`, "--noEmit"],
  [process.execPath, `${modules}vitest/vitest.mjs`, "run", ...process.argv.slice(2)],
];

installPackages(folder);
for (const [command, ...parameters] of steps) {
  const { status } = spawnSync(command, parameters, { cwd: folder, stdio: "inherit" });
  if (status !== 0) {
    process.exitCode = status ?? 1;
    break;
  }
}
