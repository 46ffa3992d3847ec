/** `typewire update`: imports descriptions anew, and records the next version and its changes. */
import { relative, resolve } from "node:path";
import { describeLevel } from "../../codegen/diff/print.js";
import type { FileChange } from "../../codegen/files/change-together.js";
import { createMemo, type Memo } from "../../codegen/model/memo.js";
import { count, quote } from "../../codegen/model/messages.js";
import { APP_FILE, hasAppFile } from "../app/app-file.js";
import { updateApp } from "../app/update-app.js";
import { readArguments } from "../io/arguments.js";
import { UsageError } from "../io/errors.js";
import { type CliIo, locate, toolOf } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import { expectManifest, type Manifest, toSlashes } from "../package/manifest.js";
import { describeTodos } from "../service/schema-folder.js";
import { shortenNotes } from "../terminal/terminal.js";
import { changeFiles, finishUpdate } from "../update/finish.js";
import {
  chooseRelease,
  GENERATED_ANEW,
  type PackageChange,
  planPackage,
  type Release,
  stampVendor,
} from "../update/release.js";
import {
  changesDigestsAlone,
  generateNext,
  importNext,
  type ImportedUpdate,
  type SdkChange,
  type SdkRequest,
  withVendorFile,
} from "../update/update-sdk.js";

export const HELP = `Brings a package, or the SDKs of an app, up to date with their API descriptions.

  typewire update [--from DESCRIPTION]… [options]
  typewire update [NAME] [--from DESCRIPTION]… [--dry-run] [--check] [--verbose]

In an app, which has a typewire.yaml, it updates the SDKs that are listed there, or the one of that NAME.
There, it changes generated code and the YAML that it is made from, and nothing else. In a package, it sets
the next version, too.

It reads the description that the package was made from, imports it, generates the client, and brings
README.md, the examples and the test up to date. By what changes for users, it sets the version in
package.json and adds an entry to CHANGELOG.md; where there is a folder .changeset, it adds a changeset
in their place. What you wrote stays. Routes, webhooks and schemas that the description lost are removed,
unless you have changed them. A description that cannot be read, or that is of another service, changes
nothing. All files change together: a run that is interrupted or killed leaves the old ones or the new ones.

  --from DESCRIPTION  A file, an http(s) address, or - for standard input, with the next version of the
                      description. It has the same title or the same address as the one before. It is
                      remembered in schema/import.yaml. Default: the one that is remembered
  --label NAME        The description in schema/import.yaml that it is the next version of, whatever its
                      title and its address
  --overlay FILE      An OpenAPI Overlay, applied first. Default: those that are remembered
  --names FILE        A stainless.yml. Default: the one that is remembered
  --dry-run           Write nothing, and print what would change
  --check             Write nothing; exit with 1 if something would change
  --schema DIR        The schema folder. Default: ${FOLDERS.schema}
  --out DIR           The output folder. Default: ${FOLDERS.out}
  --finish            Complete an update that was interrupted, and do nothing else. Each command does so first
  --verbose           List all that was left out or ignored, with every place

Examples:
  npx typewire update
  npx typewire update --from https://api.acme.example/openapi.json
  npx typewire update --dry-run
  npx typewire update --check
  npx typewire update acme`;

const OPTIONS = {
  from: { type: "string", multiple: true, default: [] as string[] },
  label: { type: "string" },
  overlay: { type: "string", multiple: true, default: [] as string[] },
  names: { type: "string" },
  schema: { type: "string" },
  out: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  finish: { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
} as const;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, [0, 1, "the name of an SDK"]);
  const { check: isCheck, "dry-run": isDry } = values;
  if (isCheck && isDry)
    throw new UsageError("The mode is both --check and --dry-run; expected one of them.");
  // It has happened before this command began, as before any other.
  if (values.finish) return 0;
  if (values.label !== undefined && values.from.length > 1)
    throw new UsageError("--label names one description; expected one --from beside it.");
  if (hasAppFile(io)) return updateApp(positionals[0], values, io);
  if (positionals.length > 0)
    throw new UsageError(
      `There is no ${APP_FILE} in this folder, so ${quote(positionals[0] ?? "")} is no SDK of an app; expected options only.`,
    );
  const { folders } = toolOf(io);
  const request: SdkRequest = {
    schema: locate(io, values.schema ?? folders.schema),
    out: locate(io, values.out ?? folders.out),
    from: values.from,
    label: values.label,
    overlays:
      values.overlay.length > 0 ? values.overlay.map((overlay) => locate(io, overlay)) : undefined,
    names: values.names === undefined ? undefined : locate(io, values.names),
  };
  await finishUpdate((await expectManifest(request.schema, io)).project, io);
  const manifest = await expectManifest(request.schema, io);
  const prepared = await prepareUpdate(request, manifest, io);
  if (prepared === undefined) {
    io.out("The description has not changed since the last update. There is nothing to do.");
    return 0;
  }
  const { changes } = prepared;
  if (changesDigestsAlone(changes, request.schema)) {
    io.out(`Nothing changes by ${prepared.update.sources.join(" and ")}. There is nothing to do.`);
    return 0;
  }
  const show = (path: string): string => toSlashes(relative(resolve(io.cwd ?? "."), path));
  report(prepared, manifest, values.verbose, io);
  if (isCheck || isDry) {
    if (isDry)
      for (const change of changes) io.out(`Would ${describeChange(change)} ${show(change.path)}`);
    io.out(`${count(changes.length, "file")} would change. Nothing was written.`);
    return isCheck ? 1 : 0;
  }
  const kept = await changeFiles(manifest.project, changes, io);
  for (const path of kept) io.err(`Kept, because it was edited meanwhile: ${show(path)}`);
  for (const { path, after } of changes)
    io.out(`${after === undefined ? "Removed" : "Wrote"} ${show(path)}`);
  for (const todo of describeTodos(prepared.update.model, show(request.schema))) io.err(todo);
  io.out("Next: npm test");
  return 0;
}

/** An update with all that changes in the package. */
interface PreparedUpdate {
  readonly update: SdkChange;
  readonly release: Release;
  readonly changes: readonly FileChange[];
  readonly warnings: readonly string[];
}

/** Returns `undefined` for descriptions that have not changed. */
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
    return join({ update, release }, await planPackage(manifest, release, update, request.out));
  // The schema says the same as before, and the code differs: the generator is another one.
  const anew = chooseRelease(manifest, GENERATED_ANEW);
  const stamped = await generateNext(stamp(imported, anew, manifest, memo), request, io, memo);
  const whole = { update: { ...stamped, difference: GENERATED_ANEW }, release: anew };
  return join(whole, await planPackage(manifest, anew, stamped, request.out));
}

function stamp(
  imported: ImportedUpdate,
  release: Release,
  manifest: Manifest,
  memo: Memo,
): ImportedUpdate {
  if (release.kind !== "version") return imported;
  return withVendorFile(imported, (text) => stampVendor(text, manifest, release.version), memo);
}

function join(
  plan: Pick<PreparedUpdate, "update" | "release">,
  { changes, warnings }: PackageChange,
): PreparedUpdate {
  return { ...plan, changes: [...plan.update.changes, ...changes], warnings };
}

function describeChange({ before, after }: FileChange): string {
  if (after === undefined) return "remove";
  return before === undefined ? "write" : "change";
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
