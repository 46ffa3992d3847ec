/** Takes over the list of methods from earlier versions, which wrote `api.md` outside of the output folder. */
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { isGenerated } from "../../codegen/emit/print/file.js";
import { API_FILE } from "../../codegen/generate.js";
import type { CliIo } from "../io/io.js";
import { readManifest, writeManifestKey } from "./manifest.js";
import { toSlashes } from "../io/paths.js";

/** Where earlier versions wrote the list: beside an output folder, or in the root, two above `src/generated`. */
const FORMER_FILES = [`../${API_FILE}`, `../../${API_FILE}`] as const;

/** Paths of the list from the output folder, the present one first. */
export const LIST_FILES: readonly string[] = [API_FILE, ...FORMER_FILES];

/** Finds the former list. A list whose links lead to another folder stays, and so does a page of the user. */
export async function findFormerList(out: string): Promise<FormerList | undefined> {
  for (const path of FORMER_FILES) {
    const file = resolve(out, path);
    const text = await readFile(file, "utf8").catch(() => "");
    const folder = `./${toSlashes(relative(join(file, ".."), resolve(out)))}/`;
    const links = [...text.matchAll(/(?: href="|\]\()([^")]*)/g)].map(([, link = ""]) => link);
    if (isGenerated(text) && links.every((link) => link.startsWith(folder))) return { path, text };
  }
  return undefined;
}

/** Replaces the former list by the present one among the packed files of a manifest. */
export async function updatePackedList(
  { path }: FormerList,
  out: string,
  io: Pick<CliIo, "out">,
): Promise<void> {
  const manifest = await readManifest(resolve(out));
  if (manifest === undefined) return;
  const { project, value } = manifest;
  const inPackage = (file: string): string => toSlashes(relative(project, resolve(out, file)));
  const [former, present] = [inPackage(path), inPackage(API_FILE)];
  const files: unknown = value["files"];
  if (!Array.isArray(files) || !files.includes(former)) return;
  const replaced = files.map((file: unknown) => (file === former ? present : file));
  await writeManifestKey(manifest, "files", replaced);
  io.out(`Packed files in package.json: ${present} in place of ${former}.`);
}

/** The list of methods that an earlier version wrote for an output folder. */
export interface FormerList {
  /** Seen from the output folder, so that it is removed as a generated file that is no longer needed. */
  readonly path: string;
  readonly text: string;
}
