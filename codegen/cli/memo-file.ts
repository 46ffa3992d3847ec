import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { replaceFile } from "./drafts.js";

/** How many memos are kept, one for each output folder. */
const MAX_FILES = 8;

const DIGEST_LENGTH = 32;

/** The entries of an earlier run; empty if the file is damaged or of another generator. */
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
  const oldest = dated.sort((one, other) => other.time - one.time).slice(MAX_FILES);
  await Promise.all(oldest.map(({ file }) => rm(file, { force: true })));
}

/** Another run may have deleted the file. */
function timeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/** Detects damaged files and files of another generator. */
function digest(generator: string, content: Uint8Array): Buffer {
  return createHash("sha256").update(generator).update(content).digest();
}
