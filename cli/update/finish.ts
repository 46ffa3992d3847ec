/** Completes an update that was killed, before a command reads the files of its package. */
import process from "node:process";
import { finishChange } from "../../codegen/files/change-together.js";
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

/** Lets files be moved to the end before an interrupt ends the process. */
export async function holdSignals<Result>(work: () => Promise<Result>): Promise<Result> {
  let received: NodeJS.Signals | undefined;
  const hold = (signal: NodeJS.Signals): void => {
    received = signal;
  };
  for (const signal of HELD) process.on(signal, hold);
  try {
    return await work();
  } finally {
    for (const signal of HELD) process.off(signal, hold);
    if (received !== undefined) process.kill(process.pid, received);
  }
}

const HELD = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
