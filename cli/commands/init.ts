/** `typewire init`: asks for what a description lacks, and makes a package. */
import { join, posix, resolve } from "node:path";
import process from "node:process";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { listKnownDescriptions } from "../../codegen/import/merge/successor.js";
import { count, quote } from "../../codegen/model/messages.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { type Answers, askAnswers, readAnswers } from "../init/answers.js";
import {
  applyAnswers,
  draftImports,
  draftStarter,
  listQuestions,
  nameClient,
  readDraft,
  type SchemaDraft,
} from "../init/draft.js";
import {
  expectClassName,
  expectPackageName,
  findNameComplaint,
  toPackageName,
} from "../init/package-name.js";
import { expectEmptyFolder, findRepository, writePackage } from "../init/target-folder.js";
import { readArguments } from "../io/arguments.js";
import { UsageError } from "../io/errors.js";
import { type CliIo, withProgress } from "../io/io.js";
import { openPrompt, type Prompt } from "../io/prompt.js";
import { FOLDERS, GUIDES, TYPEWIRE } from "../io/tool.js";
import { listExports } from "../package/exports.js";
import { printChangelog } from "../package/changelog.js";
import { printLicense } from "../package/license.js";
import {
  ATTW_SETTINGS,
  chooseDependencies,
  EDITORCONFIG,
  GITATTRIBUTES,
  GITIGNORE,
  type PackageFacts,
  printManifest,
  TSCONFIG,
} from "../package/manifest.js";
import { printMaintainerPage, printPages } from "../package/pages.js";
import { describeProject } from "../package/project.js";
import { describeRepository, type RepositoryKeys } from "../package/repository.js";
import {
  expectGithub,
  findRepositoryRoot,
  listNeeds,
  printWorkflows,
} from "../package/workflows.js";
import { describeTodos } from "../service/schema-folder.js";
import { shortenNotes } from "../terminal/terminal.js";

export const HELP = `Makes a package: a typed SDK for your API, ready to test and publish.

  typewire init [FOLDER] [--from DESCRIPTION]… [options]

DESCRIPTION is OpenAPI as JSON or YAML: a file, an http(s) address, or - for standard input. Repeat
--from if routes and webhooks have separate descriptions. Without it, the package begins with a small
service of six routes and four events to edit. FOLDER is new or empty; by default the current one.

On a terminal, init asks for facts that a description lacks. In a script, give them as options. A
missing fact becomes a line with TODO in schema/vendor.yaml, which the generator reports.

  --name NAME            The name of the package. Default: that of the folder
  --overlay FILE         An OpenAPI Overlay, which changes each description first. Repeat it for several
  --names FILE           A stainless.yml, whose names of methods and options the SDK keeps
  --class NAME           The name of the class. Default: the title of the description
  --base-url URL         Where the API is. Default: the first server of the description
  --signature PRESET     How deliveries are signed: github, standard-webhooks, stripe, slack, …,
                         standard-webhooks:PREFIX for other header names, or none (not known yet)
  --event WHERE          Where a delivery names its event: header:NAME or body:PATH
  --delivery WHERE       Where a delivery has its id: header:NAME or body:PATH
  --license SPDX         The license of the package. MIT and ISC are also written as LICENSE.
                         Default: none is named
  --repository URL       Its version control, also as owner/name of a host: github:acme/acme-sdk.
                         Default: the remote origin of git. On GitHub and GitLab, the manifest gets
                         the pages of the code and of issues, too
  --ci github            Write workflows that test, update and publish the package
  --runtime SPEC         What to install as typewire-runtime: a version, or a file
  --cli SPEC             What to install as typewire-cli
  --verbose              List all that was left out or ignored, with every place
  --yes                  Ask nothing

Examples:
  npx typewire-cli init acme-sdk
  npx typewire-cli init acme-sdk --from openapi.yaml --signature stripe --event body:type
  npx typewire-cli init acme-sdk --from openapi.yaml --names stainless.yml
  npx typewire-cli init acme-sdk --from routes.json --from webhooks.yaml --yes
  curl -s https://api.acme.example/openapi.json | npx typewire-cli init acme-sdk --from -`;

const OPTIONS = {
  from: { type: "string", multiple: true, default: [] as string[] },
  name: { type: "string" },
  names: { type: "string" },
  overlay: { type: "string", multiple: true, default: [] as string[] },
  class: { type: "string" },
  "base-url": { type: "string" },
  signature: { type: "string" },
  event: { type: "string" },
  delivery: { type: "string" },
  license: { type: "string" },
  repository: { type: "string" },
  ci: { type: "string" },
  runtime: { type: "string" },
  cli: { type: "string" },
  verbose: { type: "boolean", default: false },
  yes: { type: "boolean", short: "y", default: false },
} as const;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, [0, 1, "one folder"]);
  const [shown = "."] = positionals;
  const folder = resolve(io.cwd ?? process.cwd(), shown);
  const answersFromOptions = readAnswers(values);
  expectClassName(values.class);
  if (values.ci !== undefined) expectGithub("The value of --ci", values.ci);
  const name = values.name === undefined ? undefined : expectPackageName(values.name);
  const [aside] = [values.names ?? [], values.overlay].flat();
  if (aside !== undefined && values.from.length === 0)
    throw new UsageError(
      `The option --${values.names === undefined ? "overlay" : "names"} is given without --from; expected a description, too.`,
    );
  await expectEmptyFolder(folder, shown);
  const repository = await chooseRepository(folder, values.repository);
  const prompt = values.yes ? undefined : openPrompt(io);
  try {
    const packageName = name ?? (await choosePackageName(folder, prompt));
    const { from, license, verbose } = values;
    const draft =
      from.length > 0
        ? await draftImports(from, packageName, io, {
            ...values,
            schema: join(folder, FOLDERS.schema),
          })
        : draftStarter(packageName, answersFromOptions);
    const answered = await answerQuestions(
      nameClient(draft, packageName, values.class),
      answersFromOptions,
      prompt,
    );
    const dependencies = chooseDependencies(folder, values);
    const facts = { name: packageName, dependencies, license, repository, ci: values.ci };
    const { files, model } = await makePackage(answered, facts, io);
    await writePackage(folder, files);
    const notes = verbose ? answered.allNotes : shortenNotes(answered.notes, MAX_NOTES);
    report(model, notes, shown, io);
    if (values.ci !== undefined) reportNeeds(folder, answered, repository, io);
    if (license !== undefined && printLicense(facts, 0).length === 0) io.out(NO_LICENSE);
    if (dependencies.runtime.startsWith("file:")) io.out(FROM_FILE);
    return 0;
  } finally {
    prompt?.close();
  }
}

const NO_LICENSE =
  "package.json names the license. Add its text as LICENSE; init has only those of MIT and ISC.";

const FROM_FILE =
  "typewire-runtime is installed from a file: write a version in package.json before you publish.";

async function chooseRepository(
  folder: string,
  repository: string | undefined,
): Promise<RepositoryKeys> {
  const { remote, directory } = await findRepository(folder);
  const address = repository ?? remote;
  const keys = address === undefined ? {} : describeRepository(address, directory);
  if (repository === undefined || keys.repository !== undefined) return keys;
  throw new UsageError(
    `The value of --repository is ${quote(repository)}; expected an address as git takes it, such as https://github.com/acme/acme-sdk.`,
  );
}

async function choosePackageName(folder: string, prompt: Prompt | undefined): Promise<string> {
  const byDefault = toPackageName(folder);
  if (prompt === undefined) return byDefault;
  const text = "Name of the package";
  return prompt.askText({ text, byDefault, findComplaint: findNameComplaint });
}

async function answerQuestions(
  draft: SchemaDraft,
  answersFromOptions: Answers,
  prompt: Prompt | undefined,
): Promise<SchemaDraft> {
  const answered = applyAnswers(draft, answersFromOptions);
  if (prompt === undefined) return answered;
  const model = readDraft(answered);
  const asked = await askAnswers(listQuestions(answered, model), answersFromOptions, model, prompt);
  return applyAnswers(answered, asked);
}

/** More lines would hide the first and the last ones, which matter most. */
const MAX_NOTES = 6;

function listKeywords({ vendor, routes, events }: SchemaModel): readonly string[] {
  const parts = [
    ...(routes.length > 0 ? ["api", "client"] : []),
    ...(events.length > 0 ? ["webhooks"] : []),
  ];
  return [...new Set([vendor.name, ...parts, "sdk", "typescript"])];
}

/** Makes all files of the package, with paths inside it. Writes nothing. */
async function makePackage(
  draft: SchemaDraft,
  facts: Omit<PackageFacts, "description" | "exports" | "keywords"> & {
    readonly ci?: string | undefined;
  },
  io: CliIo,
) {
  const model = readDraft(draft);
  const { memo } = draft;
  const { origin } = TYPEWIRE;
  const generated = await withProgress(io, "Generating", () => generate(model, memo, origin));
  const paths = new Set(generated.map(({ path }) => path));
  const has = (module: string): boolean => paths.has(`${module}.ts`);
  const workflows = facts.ci === undefined ? [] : printWorkflowsOf(draft, facts.name);
  const project = describeProject(
    { ...facts.repository },
    workflows.map(({ path }) => posix.basename(path)),
  );
  const page = { packageName: facts.name, model, has, project };
  const manifest = printManifest({
    ...facts,
    description: `A typed client for ${model.vendor.title}.`,
    keywords: listKeywords(model),
    exports: { ...listExports(FOLDERS.out, paths), "./package.json": "./package.json" },
  });
  const today = new Date();
  const files: readonly GeneratedFile[] = [
    ...draft.files.map(({ path, text }) => ({ path: `${FOLDERS.schema}/${path}`, text })),
    ...generated.map(({ path, text }) => ({ path: posix.join(FOLDERS.out, path), text })),
    { path: "package.json", text: manifest },
    { path: "tsconfig.json", text: TSCONFIG },
    { path: ".attw.json", text: ATTW_SETTINGS },
    { path: ".editorconfig", text: EDITORCONFIG },
    { path: ".gitattributes", text: GITATTRIBUTES },
    { path: ".gitignore", text: GITIGNORE },
    ...printLicense(facts, today.getFullYear()),
    printChangelog(model, today.toISOString().slice(0, 10)),
    ...(await printPages(page, memo)),
    await printMaintainerPage(facts.name),
    ...workflows,
  ];
  return { files, model };
}

function printWorkflowsOf({ files }: SchemaDraft, packageName: string): readonly GeneratedFile[] {
  const hasDescription = listKnownDescriptions(files).length > 0;
  return printWorkflows({ packageName, branch: "main", hasDescription });
}

/** Prints facts that the workflows of a new package lack. */
function reportNeeds(
  folder: string,
  { files }: SchemaDraft,
  keys: RepositoryKeys,
  io: CliIo,
): void {
  const sources = listKnownDescriptions(files).map(({ origin }) => origin.source);
  const manifest = { project: folder, value: { ...keys } };
  for (const line of listNeeds(manifest, sources, join(folder, FOLDERS.schema))) io.err(line);
  const root = findRepositoryRoot(folder);
  if (root !== undefined && root !== folder)
    io.err(`GitHub reads workflows from the root of a repository alone: move .github/ to ${root}.`);
  io.out(`Settings on npmjs.com and github.com: ${GUIDES}/releasing.md`);
}

function report(model: SchemaModel, notes: readonly string[], shown: string, io: CliIo): void {
  const { routes, events } = model;
  const where = shown === "." ? "this folder" : shown;
  io.out(
    `Made a package in ${where}: ${count(routes.length, "route")}, ${count(events.length, "event")}.`,
  );
  for (const note of notes) io.out(note);
  const todos = describeTodos(model, shown === "." ? FOLDERS.schema : `${shown}/${FOLDERS.schema}`);
  if (todos.length > 0) io.err(["To be filled in:", ...todos].join("\n"));
  const enter = shown === "." ? [] : [`  cd ${quote(shown)}`];
  io.out(["Next:", ...enter, "  npm install", "  npm test"].join("\n"));
}
