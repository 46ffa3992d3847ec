/** tsx for entries in TypeScript, which an older Node does not run by itself. */
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../programs/bundle.js";

/** Lets modules of a folder find the tsx of this repository. */
export async function installTsx(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(modules, { recursive: true });
  await symlink(join(ROOT, "node_modules/tsx"), join(modules, "tsx"));
}
