/** Watches a folder of YAML for changes. */
import { type FSWatcher, watch } from "node:fs";
import { isMissing } from "./system-errors.js";
import { listFolders } from "./folders.js";

/**
 * Watches folders, not files: an editor that saves by renaming replaces the watched file, and only
 * the folder reports that.
 */
export function watchFolder(root: string): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let hasChanged = false;
  let wake: (() => void) | undefined;
  const reportChange = (): void => {
    hasChanged = true;
    wake?.();
  };
  const noticeChange = (): void => {
    clearTimeout(timer);
    timer = setTimeout(reportChange, QUIET_MILLISECONDS);
  };
  const unwatch = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const watchOne = (folder: string): void => {
    try {
      const watcher = watch(folder, noticeChange);
      watcher.on("error", () => unwatch(folder));
      watchers.set(folder, watcher);
    } catch (error) {
      // A folder may be deleted after it was listed; its parent reports that.
      if (folder === root || !isMissing(error)) throw error;
    }
  };
  return {
    async refresh() {
      const folders = await listFolders(root);
      for (const folder of watchers.keys()) if (!folders.includes(folder)) unwatch(folder);
      for (const folder of folders.filter((path) => !watchers.has(path))) watchOne(folder);
    },
    async next() {
      if (!hasChanged) await new Promise<void>((resolve) => (wake = resolve));
      hasChanged = false;
    },
    close() {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) unwatch(folder);
    },
  };
}

/** Editors save in several steps, so a change is reported after this time without another one. */
const QUIET_MILLISECONDS = 60;

/** Reports changes in a folder and in its subfolders. Changes in quick succession are one. */
export interface FolderWatch {
  /** Starts watching new folders and stops watching deleted ones. */
  refresh(): Promise<void>;
  /** Resolves after the next change, or at once if there was one since the last call. */
  next(): Promise<void>;
  close(): void;
}
