/**
 * Installs what a folder with a manifest and a lock of its own needs. Such packages are large, and few
 * commands use them, so `npm ci` does not install them: each command does, when it runs first.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const LOCK = "package-lock.json";
const MODULES = "node_modules";
/** A copy of the lock that was installed, inside of `node_modules`. */
const INSTALLED = `${MODULES}/.installed-lock.json`;

const COMMAND = ["ci", "--workspaces=false", "--ignore-scripts", "--no-audit", "--no-fund"];

/**
 * Installs the packages of a folder unless they are there, and returns its `node_modules`. Processes may
 * do so at the same time: each installs beside the folder, and the first one that is done moves in.
 * @param folder An absolute path, or one in the working directory.
 */
export function installPackages(folder: string): string {
  const modules = join(folder, MODULES);
  if (isInstalled(folder)) return modules;
  const place = mkdtempSync(join(folder, ".install-"));
  try {
    for (const name of ["package.json", LOCK]) cpSync(join(folder, name), join(place, name));
    // Engines are not checked: what needs a newer Node than the tests run on is tested on both.
    execFileSync("npm", [...COMMAND, "--loglevel=error"], {
      cwd: place,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    cpSync(join(place, LOCK), join(place, INSTALLED));
    moveIn(folder, place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return modules;
}

function moveIn(folder: string, place: string): void {
  const modules = join(folder, MODULES);
  if (existsSync(modules) && !isInstalled(folder)) rmSync(modules, { recursive: true });
  try {
    renameSync(join(place, MODULES), modules);
  } catch (error) {
    // Another process has moved in.
    if (!isInstalled(folder)) throw error;
  }
}

/** Looks for a finished installation of exactly the lock. */
function isInstalled(folder: string): boolean {
  const installed = join(folder, INSTALLED);
  return (
    existsSync(installed) &&
    readFileSync(installed, "utf8") === readFileSync(join(folder, LOCK), "utf8")
  );
}
