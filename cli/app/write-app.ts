/** Writes an SDK into an app, together with the lists that name it. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileChange } from "../../codegen/files/change-files.js";
import { codeOf, isMissing } from "../../codegen/files/system-errors.js";
import type { GeneratedFile } from "../../codegen/generate.js";
import { CommandError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { changeFiles } from "../update/finish.js";

/** Largest number of files that a message names. */
const MAX_NAMED = 5;

/** @throws CommandError for a folder that has files, and for a file. */
export async function expectFreeFolder(app: string, folder: string): Promise<void> {
  const entries = await readdir(join(app, folder), { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      if (isMissing(error)) return [];
      if (codeOf(error) === "ENOTDIR")
        throw new CommandError(
          `${folder} is a file; expected a new folder. Nothing was written. Name another with --to.`,
        );
      throw error;
    },
  );
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  if (names.length === 0) return;
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  throw new CommandError(
    `${folder} has files already: ${names.sort().slice(0, MAX_NAMED).join(", ")}${more}. ` +
      "Nothing was written. Name another folder with --to, or move them.",
  );
}

/**
 * Writes files into an app, all together.
 * @param files With their paths inside the app.
 */
export async function writeApp(
  app: string,
  files: readonly GeneratedFile[],
  io: CliIo,
): Promise<void> {
  const changes: FileChange[] = [];
  for (const { path, text } of files) {
    const file = join(app, path);
    const before = await readFile(file, "utf8").catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (before !== text) changes.push({ path: file, before, after: text });
  }
  await changeFiles(app, changes, io);
}
