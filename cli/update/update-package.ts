/** Brings a package up to date with its descriptions: schema, code, version, changelog and pages. */
import { describeLevel } from "../../codegen/diff/print.js";
import type { FileChange } from "../../codegen/files/change-files.js";
import { createMemo, type Memo } from "../../codegen/model/memo.js";
import { readSchema } from "../../codegen/read-schema.js";
import type { CliIo } from "../io/io.js";
import { expectManifest, type Manifest } from "../package/manifest.js";
import { shortenNotes } from "../terminal/terminal.js";
import { describeTodos } from "../service/schema-folder.js";
import { chooseRelease, GENERATED_ANEW, type Release, stampVendor } from "./release.js";
import { planPackage } from "./package-changes.js";
import { changesDigestsAlone, generateNext } from "./generate-next.js";
import type { ImportedUpdate, SdkChange, SdkRequest } from "./types.js";
import { importNext } from "./import-next.js";
import { finishUpdate } from "./finish.js";
import { reportTrial, showPath, type TrialOptions, writeChanges } from "./write-changes.js";

/**
 * Updates a package; resolves to the exit code. All files change together.
 * @throws CommandError if a description cannot be taken. Then nothing has changed.
 */
export async function updatePackage(
  request: SdkRequest,
  options: PackageUpdateOptions,
  io: CliIo,
): Promise<number> {
  await finishUpdate((await expectManifest(request.schema, io)).project, io);
  const manifest = await expectManifest(request.schema, io);
  const prepared = await prepareUpdate(request, manifest, io);
  if (prepared === undefined) {
    io.out("The description has not changed since the last update. There is nothing to do.");
    return 0;
  }
  const { update, changes } = prepared;
  if (changesDigestsAlone(changes, request.schema)) {
    io.out(`Nothing changes by ${update.sources.join(" and ")}. There is nothing to do.`);
    return 0;
  }
  report(prepared, manifest, options.verbose, io);
  if (options.check || options["dry-run"]) return reportTrial(changes, options, describeChange, io);
  await writeChanges(manifest.project, changes, io);
  for (const todo of describeTodos(update.model, showPath(request.schema, io))) io.err(todo);
  io.out("Next: npm test");
  return 0;
}

/** Plans all changes; `undefined` for descriptions that have not changed. */
async function prepareUpdate(
  request: SdkRequest,
  manifest: Manifest,
  io: CliIo,
): Promise<PreparedUpdate | undefined> {
  const memo = createMemo();
  const imported = await importNext(request, io, memo);
  if (imported.kind === "unchanged") return undefined;
  const release = chooseRelease(manifest, imported.difference);
  const update = await generateNext(stamp(imported, release, manifest, memo), request, io, memo);
  if (imported.difference.level !== "none" || !update.isOutputChanged)
    return addPackageChanges(update, release, manifest, request);
  // The schema says the same as before, and the code differs: the generator is another one.
  const patch = chooseRelease(manifest, GENERATED_ANEW);
  const stamped = await generateNext(stamp(imported, patch, manifest, memo), request, io, memo);
  return addPackageChanges({ ...stamped, difference: GENERATED_ANEW }, patch, manifest, request);
}

/** Writes the next version into `vendor.yaml`, so that the code is generated with it. */
function stamp(
  imported: ImportedUpdate,
  release: Release,
  manifest: Manifest,
  memo: Memo,
): ImportedUpdate {
  if (release.kind !== "version") return imported;
  const folder = imported.folder.map((file) =>
    file.path === "vendor.yaml"
      ? { ...file, text: stampVendor(file.text, manifest, release.version) }
      : file,
  );
  return { ...imported, folder, model: readSchema(folder, memo) };
}

async function addPackageChanges(
  update: SdkChange,
  release: Release,
  manifest: Manifest,
  { out }: SdkRequest,
): Promise<PreparedUpdate> {
  const { changes, warnings } = await planPackage(manifest, release, update, out);
  return { update, release, changes: [...update.changes, ...changes], warnings };
}

/** More lines would hide the first and the last ones, which matter most. */
const MAX_NOTES = 11;

function report(
  { update, release, warnings }: PreparedUpdate,
  { value }: Manifest,
  isVerbose: boolean,
  io: CliIo,
): void {
  const version = typeof value["version"] === "string" ? value["version"] : undefined;
  io.out(`Read ${update.sources.join(" and ")}.`);
  const notes = isVerbose ? update.allNotes : shortenNotes(update.notes, MAX_NOTES);
  for (const note of notes) io.out(note);
  io.out(describeLevel(update.difference, version));
  if (release.kind !== "none") io.out(`\n${release.sections}\n`);
  if (release.kind === "changeset") io.out(`Changesets set the version: ${release.bump}.`);
  for (const warning of warnings) io.err(warning);
}

function describeChange({ before, after }: FileChange): string {
  if (after === undefined) return "remove";
  return before === undefined ? "write" : "change";
}

/** An update with all that changes in the package. */
interface PreparedUpdate {
  readonly update: SdkChange;
  readonly release: Release;
  readonly changes: readonly FileChange[];
  readonly warnings: readonly string[];
}

/** Options of `update` that concern a package. */
export interface PackageUpdateOptions extends TrialOptions {
  readonly verbose: boolean;
}
