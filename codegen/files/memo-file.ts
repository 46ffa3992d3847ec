/** Keeps the results of generation between runs, in a cache folder. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { createMemo, type Memo, NO_MEMO } from "../model/memo.js";
import { replaceFile } from "./drafts.js";
import { readFolder } from "./folders.js";

/** The folder where tools keep their caches. Package managers and version control ignore it. */
const DEFAULT_FOLDER = join("node_modules", ".cache", "typewire-codegen");

/** Number of memos that are kept, one for each output folder. */
const MAX_MEMO_FILES = 8;

/** Length of the digest at the start of a file, by which damage and another generator are noticed. */
const DIGEST_LENGTH = 32;

/**
 * Runs `work` with the memo of the last run into the same output folder, and keeps the new one. A
 * memo saves time and never changes the result.
 * @param cacheFolder Default: a folder inside `node_modules`; no memo is kept where that is missing.
 */
export async function withMemo<Result>(
  out: string,
  cacheFolder: string | undefined,
  work: (memo: Memo) => Promise<Result>,
): Promise<Result> {
  const folder = cacheFolder ?? (existsSync("node_modules") ? DEFAULT_FOLDER : undefined);
  if (folder === undefined) return work(NO_MEMO);
  const name = digest(resolve(out)).toString("hex").slice(0, 16);
  const generator = await readFingerprint();
  const memo = createMemo(await readMemoFile(join(folder, name), generator));
  const result = await work(memo);
  if (!memo.isUnchanged()) {
    // Where nothing can be written, the next run only takes longer.
    await writeMemoFile(folder, name, generator, memo.used()).catch(() => undefined);
  }
  return result;
}

/** Identifies the generator's code and the declared versions of its dependencies. */
async function readFingerprint(): Promise<string> {
  const file = fileURLToPath(import.meta.url);
  // A bundle holds all of the generator; its folder is the package's `dist`.
  const folder = file.endsWith(".ts") ? dirname(dirname(file)) : dirname(file);
  const files = await readFolder(folder, (path) => /\.(?:ts|js|json)$/.test(path));
  return digest(JSON.stringify([...files])).toString("hex");
}

/** Reads the entries of an earlier run; none if the file is damaged or of another generator. */
export async function readMemoFile(
  file: string,
  generator: string,
): Promise<ReadonlyMap<string, string>> {
  try {
    const content = await readFile(file);
    const entries = content.subarray(DIGEST_LENGTH);
    if (!content.subarray(0, DIGEST_LENGTH).equals(digest(generator, entries))) return new Map();
    return deserialize(entries) as ReadonlyMap<string, string>; // the digest proves it
  } catch {
    return new Map(); // an unreadable cache is an empty one
  }
}

/** Writes the entries that a run used, and deletes the oldest memos. */
export async function writeMemoFile(
  folder: string,
  name: string,
  generator: string,
  entries: ReadonlyMap<string, string>,
): Promise<void> {
  const content = serialize(entries);
  await replaceFile(join(folder, name), Buffer.concat([digest(generator, content), content]));
  await removeOldest(folder);
}

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  const files = names.map((name) => join(folder, name));
  const dated = await Promise.all(files.map(async (file) => ({ file, time: await timeOf(file) })));
  const oldest = dated.sort((one, other) => other.time - one.time).slice(MAX_MEMO_FILES);
  await Promise.all(oldest.map(({ file }) => rm(file, { force: true })));
}

/** Another run may have deleted the file. */
function timeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

function digest(text: string, bytes: Uint8Array = new Uint8Array()): Buffer {
  return createHash("sha256").update(text).update(bytes).digest();
}
