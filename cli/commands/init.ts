/** `typewire init`: asks for what a description lacks, and makes a package. */
import { join, resolve } from "node:path";
import process from "node:process";
import { count, quote } from "../../codegen/model/messages.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readAnswers } from "../init/answers.js";
import { askAnswers, listQuestions } from "../init/questions.js";
import { draftImports, draftStarter, readDraft } from "../init/draft.js";
import type { Answers, SchemaDraft } from "../init/types.js";
import { applyAnswers, nameClient } from "../init/vendor-draft.js";
import {
  expectClassName,
  expectPackageName,
  findNameComplaint,
  toPackageName,
} from "../init/package-name.js";
import { expectEmptyFolder } from "../init/target-folder.js";
import { type WriteFile, writePackage } from "../init/write-package.js";
import { readArguments } from "../io/arguments.js";
import { UsageError } from "../io/errors.js";
import { type CliIo, withProgress } from "../io/io.js";
import { openPrompt, type Prompt } from "../io/prompt.js";
import { FOLDERS, GUIDES } from "../io/tool.js";
import { printLicense } from "../package/pages/license.js";
import { chooseDependencies } from "../package/dependency-versions.js";
import { describeRepository, type RepositoryKeys } from "../package/repository.js";
import { findRepository, findRepositoryRoot } from "../package/repository-folder.js";
import { expectGithub, listNeeds } from "../workflows/needs.js";
import { describeTodos } from "../service/schema-folder.js";
import { shortenNotes } from "../terminal/terminal.js";
import {
  type NewPackageFacts,
  writeCode,
  writeSchema,
  type WrittenSchema,
} from "../init/make-package.js";

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

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, [0, 1, "one folder"]);
  const [shown = "."] = positionals;
  const folder = resolve(io.cwd ?? process.cwd(), shown);
  const answers = readAnswers(values);
  expectValidOptions(values);
  await expectEmptyFolder(folder, shown);
  const repository = await chooseRepository(folder, values.repository);
  const { license, verbose, ci } = values;
  const dependencies = chooseDependencies(folder, values);
  const { facts, schema } = await writePackage(folder, (write) =>
    makePackage({ folder, values, answers, repository, dependencies }, write, io),
  );
  const { model, notes, allNotes, descriptions } = schema;
  report(model, verbose ? allNotes : shortenNotes(notes, MAX_NOTES), shown, io);
  if (ci !== undefined) reportNeeds(folder, descriptions, repository, io);
  if (license !== undefined && printLicense(facts, 0).length === 0) io.out(NO_LICENSE);
  if (dependencies.runtime.startsWith("file:")) io.out(FROM_FILE);
  return 0;
}

/** @throws UsageError for a value that no package can have, and for options that need `--from`. */
function expectValidOptions({ class: className, ci, name, names, overlay, from }: Values): void {
  expectClassName(className);
  if (ci !== undefined) expectGithub("The value of --ci", ci);
  if (name !== undefined) expectPackageName(name);
  if (from.length > 0 || (names === undefined && overlay.length === 0)) return;
  throw new UsageError(
    `The option --${names === undefined ? "overlay" : "names"} is given without --from; expected a description, too.`,
  );
}

/** Writes all files of the package: first its schema folder, then what is made of that. */
async function makePackage(order: PackageOrder, write: WriteFile, io: CliIo) {
  const { repository, dependencies } = order;
  const { license, ci } = order.values;
  const { name, schema } = await makeSchema(order, write, io);
  const facts: NewPackageFacts = { name, dependencies, license, repository, ci };
  await withProgress(io, "Generating", () => writeCode(schema, facts, write));
  return { facts, schema };
}

/** Drafts the schema folder and writes it. Nothing holds the draft, which is large, from then on. */
async function makeSchema(
  order: PackageOrder,
  write: WriteFile,
  io: CliIo,
): Promise<{ readonly name: string; readonly schema: WrittenSchema }> {
  const { name, draft } = await draftSchema(order, io);
  return { name, schema: await writeSchema(draft, order.values, write) };
}

/** Drafts the schema folder, and asks on a terminal what neither a description nor an option says. */
async function draftSchema(
  { folder, values, answers }: PackageOrder,
  io: CliIo,
): Promise<{ readonly name: string; readonly draft: SchemaDraft }> {
  const prompt = values.yes ? undefined : openPrompt(io);
  try {
    const name = values.name ?? (await choosePackageName(folder, prompt));
    const files = { ...values, schema: join(folder, FOLDERS.schema) };
    const unnamed =
      values.from.length > 0
        ? await draftImports(values.from, name, io, files)
        : draftStarter(name, answers);
    const unanswered = nameClient(unnamed, name, values.class);
    return { name, draft: await addAnswers(unanswered, answers, prompt) };
  } finally {
    prompt?.close();
  }
}

const NO_LICENSE =
  "package.json names the license. Add its text as LICENSE; init has only those of MIT and ISC.";

const FROM_FILE =
  "typewire-runtime is installed from a file: write a version in package.json before you publish.";

/** Makes the keys of `package.json` from the option, or else from the remote `origin` of git. */
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

/** Adds the answers of the options to a draft, and on a terminal those to questions that are open then. */
async function addAnswers(
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

/** Prints facts that the workflows of a new package lack. */
function reportNeeds(
  folder: string,
  descriptions: WrittenSchema["descriptions"],
  keys: RepositoryKeys,
  io: CliIo,
): void {
  const sources = descriptions.map(({ origin }) => origin.source);
  const manifest = { project: folder, value: { ...keys } };
  for (const line of listNeeds(manifest, sources, join(folder, FOLDERS.schema))) io.err(line);
  const root = findRepositoryRoot(folder);
  if (root !== undefined && root !== folder)
    io.err(`GitHub reads workflows from the root of a repository alone: move .github/ to ${root}.`);
  io.out(`Settings on npmjs.com and github.com: ${GUIDES}/releasing.md`);
}

/** Prints what was made, what is to be filled in, and the commands to run next. */
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

/** The package that the command line asks for. */
interface PackageOrder extends Pick<NewPackageFacts, "dependencies"> {
  readonly folder: string;
  readonly values: Values;
  /** Answers that the options give. */
  readonly answers: Answers;
  readonly repository: RepositoryKeys;
}
