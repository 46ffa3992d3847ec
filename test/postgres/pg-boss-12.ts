/** The other supported major version of pg-boss. */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../scripts/install.js";

/** Loads pg-boss 12; the project itself installs pg-boss 10. */
export function loadPgBoss12(): object {
  installPackages(fileURLToPath(new URL(".", import.meta.url)));
  return createRequire(import.meta.url)("pg-boss-12") as object; // a module is an object
}
