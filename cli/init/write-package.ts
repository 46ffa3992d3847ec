/** Writes a new package, all of its files or none. */
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { makeFolder } from "../../codegen/files/folders.js";
import type { GeneratedFile } from "../../codegen/generate.js";
import { DRAFT_PREFIX, listAbandoned } from "./target-folder.js";

/**
 * Writes a package into an empty folder: first into a draft folder inside it, from which all files are
 * moved when the work is done. Until then, the draft folder marks the package as incomplete, so that another
 * `init` can begin again. Nothing is made before the first file is written, and nothing is left if the work fails.
 * @throws Error for a path that leads out of the folder.
 */
export async function writePackage<Result>(
  folder: string,
  work: (write: WriteFile) => Promise<Result>,
): Promise<Result> {
  const abandoned = await listAbandoned(folder);
  const draft = new PackageDraft(folder);
  const result = await work((file) => draft.write(file)).catch(async (error: unknown) => {
    await draft.discard();
    throw error;
  });
  await draft.complete(abandoned);
  return result;
}

/** The draft folder of a package. It is made with the first file. */
class PackageDraft {
  readonly #folder: string;
  /** True if there was no folder before the package. */
  readonly #isFolderNew: boolean;
  #draft: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#isFolderNew = !existsSync(folder);
  }

  async write({ path, text }: GeneratedFile): Promise<void> {
    expectInside(this.#folder, path);
    this.#draft ??= await createDraft(this.#folder);
    const target = join(this.#draft, path);
    await makeFolder(dirname(target));
    await writeFile(target, text, { flag: "wx" });
  }

  /** Leaves the folder as it was. */
  async discard(): Promise<void> {
    if (this.#draft === undefined) return;
    await rm(this.#draft, { recursive: true, force: true });
    if (this.#isFolderNew && (await readdir(this.#folder)).length === 0) await rmdir(this.#folder);
  }

  /**
   * Moves all files to their places.
   * @param abandoned Drafts of runs that were killed, perhaps while they moved files: these are replaced.
   */
  async complete(abandoned: readonly string[]): Promise<void> {
    if (this.#draft === undefined) return;
    for (const name of abandoned) await rm(join(this.#folder, name), { recursive: true });
    for (const name of await readdir(this.#draft)) {
      const target = join(this.#folder, name);
      if (abandoned.length > 0) await rm(target, { recursive: true, force: true });
      await rename(join(this.#draft, name), target);
    }
    await rmdir(this.#draft);
  }
}

async function createDraft(folder: string): Promise<string> {
  await makeFolder(folder);
  return mkdtemp(join(folder, DRAFT_PREFIX));
}

function expectInside(folder: string, path: string): void {
  const inside = relative(resolve(folder), resolve(folder, path));
  const isOutside =
    inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  if (isOutside) throw new Error(`The file ${path} would be outside of ${folder}.`);
}

/** Writes a file of a package, so that its maker need not keep it. */
export type WriteFile = (file: GeneratedFile) => Promise<void>;
