/** `typewire ci`: writes the workflows of a package, but for those that somebody has edited. */
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { replaceFiles } from "../../codegen/files/drafts.js";
import { isMissing } from "../../codegen/files/system-errors.js";
import { readFolder, readSchemaFolder } from "../../codegen/files/folders.js";
import type { GeneratedFile } from "../../codegen/generate.js";
import { listKnownDescriptions } from "../../codegen/import/merge/successor.js";
import { SchemaError } from "../../codegen/model/messages.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readSchema } from "../../codegen/read-schema.js";
import { readArguments } from "../io/arguments.js";
import { CommandError, UsageError } from "../io/errors.js";
import { type CliIo, locate, toolOf } from "../io/io.js";
import { COMMAND, FOLDERS, GUIDES } from "../io/tool.js";
import { expectManifest, type Manifest } from "../package/manifest.js";
import { toSlashes } from "../io/paths.js";
import { comparePages, readSealedPages } from "../package/pages/page-changes.js";
import { printPages, readPageFacts } from "../package/pages/pages.js";
import { readSeal } from "../package/seal.js";
import { findRepositoryRoot } from "../package/repository-folder.js";
import { printWorkflows } from "../workflows/workflows.js";
import { expectGithub, listNeeds } from "../workflows/needs.js";

export const HELP = `Writes the workflows of a package: they test it, look for a new description, and publish it.

  typewire ci github [--branch NAME]

It writes test.yml, update.yml and release.yml into .github/workflows/. Each is kept up to date by later
runs until you edit it; a file that you edited, or that is not from here, stays as it is.

  test.yml     tests each push and each pull request with Node 20, 22 and 24
  update.yml   runs \`typewire update\` once a day, and opens or updates one pull request with the changes
  release.yml  publishes a new version of package.json to npm by trusted publishing, without a token,
               and makes its tag and release

  --branch NAME  The branch that is released. Default: main
  --schema DIR   The schema folder. Default: ${FOLDERS.schema}

${GUIDES}/releasing.md has the settings on npmjs.com and github.com, and a text for GitLab.

Examples:
  npx typewire ci github
  npx typewire ci github --branch release`;

const OPTIONS = {
  branch: { type: "string", default: "main" },
  schema: { type: "string" },
} as const;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, [1, 1, "github"]);
  expectGithub("The argument", positionals[0]);
  const schema = locate(io, values.schema ?? toolOf(io).folders.schema);
  const manifest = await expectManifest(schema, io);
  const { project } = manifest;
  expectRoot(project);
  const known = listKnownDescriptions(await readSchemaFolder(schema));
  const facts = {
    packageName: String(manifest.value["name"]),
    branch: expectBranch(values.branch),
    hasDescription: known.length > 0,
  };
  const kept = await writeWorkflows(project, printWorkflows(facts), io);
  if (kept.length > 0)
    io.err(
      `Kept, because it was written or edited by hand: ${kept.join(", ")}. To have it written anew, delete it and run the command again.`,
    );
  const sources = known.map(({ origin }) => origin.source);
  for (const line of listNeeds(manifest, sources, schema)) io.err(line);
  await showTests(manifest, schema, io);
  io.out(`Settings on npmjs.com and github.com: ${GUIDES}/releasing.md`);
  return 0;
}

/** A name that is written into YAML and into commands. */
function expectBranch(branch: string): string {
  if (/^[\w][\w./-]*$/.test(branch)) return branch;
  throw new UsageError(`The value of --branch is ${branch}; expected the name of a branch.`);
}

/** @throws CommandError for a package in a folder of a repository, where GitHub reads no workflows. */
function expectRoot(project: string): void {
  const root = findRepositoryRoot(project);
  if (root === undefined || root === project) return;
  throw new CommandError(
    `The package is in the folder ${toSlashes(relative(root, project))} of a repository, and GitHub reads workflows from .github/ in ${root} alone. Nothing was written. How to have it in a folder: ${GUIDES}/releasing.md#a-package-in-a-folder-of-a-repository`,
  );
}

/** Writes the workflows that are missing or stale; returns the paths of those that somebody has edited. */
async function writeWorkflows(
  project: string,
  files: readonly GeneratedFile[],
  io: CliIo,
): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const file of files) {
    const present = await readOptional(join(project, file.path));
    const isOurs = present === undefined || readSeal(present)?.isIntact === true;
    if (!isOurs) kept.push(file.path);
    else if (present === file.text) io.out(`Unchanged: ${file.path}`);
    else {
      await replaceFiles(project, [file]);
      io.out(`Wrote ${file.path}`);
    }
  }
  return kept;
}

/** Shows the last run of the tests in `README.md`, if it is as it was made. */
async function showTests(manifest: Manifest, schema: string, io: CliIo): Promise<void> {
  const { project } = manifest;
  const readme = (await readSealedPages(project)).get("README.md");
  if (readme === undefined) return;
  const model = await readModel(schema);
  const modules = new Set((await readFolder(join(project, FOLDERS.out))).keys());
  if (model === undefined || modules.size === 0) {
    io.out(`To show the tests in README.md: ${COMMAND} generate`);
    return;
  }
  const pages = await printPages(await readPageFacts(manifest, model, modules));
  const { stale, edited } = comparePages(new Map([["README.md", readme]]), pages);
  await replaceFiles(project, stale);
  for (const { path } of stale) io.out(`Wrote ${path}, which shows the tests`);
  if (edited.length > 0)
    io.out("README.md stays as it is, because it was edited by hand. It does not show the tests.");
}

/** Reads a schema folder; `undefined` if it has mistakes, which other commands tell. */
async function readModel(schema: string): Promise<SchemaModel | undefined> {
  try {
    return readSchema(await readSchemaFolder(schema));
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

async function readOptional(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
