/**
 * Prepares a change: writes each new content as a numbered draft, and a journal of the moves that put the drafts into
 * place. The journal gets its name last, so that there is none as long as a draft is missing:
 *
 *     [{ "target": "src/a.ts", "draft": "0", "before": "<digest>" }, { "target": "src/gone.ts", "before": "<digest>" }]
 */
import { createHash } from "node:crypto";
import { constants } from "node:fs/promises";
import { join, relative } from "node:path";
import { type ChangeFiles, type FileChange, readOptional } from "./change-files.js";
import { folderOfProcess } from "./change-folder.js";

/** Name of the journal in the folder of a change. */
export const JOURNAL = "journal.json";

/**
 * Writes the new contents into the folder of this process, and then the journal.
 * @throws Error if a file has changed since it was read, or if a new content cannot be written. Nothing is left then.
 */
export async function prepareChange(
  project: string,
  changes: readonly FileChange[],
  fs: ChangeFiles,
): Promise<void> {
  const folder = folderOfProcess(project);
  await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(folder);
  try {
    // Version control ignores the folder, should it be left behind.
    await fs.writeFile(join(folder, ".gitignore"), "*\n");
    const moves: Move[] = [];
    for (const [index, change] of changes.entries())
      moves.push(await writeDraft(project, change, String(index), fs));
    await fs.writeFile(join(folder, "journal.draft"), JSON.stringify(moves), { flush: true });
    await fs.rename(join(folder, "journal.draft"), join(folder, JOURNAL));
  } catch (error) {
    await fs.rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Writes the new content of a file, and returns the move that puts it into place. */
async function writeDraft(
  project: string,
  { path, before, after }: FileChange,
  draft: string,
  fs: ChangeFiles,
): Promise<Move> {
  // The target of a link is replaced, because users link schema files.
  const linked = await fs.realpath(path).catch(() => undefined);
  const file = linked ?? path;
  const present = await readOptional(file, fs);
  if (present !== before)
    throw new Error(
      `${path} has been changed meanwhile. Nothing was written; run the command again.`,
    );
  const target = relative(linked === undefined ? project : await fs.realpath(project), file);
  const digest = before === undefined ? {} : { before: digestOf(before) };
  if (after === undefined) return { target, ...digest };
  await fs.writeFile(join(folderOfProcess(project), draft), after, { flush: true });
  if (before !== undefined) await keepMode(join(folderOfProcess(project), draft), file, fs);
  return { target, draft, ...digest };
}

/** @throws Error for a read-only file, which renaming would replace. */
async function keepMode(draft: string, target: string, fs: ChangeFiles): Promise<void> {
  await fs.access(target, constants.W_OK);
  const [draftStat, targetStat] = await Promise.all([fs.stat(draft), fs.stat(target)]);
  if (targetStat.mode !== draftStat.mode) await fs.chmod(draft, targetStat.mode);
}

/** The digest of a content, by which a move knows the file that it replaces. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** One move of the journal. */
export interface Move {
  /** Seen from the project, which may be moved or mounted elsewhere before the change is completed. */
  readonly target: string;
  /** Name of the new content in the folder; absent to remove the target. */
  readonly draft?: string;
  /** Digest of the content before; absent if there was no file. */
  readonly before?: string;
}
