/** Reads the blocks of a guide, and runs its commands as one terminal does. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../sdk/commands.js";

/** The blocks of a Markdown page, in order. */
export function readBlocks(path: string): readonly Block[] {
  let heading = "";
  const blocks: Block[] = [];
  const pattern = /^## (?<title>[^\n]+)$|^```(?<language>\w+)\n(?<code>.*?)^```$/gms;
  for (const { groups = {} } of readFileSync(path, "utf8").matchAll(pattern)) {
    const { title, language = "", code = "" } = groups;
    if (title === undefined) blocks.push({ language, heading, code });
    else heading = title;
  }
  if (blocks.length === 0) throw new Error(`${path} has no block of code.`);
  return blocks;
}

/** Opens a shell that begins in a folder. */
export function openShell(root: string): Shell {
  const state = join(root, ".folder");
  const folder = (): string => (existsSync(state) ? readFileSync(state, "utf8").trim() : root);
  return {
    folder,
    run: (code) =>
      run("bash", ["-ec", `${code}\npwd > "$STATE"`], folder(), { ...process.env, STATE: state }),
  };
}

/** A block of code of a page, and the heading above it. */
export interface Block {
  readonly language: string;
  readonly heading: string;
  readonly code: string;
}

/** Runs the blocks of a page as one terminal does: a block begins where the one before it has ended. */
export interface Shell {
  /** @throws Failure when a command of the block does. */
  readonly run: (code: string) => string;
  readonly folder: () => string;
}
