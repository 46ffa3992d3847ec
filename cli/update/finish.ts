/** Writes the files of an update so that a kill leaves the old ones or the new ones, and completes updates. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import type { FileChange } from "../../codegen/files/change-files.js";
import { changeTogether, finishChange } from "../../codegen/files/change-together.js";
import type { CliIo } from "../io/io.js";

/** @throws Error if another process is updating the package. */
export async function finishUpdate(project: string, io: Pick<CliIo, "err">): Promise<void> {
  for (const { kind, kept } of await finishChange(project)) {
    io.err(
      kind === "completed"
        ? "Completed an update that was interrupted. `git diff` shows what it changed."
        : "An update was interrupted before it changed a file. Its drafts were removed.",
    );
    for (const path of kept) io.err(`Kept, because it was edited since then: ${path}`);
  }
}

/**
 * Changes all files of an update together. Another process moves them into place, which a kill of this one does not
 * end, nor one of its process group.
 * @returns The paths of files that somebody has edited meanwhile, which stay as they are.
 */
export function changeFiles(
  project: string,
  changes: readonly FileChange[],
  { program }: Pick<CliIo, "program">,
): Promise<readonly string[]> {
  const delegate = program && (() => finishInOtherProcess(program, project));
  return holdSignals(() => changeTogether(project, changes, { ...(delegate && { delegate }) }));
}

/** Resolves when the process has ended, also if it could not be started: then its work is left to this one. */
async function finishInOtherProcess(
  [command = "", ...first]: readonly string[],
  project: string,
): Promise<void> {
  const argv = [...first, "update", "--finish"];
  const child = spawn(command, argv, {
    cwd: project,
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  await once(child, "close").catch(() => undefined);
}

/** Delays an interrupt until the work is done. */
async function holdSignals<Result>(work: () => Promise<Result>): Promise<Result> {
  let received: NodeJS.Signals | undefined;
  const hold = (signal: NodeJS.Signals): void => {
    received = signal;
  };
  for (const signal of HELD_SIGNALS) process.on(signal, hold);
  try {
    return await work();
  } finally {
    for (const signal of HELD_SIGNALS) process.off(signal, hold);
    if (received !== undefined) process.kill(process.pid, received);
  }
}

const HELD_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
