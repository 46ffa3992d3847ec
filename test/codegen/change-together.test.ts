/** Files that change together, stopped at each of their operations. */
import * as files from "node:fs/promises";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChangeFiles, FileChange } from "../../codegen/files/change-files.js";
import { changeTogether, finishChange } from "../../codegen/files/change-together.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "typewire-together-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const OLD: Texts = { "package.json": "old", "src/a.ts": "a", "src/gone.ts": "g", "README.md": "r" };
const NEW: Texts = {
  "package.json": "new",
  "src/a.ts": "A",
  "src/deep/b.ts": "b",
  "README.md": "r",
};

class Killed extends Error {}

describe("changeTogether", () => {
  it("changes, creates and removes files, and leaves nothing else", async () => {
    await writeTexts(OLD);
    expect(await changeTogether(folder, listChanges())).toEqual([]);
    expect(await readTexts()).toEqual(NEW);
  });

  it("leaves the old or the new files, wherever it is killed", async () => {
    const total = await countOperations();
    expect(total).toBeGreaterThan(20);
    const ends = new Set<string>();
    for (let operations = 0; operations < total; operations += 1) {
      await writeTexts(OLD);
      const { fs } = createMortalFiles({ operations });
      await expect(changeTogether(folder, listChanges(), { fs })).rejects.toThrow(Killed);
      const [finished] = await finishChange(folder);
      const texts = await readTexts();
      const isNew = JSON.stringify(texts) === JSON.stringify(sortByPath(NEW));
      expect(texts, `after ${operations} of ${total}`).toEqual(isNew ? NEW : OLD);
      // Only files that nothing has moved yet count as discarded.
      if (finished?.kind === "discarded") ends.add(isNew ? "new, discarded" : "old, discarded");
      else ends.add(isNew ? "new" : "old");
      await emptyFolder();
    }
    expect(ends).toEqual(new Set(["old", "old, discarded", "new", "new, discarded"]));
  });

  it("completes a change that is killed again while it is completed", async () => {
    await breakOff(AFTER_FIRST_FILE);
    const uninterrupted = createMortalFiles();
    await finishChange(folder, { fs: uninterrupted.fs });
    const total = uninterrupted.countDone();
    expect(total).toBeGreaterThan(15);
    for (let operations = 0; operations < total; operations += 1) {
      await emptyFolder();
      await breakOff(AFTER_FIRST_FILE);
      const { fs } = createMortalFiles({ operations });
      // It may take the error of its last operation for a missing file, and end without one.
      await finishChange(folder, { fs }).catch(expectKilled);
      await finishChange(folder);
      expect(await readTexts(), `after ${operations} of ${total}`).toEqual(NEW);
    }
  });

  it("writes nothing if a file has changed since it was read", async () => {
    await writeTexts(OLD);
    const changes = listChanges();
    await writeTexts({ "src/a.ts": "by hand" });
    await expect(changeTogether(folder, changes)).rejects.toThrow("has been changed meanwhile");
    expect(await readTexts()).toEqual({ ...OLD, "src/a.ts": "by hand" });
  });

  it("writes nothing if a new file is there meanwhile", async () => {
    await writeTexts({ ...OLD, "src/deep/b.ts": "by hand" });
    await expect(changeTogether(folder, listChanges())).rejects.toThrow("changed meanwhile");
  });

  it("keeps a file that somebody edited before the change was completed", async () => {
    await breakOff(AFTER_JOURNAL);
    const journal = join(folder, `.typewire-update-${process.pid}`, "journal.json");
    expect(await readFile(journal, "utf8")).toContain("package.json");
    await writeTexts({ "src/gone.ts": "by hand" });
    const [finished] = await finishChange(folder);
    expect(finished).toEqual({ kind: "completed", kept: [join(folder, "src/gone.ts")] });
    expect(await readTexts()).toEqual({ ...NEW, "src/gone.ts": "by hand" });
  });

  it("waits for a process that moves files, and leaves its change alone", async () => {
    const running = ".typewire-update-1"; // the first process of the system
    await mkdir(join(folder, running));
    const finished = finishChange(folder, { patience: 0 });
    await expect(finished).rejects.toThrow("The process 1 is updating this package");
    expect(await readdir(folder)).toEqual([running]);
    const waiting = finishChange(folder);
    await rm(join(folder, running), { recursive: true });
    expect(await waiting).toEqual([]);
  });

  it("leaves a change to the process that claims it first", async () => {
    const abandoned = await leaveChange();
    // The slower process claims the change by renaming its folder; the faster one completes it just before.
    const slower = interceptRename(async (from) => {
      if (from === abandoned) await finishChange(folder);
    });
    expect(await finishChange(folder, { fs: slower })).toEqual([]);
    expect(await readTexts()).toEqual(NEW);
  });

  it("completes a change in a folder that has been moved since then", async () => {
    await leaveChange();
    const moved = `${folder}-moved`;
    await rename(folder, moved);
    folder = moved;
    expect(await finishChange(folder)).toEqual([{ kind: "completed", kept: [] }]);
    expect(await readTexts()).toEqual(NEW);
  });

  it("replaces files that are mounted from another disk", async () => {
    await writeTexts(OLD);
    const fs = interceptRename((from, to) => {
      const isAcross = from.includes("-update-") && !to.includes("-update-");
      if (isAcross) throw Object.assign(new Error("EXDEV"), { code: "EXDEV" });
    });
    expect(await changeTogether(folder, listChanges(), { fs })).toEqual([]);
    expect(await readTexts()).toEqual(NEW);
  });

  it("leaves to another process what it has prepared, and moves what that one does not", async () => {
    await writeTexts(OLD);
    const during: Texts[] = [];
    const delegate = async (): Promise<void> => void during.push(await readTexts());
    expect(await changeTogether(folder, listChanges(), { delegate })).toEqual([]);
    expect(during).toMatchObject([OLD]);
    expect(await readTexts()).toEqual(NEW);
  });
});

async function writeTexts(texts: Texts): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** All files but those in the folder of an update that has not ended. */
async function readTexts(): Promise<Texts> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const texts = await Promise.all(
    paths.sort().map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const),
  );
  return Object.fromEntries(texts);
}

function listChanges(before: Texts = OLD, after: Texts = NEW): readonly FileChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .map((path) => ({ path: join(folder, path), before: before[path], after: after[path] }));
}

function sortByPath(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function emptyFolder(): Promise<void> {
  await rm(folder, { recursive: true });
  await mkdir(folder);
}

// ---- Processes that are killed

/** The first rename is that of the journal; each later one moves a file into place. */
const AFTER_JOURNAL: Life = { renames: 1 };
const AFTER_FIRST_FILE: Life = { renames: 2 };

/**
 * The file system of a process that is killed when it begins one operation more than its life has. Nothing has an
 * effect from then on, not even what `finally` and `catch` do. A file whose writing begins then gets half of its
 * content.
 */
function createMortalFiles({ operations = Infinity, renames = Infinity }: Life = {}): MortalFiles {
  let operationsDone = 0;
  let renamesDone = 0;
  let isKilled = false;
  const run = async (name: string, operation: Operation, args: readonly unknown[]) => {
    if (isKilled) throw new Killed();
    isKilled = operationsDone === operations || (name === "rename" && renamesDone === renames);
    if (isKilled) {
      if (name === "writeFile") await writeHalf(String(args[0]), String(args[1]));
      throw new Killed();
    }
    operationsDone += 1;
    if (name === "rename") renamesDone += 1;
    return operation(...args);
  };
  const fs = new Proxy(files, {
    get: (target, name: keyof ChangeFiles) => {
      const operation = target[name] as Operation;
      return (...args: readonly unknown[]) => run(name, operation, args);
    },
  });
  return { fs, countDone: () => operationsDone };
}

async function writeHalf(path: string, text: string): Promise<void> {
  await files.writeFile(path, text.slice(0, text.length / 2));
}

/** The operations of a change that nothing interrupts. */
async function countOperations(): Promise<number> {
  await writeTexts(OLD);
  const { fs, countDone } = createMortalFiles();
  await changeTogether(folder, listChanges(), { fs });
  await emptyFolder();
  return countDone();
}

/** Begins the change of the old files to the new ones in a process that is killed. */
async function breakOff(life: Life): Promise<void> {
  await writeTexts(OLD);
  const { fs } = createMortalFiles(life);
  await expect(changeTogether(folder, listChanges(), { fs })).rejects.toThrow(Killed);
}

function expectKilled(error: unknown): void {
  expect(error).toBeInstanceOf(Killed);
}

/** Leaves a change whose process was killed before it moved the first file. Returns its folder. */
async function leaveChange(): Promise<string> {
  await breakOff(AFTER_JOURNAL);
  const abandoned = join(folder, ".typewire-update-999999999");
  await rename(join(folder, `.typewire-update-${process.pid}`), abandoned);
  return abandoned;
}

// ---- Other file systems

/** The file system, with a function that is called before each rename. */
function interceptRename(before: (from: string, to: string) => unknown): ChangeFiles {
  return {
    ...files,
    rename: async (from, to) => {
      await before(String(from), String(to));
      await rename(from, to);
    },
  };
}

// ---- Types

/** Operations that a process does before it is killed; without limits, it lives on. */
interface Life {
  readonly operations?: number;
  readonly renames?: number;
}

interface MortalFiles {
  readonly fs: ChangeFiles;
  readonly countDone: () => number;
}

type Operation = (...args: readonly unknown[]) => Promise<unknown>;

type Texts = Readonly<Record<string, string>>;
