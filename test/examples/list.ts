/** The modules of the examples. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const EXAMPLES = fileURLToPath(new URL("../../examples", import.meta.url));

/** Samples for apps, which `test/apps` reads; and what `test/frameworks/run.ts` installs and builds. */
const LEFT_OUT = /^(?:apps|node_modules|build|dist|next-env\.d\.ts|\..+)$/;

/** Paths of the modules below `examples/`. */
export const MODULES: readonly string[] = listModules("").sort();

/** Walks by itself, since `recursive` follows the links of an installed example back to the root. */
function listModules(folder: string): string[] {
  return readdirSync(`${EXAMPLES}/${folder}`, { withFileTypes: true })
    .filter(({ name }) => !LEFT_OUT.test(name))
    .flatMap((entry) => {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) return listModules(`${path}/`);
      return /\.(?:ts|m?js)$/.test(path) ? [path] : [];
    });
}
