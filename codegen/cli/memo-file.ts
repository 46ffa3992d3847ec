import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";

/** How many memos a folder holds: one for each output folder, the latest. */
const MOST_FILES = 8;

const DIGEST_LENGTH = 32;

/** What an earlier run of the same generator has kept; nothing when it was another or is broken. */
export async function readMemoFile(
  file: string,
  generator: string,
): Promise<ReadonlyMap<string, string>> {
  try {
    const content = await readFile(file);
    const entries = content.subarray(DIGEST_LENGTH);
    if (!content.subarray(0, DIGEST_LENGTH).equals(digest(generator, entries))) return new Map();
    return deserialize(entries) as ReadonlyMap<string, string>; // as it was written, says the digest
  } catch {
    return new Map(); // a cache that cannot be read is as good as none
  }
}

/** Keeps what a run has used, and forgets the memos that have not been written for longest. */
export async function writeMemoFile(
  folder: string,
  name: string,
  generator: string,
  entries: ReadonlyMap<string, string>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const content = serialize(entries);
  // Renamed into place, so that a run at the same time reads the old or the new, never a half.
  const draft = join(folder, `${name}.${process.pid}`);
  await writeFile(draft, Buffer.concat([digest(generator, content), content]));
  await rename(draft, join(folder, name));
  await removeOldest(folder);
}

async function removeOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).map((name) => join(folder, name));
  const dated = await Promise.all(files.map(async (file) => ({ file, time: await timeOf(file) })));
  const oldest = dated.sort((one, other) => other.time - one.time).slice(MOST_FILES);
  await Promise.all(oldest.map(({ file }) => rm(file, { force: true })));
}

/** Another run may have taken a file away meanwhile. */
function timeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/** Tells another generator and a damaged file alike. */
function digest(generator: string, content: Uint8Array): Buffer {
  return createHash("sha256").update(generator).update(content).digest();
}
