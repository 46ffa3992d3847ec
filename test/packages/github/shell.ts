import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../sdk/commands.js";

/** Runs the blocks of a page as one terminal does: a block begins where the one before it has ended. */
export interface Shell {
  /** @throws Failure when a command of the block does. */
  readonly run: (code: string) => string;
  readonly folder: () => string;
}

export function openShell(root: string): Shell {
  const state = join(root, ".folder");
  const folder = (): string => (existsSync(state) ? readFileSync(state, "utf8").trim() : root);
  return {
    folder,
    run: (code) =>
      run("bash", ["-ec", `${code}\npwd > "$STATE"`], folder(), { ...process.env, STATE: state }),
  };
}
