/** Finds the pages of a package that are out of date, and tells those that somebody has edited from the others. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { GeneratedFile } from "../../../codegen/generate.js";
import type { SchemaModel } from "../../../codegen/model/model.js";
import { FOLDERS } from "../../io/tool.js";
import type { Manifest } from "../manifest.js";
import { readSeal } from "../seal.js";
import { PAGE_PATHS, printPages, readPageFacts } from "./pages.js";

/**
 * Finds the pages of a package that differ from those of its present schema. They are those of the client in
 * `src/generated`; a package can have other clients, which have no pages.
 * @param out The output folder of the client.
 * @param paths Paths of the generated files.
 */
export async function findPageChanges(
  manifest: Manifest,
  out: string,
  model: SchemaModel,
  paths: ReadonlySet<string>,
): Promise<PageChanges> {
  if (resolve(out) !== join(manifest.project, FOLDERS.out)) return { stale: [], edited: [] };
  const present = await readSealedPages(manifest.project);
  if (present.size === 0) return { stale: [], edited: [] };
  return comparePages(present, await printPages(await readPageFacts(manifest, model, paths)));
}

/** Reads the pages of a package that have a seal, by path. Others belong to their users. */
export async function readSealedPages(project: string): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const path of PAGE_PATHS) {
    const text = await readFile(join(project, path), "utf8").catch(() => "");
    if (readSeal(text)) pages.set(path, text);
  }
  return pages;
}

/** Compares pages with those that are generated now. Pages without a seal are left out. */
export function comparePages(
  present: ReadonlyMap<string, string>,
  generated: readonly GeneratedFile[],
): PageChanges {
  const stale: StalePage[] = [];
  const edited: string[] = [];
  for (const page of generated) {
    const before = present.get(page.path) ?? "";
    const presentSeal = readSeal(before);
    if (presentSeal === undefined || presentSeal.digest === readSeal(page.text)?.digest) continue;
    if (presentSeal.isIntact) stale.push({ ...page, before });
    else edited.push(page.path);
  }
  return { stale, edited };
}

/** Pages of a package that differ from those of the present schema. */
interface PageChanges {
  /** Pages as they should be, where those that are there were not edited. */
  readonly stale: readonly StalePage[];
  /** Paths of pages that somebody has edited. */
  readonly edited: readonly string[];
}

interface StalePage extends GeneratedFile {
  /** The text that is there. */
  readonly before: string;
}
