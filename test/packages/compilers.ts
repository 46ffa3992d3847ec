/** The tools of a user: each supported version of TypeScript, and the linters of packages. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../scripts/install.js";

const ROOT_MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** `node_modules` with publint, with "are the types wrong", and with older compilers. */
export const TOOLS = installPackages(fileURLToPath(new URL(".", import.meta.url)));

/** Folder of the least version that the README promises. */
export const LEAST_COMPILER = join(TOOLS, "typescript-5.4");

export const NEWEST_COMPILER = join(ROOT_MODULES, "typescript-7");

/** Folders of the last version of 5, of 6 and of 7. */
export const COMPILERS = [
  join(TOOLS, "typescript-5.9"),
  join(ROOT_MODULES, "typescript"),
  NEWEST_COMPILER,
];
