/**
 * Updates an SDK from its descriptions: the YAML of its schema folder and the generated code. What only packages
 * have, such as a version, is in `release.ts`. Nothing here writes files.
 */
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { diffModels } from "../../codegen/diff/diff.js";
import type { Difference } from "../../codegen/diff/types.js";
import type { FileChange } from "../../codegen/files/change-together.js";
import { readFolder, readSchemaFolder } from "../../codegen/files/folders.js";
import { compareOutput } from "../../codegen/files/output-differences.js";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import {
  type CheckedImport,
  importChecked,
  type ImportOptions,
  type LoadedDescription,
} from "../../codegen/import/import.js";
import { findLossOfService, findLostReference } from "../../codegen/import/merge/successor.js";
import { isMap } from "../../codegen/model/json.js";
import { createMemo, type Memo } from "../../codegen/model/memo.js";
import { SchemaError } from "../../codegen/model/messages.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readSchema, type SchemaFile } from "../../codegen/read-schema.js";
import { CommandError, explainComplaints, messageOf } from "../io/errors.js";
import { type CliIo, toolOf, withProgress } from "../io/io.js";
import { pointToMeta } from "../io/tool.js";
import { removeKey, setKey } from "../package/vendor.js";
import { expectNoLinks, expectNotBlocked } from "../service/output-folder.js";
import {
  describeIncomplete,
  describeOther,
  type DescriptionChoice,
  type NextDescription,
  NOTHING_CHANGED,
  readNextDescriptions,
} from "./descriptions.js";

/** An SDK: a package, or a folder of an app. */
export interface SdkRequest extends DescriptionChoice {
  /** The output folder, for the file system. */
  readonly out: string;
}

/** The result of an update. */
export type SdkUpdate =
  { readonly kind: "unchanged"; readonly sources: readonly string[] } | SdkChange;

/** New descriptions, imported and compared, before anything is generated. */
export interface ImportedUpdate {
  readonly kind: "imported";
  /** Where the descriptions came from, for messages. */
  readonly sources: readonly string[];
  /** The schema folder as it is, and as it will be. */
  readonly present: readonly SchemaFile[];
  readonly folder: readonly SchemaFile[];
  readonly model: SchemaModel;
  readonly difference: Difference;
  /** Losses and decisions of the imports, in short and with every place. */
  readonly notes: readonly string[];
  readonly allNotes: readonly string[];
}

/** An update with all files that it changes. */
export interface SdkChange extends Omit<ImportedUpdate, "kind"> {
  readonly kind: "changed";
  readonly changes: readonly FileChange[];
  /** True if a file of the output folder changes. */
  readonly isOutputChanged: boolean;
  /** Paths of all generated files, inside the output folder. */
  readonly paths: ReadonlySet<string>;
  /** Files in the output folder that are not generated, and stay. */
  readonly foreign: readonly string[];
}

/**
 * Updates an SDK: reads its descriptions, imports and generates. The caller writes the changes, together with
 * its own, by `changeTogether`.
 * @throws CommandError if a description cannot be taken; then nothing is to be changed.
 */
export async function updateSdk(request: SdkRequest, io: CliIo): Promise<SdkUpdate> {
  const memo = createMemo();
  const imported = await importNext(request, io, memo);
  return imported.kind === "unchanged" ? imported : generateNext(imported, request, io, memo);
}

/** Imports the descriptions that have changed, and compares what they bring with what is there. */
export async function importNext(
  request: SdkRequest,
  io: CliIo,
  memo: Memo,
): Promise<ImportedUpdate | Extract<SdkUpdate, { kind: "unchanged" }>> {
  const { schema } = request;
  const present = await readSchemaFolder(schema);
  const { sources, next } = await withProgress(io, "Reading the description", () =>
    explain(schema, () => readNextDescriptions(request, present, io)),
  );
  if (next.length === 0) return { kind: "unchanged", sources };
  const before = await withProgress(io, `Reading ${schema}`, () =>
    explain(schema, () => readSchema(present, memo)),
  );
  const imported = await withProgress(io, `Importing ${sources.join(" and ")}`, () =>
    explain(schema, () => importAllNext(next, present, memo, request.keep)),
  );
  const meta = toolOf(io).metaOf?.(schema);
  const folder = imported.folder.map((each) => pointToMeta(each, meta));
  const difference = await withProgress(io, "Comparing", () => diffModels(before, imported.model));
  return { kind: "imported", sources, present, difference, ...imported, folder };
}

async function explain<Result>(
  schema: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const explained = explainComplaints(error, schema, `. ${NOTHING_CHANGED}`);
    if (explained !== error || !(error instanceof Error) || error.name !== "ImportError")
      throw explained;
    throw new CommandError(`${messageOf(error)}\n${NOTHING_CHANGED}`);
  }
}

/** Imports one description after the other, and removes what none has any more. */
function importAllNext(
  next: readonly NextDescription[],
  present: readonly SchemaFile[],
  memo: Memo,
  keep = false,
) {
  let folder = present;
  let model: SchemaModel | undefined;
  const notes: string[] = [];
  const allNotes: string[] = [];
  for (const { shown, label, description, names, origin, isForced } of next) {
    const options = {
      label,
      origin,
      prune: true,
      renew: true,
      keep,
      memo,
      ...(names && { names }),
    };
    const result = importWithoutLostPages(description, folder, options, (note) => {
      notes.push(note);
      allNotes.push(note);
    });
    const { routes, events } = result.model;
    if (routes.length + events.length === 0)
      throw new CommandError(`${shown} describes no route and no event. ${NOTHING_CHANGED}`);
    const loss = isForced ? undefined : findLossOfService(label, folder, result.folder);
    if (loss !== undefined) throw describeOther(shown, loss, [{ label }]);
    const lost = isForced
      ? undefined
      : findLostReference(label, description, folder, result.folder);
    if (lost !== undefined) throw describeIncomplete(shown, lost, label);
    ({ folder, model } = result);
    notes.push(...result.notes);
    allNotes.push(...result.allNotes);
  }
  if (model === undefined) throw new Error("There is no description to import.");
  return { folder, model, notes, allNotes };
}

/**
 * Imports a description. A way to divide lists that fits no route any more would make `vendor.yaml` invalid, and is
 * removed: the folder was valid before, so the description has lost its routes.
 */
function importWithoutLostPages(
  description: LoadedDescription,
  folder: readonly SchemaFile[],
  options: ImportOptions,
  tell: (note: string) => void,
): CheckedImport {
  try {
    return importChecked(description, folder, options);
  } catch (error) {
    const lost = findLostPages(error);
    if (lost.size === 0) throw error;
    for (const name of lost)
      tell(
        `Removed, since no route has its parameters any more: pagination.${name} in vendor.yaml.`,
      );
    const left = folder.map((file) =>
      file.path === "vendor.yaml" ? { ...file, text: withoutPages(file.text, lost) } : file,
    );
    return importWithoutLostPages(description, left, options, tell);
  }
}

/** Names of the ways that the checker refuses; none if it refuses anything else, too. */
function findLostPages(error: unknown): ReadonlySet<string> {
  if (!(error instanceof SchemaError)) return new Set();
  const names = error.diagnostics.map(({ file, path }) =>
    file === "vendor.yaml" && path[0] === "pagination" ? path[1] : undefined,
  );
  return new Set(names.every((name) => name !== undefined) ? names.map(String) : []);
}

function withoutPages(text: string, names: ReadonlySet<string>): string {
  const vendor: unknown = parse(text);
  const pagination = isMap(vendor) && isMap(vendor["pagination"]) ? vendor["pagination"] : {};
  const left = Object.entries(pagination).filter(([name]) => !names.has(name));
  if (left.length === 0) return removeKey(text, "pagination");
  return setKey(text, ["pagination"], Object.fromEntries(left));
}

/** Replaces `vendor.yaml` of an update. */
export function withVendorFile(
  update: ImportedUpdate,
  edit: (text: string) => string,
  memo: Memo,
): ImportedUpdate {
  const folder = update.folder.map((file) =>
    file.path === "vendor.yaml" ? { ...file, text: edit(file.text) } : file,
  );
  return { ...update, folder, model: readSchema(folder, memo) };
}

/** Generates the code of an update, and lists all files that differ. */
export async function generateNext(
  update: ImportedUpdate,
  { schema, out }: SdkRequest,
  io: CliIo,
  memo: Memo,
): Promise<SdkChange> {
  const { model, present, folder } = update;
  const { origin } = toolOf(io);
  const generated = await withProgress(io, "Generating", () => generate(model, memo, origin));
  await expectNoLinks(out);
  const texts = await readFolder(out);
  const differences = compareOutput(generated, texts);
  expectNotBlocked(differences, out);
  const ofSchema = listChanges(schema, present, folder);
  const ofOutput = [
    ...[...differences.missing, ...differences.stale].map(({ path, text }) =>
      changeOf(out, path, texts.get(path), text),
    ),
    ...differences.extra.map((path) => changeOf(out, path, texts.get(path), undefined)),
  ];
  return {
    ...update,
    kind: "changed",
    changes: [...ofSchema, ...ofOutput],
    isOutputChanged: ofOutput.length > 0,
    paths: new Set(generated.map(({ path }) => path)),
    foreign: differences.foreign.map((path) => join(out, path)),
  };
}

function listChanges(
  root: string,
  before: readonly SchemaFile[],
  after: readonly GeneratedFile[],
): readonly FileChange[] {
  const present = new Map(before.map(({ path, text }) => [path, text]));
  const kept = new Set(after.map(({ path }) => path));
  return [
    ...after
      .filter(({ path, text }) => present.get(path) !== text)
      .map(({ path, text }) => changeOf(root, path, present.get(path), text)),
    ...before
      .filter(({ path }) => !kept.has(path))
      .map(({ path, text }) => changeOf(root, path, text, undefined)),
  ];
}

function changeOf(
  root: string,
  path: string,
  before: string | undefined,
  after: string | undefined,
): FileChange {
  return { path: resolve(root, path), before, after };
}

/** The line of a digest in `import.yaml`. */
const DIGEST_LINE = /^\s+digest:.*\n/gm;

/** True if all that changes are digests of descriptions, which are not worth a change of their own. */
export function changesDigestsAlone(changes: readonly FileChange[], schema: string): boolean {
  const file = resolve(schema, "import.yaml");
  return changes.every(
    ({ path, before = "", after = "" }) =>
      path === file && before.replace(DIGEST_LINE, "") === after.replace(DIGEST_LINE, ""),
  );
}
