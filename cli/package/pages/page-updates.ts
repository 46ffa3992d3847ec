/** Brings the pages of a package up to date with its schema, or only compares them. */
import { replaceFiles } from "../../../codegen/files/drafts.js";
import type { GeneratedFile } from "../../../codegen/generate.js";
import type { SchemaModel } from "../../../codegen/model/model.js";
import type { CliIo } from "../../io/io.js";
import { COMMAND } from "../../io/tool.js";
import { expectManifest, readManifest } from "../manifest.js";
import { findPageChanges } from "./page-changes.js";
import { printPages, readPageFacts } from "./pages.js";

/**
 * Writes all pages anew, those that somebody has edited, too.
 * @param paths Paths of the generated files.
 * @throws CommandError if there is no package.
 */
export async function writeExamples(
  schema: string,
  model: SchemaModel,
  paths: ReadonlySet<string>,
  io: CliIo,
): Promise<void> {
  const manifest = await expectManifest(schema, io);
  const pages = await printPages(await readPageFacts(manifest, model, paths));
  await writePages(manifest.project, pages, io);
}

/**
 * Writes the pages that nobody has edited, or only compares them (`--check`).
 * @param paths Paths of the generated files.
 * @returns False if a check found a page that is out of date.
 */
export async function updatePages(
  { schema, out, check: isCheck, update }: PageOptions,
  model: SchemaModel,
  paths: ReadonlySet<string>,
  io: CliIo,
): Promise<boolean> {
  const manifest = await readManifest(out);
  if (manifest === undefined) return true;
  const { stale, edited } = await findPageChanges(manifest, out, model, paths);
  if (edited.length > 0) {
    io.err(`${edited.join(", ")}: edited by hand, with examples of an earlier schema.`);
    io.err(`To write all pages anew, without your changes: ${COMMAND} generate --examples`);
  }
  if (!isCheck) await writePages(manifest.project, stale, io);
  else if (stale.length > 0) {
    const list = stale.map(({ path }) => path).join(", ");
    io.err(`${list}: out of sync with ${schema}.\nTo update: ${update}`);
  }
  return !isCheck || stale.length === 0;
}

async function writePages(
  project: string,
  pages: readonly GeneratedFile[],
  io: CliIo,
): Promise<void> {
  await replaceFiles(project, pages);
  for (const { path } of pages) io.out(`Wrote ${path}`);
}

/** Options of `generate` that concern pages, with folders for the file system. */
interface PageOptions {
  readonly schema: string;
  readonly out: string;
  readonly check: boolean;
  /** The command that updates the output, for the message of `--check`. */
  readonly update: string;
}
