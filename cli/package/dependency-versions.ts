/** Versions of this project's packages that a made package or an app installs. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isMap } from "../../codegen/model/json.js";
import { VERSION } from "../io/tool.js";
import { toSlashes } from "../io/paths.js";

/**
 * Chooses the versions that no option names. A command line that was installed from a file (a tarball or a
 * folder) uses that file and the runtime beside it, so that packages can be tested before a release. Any
 * other uses its own version.
 * @param folder The folder that installs them, from which paths of files are relative.
 * @param command The file of the command line that runs.
 */
export function chooseDependencies(
  folder: string,
  askedVersions: Partial<Dependencies>,
  command: string = fileURLToPath(import.meta.url),
): Dependencies {
  const installed = findInstalled(command);
  const local = (name: string): string | undefined => {
    const path = installed && findFile(installed, name);
    return path === undefined ? undefined : `file:${toSlashes(relative(folder, path))}`;
  };
  return {
    runtime: askedVersions.runtime ?? local("typewire-runtime") ?? `^${VERSION}`,
    cli: askedVersions.cli ?? local("typewire-cli") ?? `^${VERSION}`,
  };
}

/** Reads npm's list of the packages beside the command line. Other package managers have no such list. */
function findInstalled(command: string): Installed | undefined {
  const parts = command.split(sep);
  const end = parts.lastIndexOf("node_modules");
  if (end === -1) return undefined;
  const root = parts.slice(0, end).join(sep);
  const list = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(list)) return undefined;
  const { packages } = JSON.parse(readFileSync(list, "utf8")) as { packages?: unknown }; // npm writes it so
  const entries = Object.entries(isMap(packages) ? packages : {}).flatMap(([path, entry]) => {
    const resolved = isMap(entry) ? entry["resolved"] : undefined;
    const isTop = path.lastIndexOf("node_modules/") === 0;
    if (typeof resolved !== "string" || !isTop) return [];
    return [[path.slice("node_modules/".length), resolved] as const];
  });
  return { root, packages: new Map(entries) };
}

/** Finds the file of a package, or one of the same version beside that of the command line. */
function findFile({ root, packages }: Installed, name: string): string | undefined {
  const specifier = packages.get(name);
  if (specifier?.startsWith("file:")) return resolve(root, specifier.slice("file:".length));
  const cli = packages.get("typewire-cli");
  if (!cli?.startsWith("file:")) return undefined;
  const beside = join(dirname(resolve(root, cli.slice("file:".length))), `${name}-${VERSION}.tgz`);
  return existsSync(beside) ? beside : undefined;
}

/** Versions or files of this project's packages that a made package installs, as npm takes them. */
export interface Dependencies {
  readonly runtime: string;
  readonly cli: string;
}

/** Packages beside this one. */
interface Installed {
  /** Folder that contains `node_modules`. */
  readonly root: string;
  /** Sources from which npm installed them, by name. */
  readonly packages: ReadonlyMap<string, string>;
}
