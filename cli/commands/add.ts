/** `typewire add`: makes an SDK inside an app, from descriptions or for a known service. */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { count, quote } from "../../codegen/model/messages.js";
import { OUTPUTS, type Output, type SchemaModel } from "../../codegen/model/model.js";
import {
  addSdk,
  APP_FILE,
  type AppFile,
  type AppSdk,
  nameDescriptions,
  readAppFile,
} from "../app/app-file.js";
import {
  type AddedPackage,
  addPackages,
  findPackageManager,
  install,
  listMissing,
} from "../app/dependencies.js";
import { type ImportedFolder, importFolder, printFirstCall } from "../app/first-call.js";
import {
  chooseOutputs,
  draftSdk,
  generateSdk,
  placeSchema,
  SCHEMA_FOLDER,
  type NewSdk,
  type SdkDraft,
} from "../app/make-sdk.js";
import { findService, type Service, SERVICES, suggestService } from "../app/services.js";
import { chooseExtension, type Extension, readCompilerOptions } from "../app/tsconfig.js";
import { expectFreeFolder, writeApp } from "../app/write-app.js";
import { readAnswers } from "../init/answers.js";
import { expectClassName } from "../init/package-name.js";
import { readArguments } from "../io/arguments.js";
import { CommandError, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { COMMAND, COMMAND_ANYWHERE } from "../io/tool.js";
import { isRemote } from "../io/origin.js";
import { type Manifest, readManifest, toSlashes } from "../package/manifest.js";
import { describeTodos } from "../service/schema-folder.js";
import { finishUpdate } from "../update/finish.js";

export const HELP = `Adds a typed SDK to your app: generated code in a folder, and the two packages it needs.

  typewire add NAME [--from DESCRIPTION]… [--to DIR] [options]

Run it in the folder with your app's package.json. DESCRIPTION is OpenAPI as JSON or YAML: a file, an
http(s) address, or - for standard input. For a known service, such as github, NAME is enough;
with --from, a file replaces its address. What is there is never overwritten. typewire.yaml lists the
SDKs of the app.

Known services:
  ${listServices()}

  --to DIR           The folder of the SDK. Default: src/NAME, or NAME if there is no src
  --outputs LIST     What is generated: ${OUTPUTS.join(", ")}.
                     Default: client,methods and, if the description has webhooks, webhooks
  --extensions END   How specifiers end: .js, .ts or none. Default: as your tsconfig.json asks for
  --class NAME       The name of the class. Default: the title of the description
  --base-url URL     Where the API is. Default: the first server of the description
  --signature PRESET, --event WHERE, --delivery WHERE
                     How deliveries are signed, named and numbered, as for init
  --install          Install the packages, too, by the package manager of your lock file
  --runtime SPEC     What to install as typewire-runtime: a version, or a file
  --cli SPEC         What to install as typewire-cli
  --verbose          List all that was left out of the description, with every place

Examples:
  npx typewire-cli add acme --from openapi.yaml
  npx typewire-cli add acme --from https://api.acme.example/openapi.json --to lib/acme
  npx typewire-cli add github --outputs webhooks
  npx typewire-cli add stripe --from ./openapi.spec3.json --install`;

/** The names of services in lines of the help. */
function listServices(): string {
  const names = Object.keys(SERVICES);
  const half = Math.ceil(names.length / 2);
  return `${names.slice(0, half).join(", ")},\n  ${names.slice(half).join(", ")}`;
}

const OPTIONS = {
  from: { type: "string", multiple: true, default: [] as string[] },
  to: { type: "string" },
  outputs: { type: "string" },
  extensions: { type: "string" },
  class: { type: "string" },
  "base-url": { type: "string" },
  signature: { type: "string" },
  event: { type: "string" },
  delivery: { type: "string" },
  install: { type: "boolean", default: false },
  runtime: { type: "string" },
  cli: { type: "string" },
  verbose: { type: "boolean", default: false },
} as const;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, [1, 1, "the name of the SDK"]);
  const [name = ""] = positionals;
  expectName(name);
  expectClassName(values.class);
  const answers = readAnswers(values);
  const outputsAsked = readOutputs(values.outputs);
  const extensions = readExtension(values.extensions);
  const app = resolve(io.cwd ?? process.cwd());
  const { service, serviceName, sources } = chooseSources(name, values.from);
  const manifest = await expectApp(app, io);
  const file = await readAppFile(app);
  const folder = chooseFolder(name, values.to, app);
  await expectNew(name, folder, app, file);
  const schema = join(app, folder, SCHEMA_FOLDER);
  const meta = toSlashes(relative(schema, join(app, "node_modules/typewire-cli/meta")));
  const keep = outputsAsked?.includes("paths") === true;
  const newSdk = { name, sources, service, answers, className: values.class, schema, keep, meta };
  const { draft, model } = await draftOrHint(newSdk, io);
  const outputs = outputsAsked ?? chooseOutputs(model);
  const extension = extensions ?? chooseExtension(app, manifest.value);
  const generated = await generateSdk(model, { name, outputs, extension }, io, draft.memo);
  const packages = listMissing(app, manifest.value, values);
  // The descriptions of a known service stand in its table.
  const ofOthers = values.from.filter((each) => each !== serviceName || existsSync(each));
  const sdk: AppSdk = {
    name,
    descriptions: nameDescriptions(ofOthers, app, io),
    folder,
    outputs,
    ...(serviceName !== undefined && { service: serviceName }),
    ...(extensions !== undefined && { extensions }),
  };
  const ofSdk = [...placeSchema(draft.files), ...generated];
  const ofApp = [
    ...(packages.length > 0
      ? [{ path: "package.json", text: addPackages(manifest, packages) }]
      : []),
    { path: APP_FILE, text: addSdk(file, sdk) },
  ];
  const inFolder = ofSdk.map(({ path, text }) => ({ path: `${folder}/${path}`, text }));
  await writeApp(app, [...inFolder, ...ofApp], io);
  const manager = findPackageManager(app, manifest.value);
  const isInstalled = values.install && packages.length > 0;
  if (isInstalled) await expectInstalled(app, manager);
  const imported = importFolder(folder, app, manifest.value);
  const made = { folder, imported, model, files: generated.length, packages, manager, isInstalled };
  report(made, printFirstCall(model, imported, outputs, extension), io);
  if (values.verbose) for (const note of draft.allNotes) io.out(note);
  else for (const line of describeLosses(draft.losses, name, values.from)) io.err(line);
  const todos = describeTodos(model, join(folder, SCHEMA_FOLDER), outputs);
  if (todos.length > 0) io.err(["To be filled in:", ...todos].join("\n"));
  const isAssumed = extensions === undefined;
  for (const hint of listHints(app, manifest, extension, isAssumed)) io.err(hint);
  return 0;
}

// ---- Arguments

function expectName(name: string): void {
  if (/^[a-z][a-z0-9-]*$/.test(name)) return;
  throw new UsageError(
    `The name is ${quote(name)}; expected lowercase letters, digits and \`-\`, such as acme.`,
  );
}

function readOutputs(text: string | undefined): readonly Output[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((each) => !OUTPUTS.some((output) => output === each));
  if (unknown !== undefined)
    throw new UsageError(
      `The value of --outputs has ${quote(unknown)}; expected some of ${OUTPUTS.join(", ")}.`,
    );
  return OUTPUTS.filter((output) => names.includes(output));
}

function readExtension(text: string | undefined): Extension | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return "";
  const plain = `.${text.replace(/^\./, "")}`;
  if (plain === ".js" || plain === ".ts") return plain;
  throw new UsageError(`The value of --extensions is ${quote(text)}; expected .js, .ts or none.`);
}

interface Sources {
  readonly service?: Service;
  readonly serviceName?: string;
  readonly sources: readonly string[];
}

/** A known service, by its name or by `--from`; or descriptions that the command line names. */
function chooseSources(name: string, from: readonly string[]): Sources {
  const [only = ""] = from;
  const named = from.length === 1 && !existsSync(only) ? findService(only) : undefined;
  if (named !== undefined)
    return { service: named, serviceName: only, sources: named.descriptions };
  const service = findService(name);
  if (service !== undefined)
    return { service, serviceName: name, sources: from.length > 0 ? from : service.descriptions };
  if (from.length > 0) return { sources: from };
  throw new UsageError(
    `${name} is no service that typewire knows.${suggestService(name)} Name its OpenAPI description: ` +
      `${COMMAND_ANYWHERE} add ${name} --from FILE|URL`,
  );
}

/** @throws CommandError that names the way without a network, if a description is at an address. */
async function draftOrHint(newSdk: NewSdk, io: CliIo): Promise<SdkDraft> {
  try {
    return await draftSdk(newSdk, io);
  } catch (error) {
    if (!(error instanceof CommandError) || !newSdk.sources.some(isRemote)) throw error;
    const command = `${COMMAND_ANYWHERE} add ${newSdk.name} --from FILE`;
    throw new CommandError(`${error.message}\nWith a file in place of the address: ${command}`);
  }
}

// ---- The app

async function expectApp(app: string, io: CliIo): Promise<Manifest> {
  await finishUpdate(app, io);
  const manifest = existsSync(join(app, "package.json")) ? await readManifest(app) : undefined;
  if (manifest !== undefined) return manifest;
  throw new CommandError(
    "There is no package.json in this folder. Run the command in the folder of your app; " +
      `to make a package to publish, use \`${COMMAND_ANYWHERE} init\`. Nothing was written.`,
  );
}

/** The folder of the SDK, seen from the app. */
function chooseFolder(name: string, to: string | undefined, app: string): string {
  if (to === undefined) return existsSync(join(app, "src")) ? `src/${name}` : name;
  const folder = toSlashes(relative(app, resolve(app, to)));
  if (folder !== "" && !folder.startsWith("..")) return folder;
  throw new UsageError(`The value of --to is ${quote(to)}; expected a folder inside of the app.`);
}

async function expectNew(name: string, folder: string, app: string, file: AppFile): Promise<void> {
  const present = file.sdks.find((sdk) => sdk.name === name);
  // An `add` that was killed may have listed it and nothing more.
  if (present !== undefined && existsSync(join(app, present.folder)))
    throw new CommandError(
      `${name} is already in ${present.folder}, as ${APP_FILE} says. Nothing was written.\n` +
        `To bring it up to date: ${COMMAND} update ${name}\n` +
        `To add another SDK of the same API: ${COMMAND} add OTHER-NAME --from DESCRIPTION`,
    );
  const other = file.sdks.find((sdk) => sdk.name !== name && sdk.folder === folder);
  if (other !== undefined)
    throw new CommandError(
      `${folder} is the folder of ${other.name}, as ${APP_FILE} says. Nothing was written. Name another with --to.`,
    );
  await expectFreeFolder(app, folder);
}

async function expectInstalled(app: string, manager: string): Promise<void> {
  const code = await install(app, manager);
  if (code === 0) return;
  throw new CommandError(
    `\`${manager} install\` failed with exit code ${code}. The SDK is written; install the packages and go on.`,
  );
}

// ---- The report

interface Made {
  readonly folder: string;
  readonly imported: ImportedFolder;
  readonly model: SchemaModel;
  /** Number of generated files. */
  readonly files: number;
  readonly packages: readonly AddedPackage[];
  readonly manager: string;
  readonly isInstalled: boolean;
}

/** Five lines: what was added, what was changed, what to do, and the first call. */
function report(
  { folder, imported, model, files, packages, manager, isInstalled }: Made,
  firstCall: readonly string[],
  io: CliIo,
): void {
  const { routes, events } = model;
  const parts = [
    ...(routes.length > 0 ? [count(routes.length, "route")] : []),
    ...(events.length > 0 ? [count(events.length, "event")] : []),
  ];
  const named = packages.map(
    (dependency) => `${dependency.name}${dependency.isDevelopment ? " (dev)" : ""}`,
  );
  const changed =
    named.length === 0 ? APP_FILE : `${APP_FILE}, and package.json (${named.join(", ")})`;
  const call = `first call${imported.from === undefined ? "" : `, from ${imported.from}`}:`;
  const next =
    packages.length === 0 || isInstalled
      ? `Nothing is left to install. The ${call}`
      : `Install what is new: ${manager} install. Then the ${call}`;
  io.out(`Added ${folder}: ${parts.join(" and ")} in ${count(files, "file")}.`);
  io.out(`Changed ${changed}.`);
  io.out(next);
  for (const line of firstCall) io.out(`  ${line}`);
}

/** Numbers of the parts that the SDK lacks, and the command that lists them. It reads the description again, and writes nothing. */
function describeLosses(
  losses: readonly string[],
  name: string,
  from: readonly string[],
): readonly string[] {
  if (losses.length === 0) return [];
  const input = from.includes("-") ? " --from -" : "";
  return [...losses, `To list it: ${COMMAND} update ${name}${input} --dry-run --verbose`];
}

/** Lists hints at settings that the app lacks, without which the SDK may not run. */
function listHints(
  app: string,
  { value }: Manifest,
  extension: Extension,
  isAssumed: boolean,
): readonly string[] {
  const isCompiled = extension !== ".ts" || !isAssumed || readCompilerOptions(app) !== undefined;
  return [
    ...(extension === "" || value["type"] === "module" ? [] : [NO_MODULE]),
    ...(isCompiled ? [] : [NO_COMPILER]),
  ];
}

const NO_MODULE =
  "The SDK is an ES module, and package.json does not say that the app is one. For Node: npm pkg set type=module";

const NO_COMPILER =
  "There is no tsconfig.json, so imports end with .ts, which Node takes from 22.18 on. For another end, write " +
  `\`extensions: .js\` into the entry of ${APP_FILE}, and run \`${COMMAND} update\`.`;
