/** `typewire add`: makes an SDK inside an app, from descriptions or for a known service. */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { quote } from "../../codegen/model/messages.js";
import { type Output, OUTPUTS, type SchemaModel } from "../../codegen/model/model.js";
import type { GeneratedFile } from "../../codegen/emit/print/file.js";
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
import { importFolder } from "../app/import-folder.js";
import {
  chooseOutputs,
  draftSdk,
  generateSdk,
  type NewSdk,
  placeSchema,
  SCHEMA_FOLDER,
  type SdkDraft,
} from "../app/make-sdk.js";
import { SERVICES } from "../app/services.js";
import { chooseExtension, type Extension } from "../app/tsconfig.js";
import { expectFreeFolder, writeApp } from "../app/write-app.js";
import { CommandError, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { COMMAND, COMMAND_ANYWHERE } from "../io/tool.js";
import { type Manifest, readManifest } from "../package/manifest.js";
import { isRemote, toSlashes } from "../io/paths.js";
import { describeTodos } from "../service/schema-folder.js";
import { finishUpdate } from "../update/finish.js";
import { describeLosses, listHints, reportAdded } from "../app/report-added.js";
import type { SchemaDraft } from "../init/types.js";
import { type AddRequest, readRequest } from "../app/add-request.js";

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

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const request = readRequest(argv);
  const app = resolve(io.cwd ?? process.cwd());
  const manifest = await expectApp(app, io);
  const file = await readAppFile(app);
  const folder = chooseFolder(request.name, request.to, app);
  await expectNew(request.name, folder, app, file);
  const place: AppPlace = { app, folder, manifest, file };
  const made = await makeSdk(request, place, io);
  const packages = listMissing(app, manifest.value, request);
  await writeSdk(request, made, place, packages, io);
  const manager = findPackageManager(app, manifest.value);
  const isInstalled = request.install && packages.length > 0;
  if (isInstalled) await expectInstalled(app, manager);
  report(request, made, place, { packages, manager, isInstalled }, io);
  return 0;
}

async function makeSdk(
  { name, sources, service, answers, className, outputs: askedOutputs, extension }: AddRequest,
  { app, folder, manifest }: AppPlace,
  io: CliIo,
): Promise<MadeSdk> {
  const schema = join(app, folder, SCHEMA_FOLDER);
  const meta = toSlashes(relative(schema, join(app, "node_modules/typewire-cli/meta")));
  const keep = askedOutputs?.includes("paths") === true;
  const newSdk = { name, sources, service, answers, className, schema, keep, meta };
  const { draft, model } = await draftOrHint(newSdk, io);
  const settings = {
    name,
    outputs: askedOutputs ?? chooseOutputs(model),
    extension: extension ?? chooseExtension(app, manifest.value),
  };
  const generated = await generateSdk(model, settings, io);
  return { draft, model, outputs: settings.outputs, extension: settings.extension, generated };
}

/** Writes the files of the SDK, its entry in `typewire.yaml`, and the packages that the app lacks. */
async function writeSdk(
  { name, ownSources, serviceName, extension }: AddRequest,
  { draft, outputs, generated }: MadeSdk,
  { app, folder, manifest, file }: AppPlace,
  packages: readonly AddedPackage[],
  io: CliIo,
): Promise<void> {
  const sdk: AppSdk = {
    name,
    descriptions: nameDescriptions(ownSources, app, io),
    folder,
    outputs,
    ...(serviceName !== undefined && { service: serviceName }),
    ...(extension !== undefined && { extensions: extension }),
  };
  const sdkFiles = [...placeSchema(draft.files), ...generated].map(({ path, text }) => ({
    path: `${folder}/${path}`,
    text,
  }));
  const manifestFile = { path: "package.json", text: addPackages(manifest, packages) };
  await writeApp(
    app,
    [
      ...sdkFiles,
      ...(packages.length > 0 ? [manifestFile] : []),
      { path: APP_FILE, text: addSdk(file, sdk) },
    ],
    io,
  );
}

/** Prints what was added, and what the SDK and the app lack. */
function report(
  request: AddRequest,
  made: MadeSdk,
  { app, folder, manifest }: AppPlace,
  installation: Installation,
  io: CliIo,
): void {
  const imported = importFolder(folder, app, manifest.value);
  reportAdded({ ...made, ...installation, folder, imported }, io);
  reportGaps(request, made, folder, io);
  const isChosen = request.extension !== undefined;
  for (const hint of listHints(app, manifest, made.extension, isChosen)) io.err(hint);
}

/** Prints what the SDK lacks: parts of the description that were left out, and facts to be filled in. */
function reportGaps(
  { name, from, verbose }: AddRequest,
  { draft, model, outputs }: MadeSdk,
  folder: string,
  io: CliIo,
): void {
  if (verbose) for (const note of draft.allNotes) io.out(note);
  else for (const line of describeLosses(draft.losses, name, from)) io.err(line);
  const todos = describeTodos(model, join(folder, SCHEMA_FOLDER), outputs);
  if (todos.length > 0) io.err(["To be filled in:", ...todos].join("\n"));
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

/** The app, with the folder that the SDK gets. */
interface AppPlace {
  readonly app: string;
  /** Relative to the app. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly file: AppFile;
}

/** The packages that the app lacked, and if they are installed now. */
interface Installation {
  readonly packages: readonly AddedPackage[];
  readonly manager: string;
  readonly isInstalled: boolean;
}

/** An SDK that is made, and not yet written. */
interface MadeSdk {
  readonly draft: SchemaDraft;
  readonly model: SchemaModel;
  readonly outputs: readonly Output[];
  readonly extension: Extension;
  readonly generated: readonly GeneratedFile[];
}
