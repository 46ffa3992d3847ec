import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isMap } from "../../codegen/import/model/description.js";
import { VERSION } from "../version.js";

/** What the made package installs of this project, as npm takes it. */
export interface Dependencies {
  readonly runtime: string;
  readonly cli: string;
}

/** The versions that a made package is tested with. */
export const TOOLS = { typescript: "~5.9.3", "@types/node": "^20.19.0" } as const;

/**
 * Chooses the versions. What is named is taken. Otherwise a command line that was installed from a
 * file (a tarball or a folder) refers to that file and to the runtime beside it, so that a package
 * can be made and tested before anything is published; any other refers to its own version.
 */
export function chooseDependencies(
  folder: string,
  named: Partial<Dependencies>,
  self: string = fileURLToPath(import.meta.url),
): Dependencies {
  const installed = findInstalled(self);
  const local = (name: string): string | undefined => {
    const path = installed && findFile(installed, name);
    return path === undefined ? undefined : `file:${relativePath(folder, path)}`;
  };
  return {
    runtime: named.runtime ?? local("typewire-runtime") ?? `^${VERSION}`,
    cli: named.cli ?? local("typewire-cli") ?? `^${VERSION}`,
  };
}

/** The packages beside this one, by name, with what npm installed them from. */
interface Installed {
  /** The folder that contains `node_modules`. */
  readonly root: string;
  readonly packages: ReadonlyMap<string, string>;
}

/** Reads npm's own list of what it installed. Other package managers have none. */
function findInstalled(self: string): Installed | undefined {
  const parts = self.split(sep);
  const end = parts.lastIndexOf("node_modules");
  if (end === -1) return undefined;
  const root = parts.slice(0, end).join(sep);
  const list = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(list)) return undefined;
  const { packages } = JSON.parse(readFileSync(list, "utf8")) as { packages?: unknown }; // as npm writes it
  const entries = Object.entries(isMap(packages) ? packages : {}).flatMap(([path, entry]) => {
    const resolved = isMap(entry) ? entry["resolved"] : undefined;
    const isTop = path.lastIndexOf("node_modules/") === 0;
    if (typeof resolved !== "string" || !isTop) return [];
    return [[path.slice("node_modules/".length), resolved] as const];
  });
  return { root, packages: new Map(entries) };
}

/** The file that a package was installed from, or one of the same version beside the command line. */
function findFile({ root, packages }: Installed, name: string): string | undefined {
  const own = packages.get(name);
  if (own?.startsWith("file:")) return resolve(root, own.slice("file:".length));
  const cli = packages.get("typewire-cli");
  if (!cli?.startsWith("file:")) return undefined;
  const beside = join(dirname(resolve(root, cli.slice("file:".length))), `${name}-${VERSION}.tgz`);
  return existsSync(beside) ? beside : undefined;
}

/** npm takes slashes on every system. */
function relativePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
