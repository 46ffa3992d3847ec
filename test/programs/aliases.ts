/** Leads the names of packages to their sources, for tests and for the programs that tests start. */
import { resolve } from "node:path";
import { listSources } from "../../scripts/exports.js";

const ROOT = resolve(import.meta.dirname, "../..");

/** The first one that matches counts. */
export const ALIASES: readonly { readonly find: RegExp; readonly replacement: string }[] =
  Object.entries(listSources()).map(([name, path]) => ({
    find: new RegExp(`^${name.replace("*", "(.+)")}$`),
    replacement: resolve(ROOT, path).replace("*", "$1"),
  }));
