import { type FSWatcher, watch } from "node:fs";
import type { GenerateOptions } from "./command-line.js";
import { isMissing, listFolders } from "./files.js";
import { runGenerate } from "./generate-command.js";
import { type CommandIo, messageOf } from "./report.js";

/** Editors save in several steps: generation waits until nothing has changed for this long. */
const QUIET_MILLISECONDS = 60;

/** Generates now and after every save, until `io.signal` aborts. Goes on after errors in the YAML. */
export async function runWatch(options: GenerateOptions, io: CommandIo): Promise<number> {
  const stopped = whenAborted(io.signal);
  const changes = createChangeBursts(QUIET_MILLISECONDS);
  const folders = createFolderWatch(options.schema, () => changes.notice());
  try {
    let isStopped = false;
    while (!isStopped) {
      await folders.refresh();
      const code = await runGenerate(options, io);
      if (code !== 0) io.err(`${options.out} stays as it was.`);
      io.out(`Watching ${options.schema}.`);
      isStopped = await Promise.race([changes.next().then(() => false), stopped.then(() => true)]);
    }
    return 0;
  } catch (error) {
    io.err(isMissing(error) ? `The folder ${options.schema} does not exist.` : messageOf(error));
    return 1;
  } finally {
    folders.close();
    changes.close();
  }
}

function whenAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Treats changes that follow each other closely as one. */
interface ChangeBursts {
  /** Reports a change; a burst ends when none follows for a while. */
  notice(): void;
  /** Resolves when a burst ends, or at once if one has ended since the last call. */
  next(): Promise<void>;
  /** Clears the timer. */
  close(): void;
}

function createChangeBursts(quietMilliseconds: number): ChangeBursts {
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  let wake: (() => void) | undefined;
  const end = (): void => {
    hasEnded = true;
    wake?.();
  };
  return {
    notice() {
      clearTimeout(timer);
      timer = setTimeout(end, quietMilliseconds);
    },
    async next() {
      if (!hasEnded) await new Promise<void>((resolve) => (wake = resolve));
      hasEnded = false;
    },
    close() {
      clearTimeout(timer);
    },
  };
}

/**
 * Watches folders, not files: an editor that saves by renaming replaces the watched file, and only
 * the folder reports that.
 */
function createFolderWatch(root: string, onChange: () => void) {
  const watchers = new Map<string, FSWatcher>();
  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const start = (folder: string): void => {
    try {
      const watcher = watch(folder, onChange);
      watcher.on("error", () => drop(folder));
      watchers.set(folder, watcher);
    } catch (error) {
      // A folder may be deleted after it was listed; its parent reports that.
      if (folder === root || !isMissing(error)) throw error;
    }
  };
  return {
    /** Starts watching new folders and stops watching deleted ones. */
    async refresh(): Promise<void> {
      const folders = await listFolders(root);
      for (const folder of watchers.keys()) if (!folders.includes(folder)) drop(folder);
      for (const folder of folders.filter((path) => !watchers.has(path))) start(folder);
    },
    close(): void {
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}
