/** Brings the SDKs of an app up to date: those that `typewire.yaml` lists. */
import { join, resolve } from "node:path";
import process from "node:process";
import { describeLevel, printDifference } from "../../codegen/diff/print.js";
import type { FileChange } from "../../codegen/files/change-files.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { createMemo, type Memo } from "../../codegen/model/memo.js";
import { quote } from "../../codegen/model/messages.js";
import { readSchema } from "../../codegen/read-schema.js";
import { suggest } from "../io/arguments.js";
import { CommandError, explainComplaints, UsageError } from "../io/errors.js";
import { type CliIo, toolOf } from "../io/io.js";
import { COMMAND, COMMAND_ANYWHERE } from "../io/tool.js";
import { type Manifest, readManifest } from "../package/manifest.js";
import { isRemote } from "../io/paths.js";
import { describeTodos } from "../service/schema-folder.js";
import { shortenNotes } from "../terminal/terminal.js";
import { finishUpdate } from "../update/finish.js";
import { changesDigestsAlone, generateNext } from "../update/generate-next.js";
import type { ImportedUpdate, SdkChange, SdkRequest } from "../update/types.js";
import { importNext } from "../update/import-next.js";
import { reportTrial, writeChanges } from "../update/write-changes.js";
import {
  APP_FILE,
  type AppSdk,
  nameDescriptions,
  readAppFile,
  setDescriptions,
} from "./app-file.js";
import { originOf, SCHEMA_FOLDER } from "./make-sdk.js";
import { findService } from "./services.js";
import { chooseExtension } from "./tsconfig.js";

/** Values of the options of `update` that concern an app. */
export interface UpdateValues {
  readonly from: readonly string[];
  readonly check: boolean;
  readonly "dry-run": boolean;
  readonly verbose: boolean;
}

/**
 * Updates the SDKs of an app, or one of them; resolves to the exit code. All files change together.
 * @throws CommandError if one of them cannot be updated. Then nothing has changed.
 */
export async function updateApp(
  name: string | undefined,
  values: UpdateValues,
  io: CliIo,
): Promise<number> {
  const app = resolve(io.cwd ?? process.cwd());
  await finishUpdate(app, io);
  const file = await readAppFile(app);
  const manifest = await readManifest(app);
  const sdks = chooseSdks(file.sdks, name);
  const [only] = sdks;
  if (values.from.length > 0 && sdks.length > 1)
    throw new UsageError("--from is the description of one SDK; expected its name beside it.");
  const changes: FileChange[] = [];
  for (const sdk of sdks) changes.push(...(await updateOne(sdk, values, app, manifest, io)));
  if (only && file.text !== undefined && values.from.length > 0)
    changes.push(...rememberFrom(file.text, only, values.from, app, io));
  if (changes.length === 0) {
    io.out("There is nothing to do.");
    return 0;
  }
  if (values.check || values["dry-run"]) return reportTrial(changes, values, () => "change", io);
  await writeChanges(app, changes, io);
  return 0;
}

function chooseSdks(sdks: readonly AppSdk[], name: string | undefined): readonly AppSdk[] {
  if (sdks.length === 0)
    throw new CommandError(
      `${APP_FILE} lists no SDK. To add one: ${COMMAND_ANYWHERE} add NAME --from DESCRIPTION`,
    );
  if (name === undefined) return sdks;
  const named = sdks.filter((sdk) => sdk.name === name);
  if (named.length > 0) return named;
  const names = sdks.map((sdk) => sdk.name);
  throw new UsageError(
    `${APP_FILE} has no SDK ${quote(name)}; expected ${names.join(", ")}.${suggest(name, names)}`,
  );
}

/** Lists the files of one SDK that change, and tells what changes for the app. */
async function updateOne(
  sdk: AppSdk,
  values: UpdateValues,
  app: string,
  manifest: Manifest | undefined,
  io: CliIo,
): Promise<readonly FileChange[]> {
  const { name, outputs } = sdk;
  const extension = sdk.extensions ?? chooseExtension(app, manifest?.value ?? {});
  const tool = { ...toolOf(io), origin: originOf({ name, outputs, extension }) };
  const ownIo = { ...io, cwd: app, tool };
  const request = requestUpdate(sdk, values, app, io);
  const memo = createMemo();
  await expectSchema(sdk, request.schema);
  const next = await importOrRead(request, ownIo, memo);
  if (request.keep) expectDescription(name, next);
  const update = await generateNext(next, request, ownIo, memo);
  if (changesDigestsAlone(update.changes, request.schema)) {
    io.out(`${name}: nothing changes.`);
    if (values.verbose) for (const note of update.allNotes) io.out(note);
    return [];
  }
  report(name, update, values.verbose, io);
  for (const todo of describeTodos(update.model, join(sdk.folder, SCHEMA_FOLDER), outputs))
    io.err(todo);
  return update.changes;
}

function requestUpdate(sdk: AppSdk, values: UpdateValues, app: string, io: CliIo): AppSdkRequest {
  const folder = join(app, sdk.folder);
  return {
    schema: join(folder, SCHEMA_FOLDER),
    out: folder,
    from: listSources(sdk, values.from, io),
    keep: sdk.outputs.includes("paths"),
    // Only an import has notes, so that --verbose needs one even if the description is the same.
    isAgain: values.verbose,
  };
}

/** Imports what is new in the descriptions. Without descriptions, or anything new, the schema folder stays as it is. */
async function importOrRead(
  request: AppSdkRequest,
  io: CliIo,
  memo: Memo,
): Promise<ImportedUpdate> {
  const imported = request.from.length === 0 ? undefined : await importNext(request, io, memo);
  return imported?.kind === "imported" ? imported : readPresent(request.schema, memo);
}

/** Descriptions of an SDK: those of the command line, or else those of `typewire.yaml` or of the service. */
function listSources(
  { service, descriptions }: AppSdk,
  from: readonly string[],
  { cwd }: CliIo,
): readonly string[] {
  const place = (source: string): string =>
    source === "-" || isRemote(source) ? source : resolve(cwd ?? ".", source);
  if (from.length > 0) return from.map(place);
  if (descriptions.length > 0) return descriptions.map(place);
  return service === undefined ? [] : (findService(service)?.descriptions ?? []);
}

async function expectSchema({ name, folder }: AppSdk, schema: string): Promise<void> {
  if ((await readSchemaFolder(schema)).length > 0) return;
  throw new CommandError(
    `${folder}/${SCHEMA_FOLDER} has no YAML, though ${APP_FILE} lists ${name}. Nothing was changed. ` +
      `To make the SDK anew, remove its entry and run: ${COMMAND_ANYWHERE} add ${name} --from DESCRIPTION --to ${folder}`,
  );
}

/** @throws CommandError if the schema folder has not kept the description, which the output `paths` is made of. */
function expectDescription(name: string, { model }: ImportedUpdate): void {
  if (model.descriptions !== undefined) return;
  throw new CommandError(
    `The output \`paths\` of ${name} needs the description itself, which is not there. Nothing was changed. ` +
      `To name it: ${COMMAND} update ${name} --from FILE|URL`,
  );
}

/**
 * The schema folder as it is, in the form of an import that changes nothing. Its files may have been edited, or other
 * outputs may be asked for now.
 */
async function readPresent(schema: string, memo: Memo): Promise<ImportedUpdate> {
  const present = await readSchemaFolder(schema);
  try {
    const model = readSchema(present, memo);
    return {
      kind: "imported",
      sources: [],
      present,
      folder: present,
      model,
      difference: { level: "none", changes: [] },
      notes: [],
      allNotes: [],
    };
  } catch (error) {
    throw explainComplaints(error, schema, ". Nothing was changed.");
  }
}

/** More lines would hide the first and the last ones, which matter most. */
const MAX_NOTES = 6;

function report(name: string, update: SdkChange, isVerbose: boolean, io: CliIo): void {
  const { difference, notes, allNotes } = update;
  const summary = difference.level === "none" ? "generated anew." : describeLevel(difference);
  io.out(`${name}: ${summary}`);
  for (const note of isVerbose ? allNotes : shortenNotes(notes, MAX_NOTES)) io.out(note);
  if (difference.level !== "none") io.out(printDifference(difference).trimEnd());
}

/** Writes the descriptions of the command line into `typewire.yaml`. */
function rememberFrom(
  text: string,
  { name }: AppSdk,
  from: readonly string[],
  app: string,
  io: CliIo,
): readonly FileChange[] {
  const sources = nameDescriptions(from, app, io);
  if (sources.length === 0) return [];
  const after = setDescriptions(text, name, sources);
  return after === text ? [] : [{ path: join(app, APP_FILE), before: text, after }];
}

interface AppSdkRequest extends SdkRequest {
  /** Empty for an SDK whose schema folder is written by hand. */
  readonly from: readonly string[];
  readonly keep: boolean;
}
