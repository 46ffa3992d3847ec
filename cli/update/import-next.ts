/** Imports the descriptions of an SDK that have changed, and compares them with its schema folder. */
import { parse } from "yaml";
import { diffModels } from "../../codegen/diff/diff.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import {
  type CheckedImport,
  importChecked,
  type ImportOptions,
  type LoadedDescription,
} from "../../codegen/import/import.js";
import { findLossOfService, findLostReference } from "../../codegen/import/merge/successor.js";
import { isMap } from "../../codegen/model/json.js";
import type { Memo } from "../../codegen/model/memo.js";
import { SchemaError } from "../../codegen/model/messages.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readSchema, type SchemaFile } from "../../codegen/read-schema.js";
import { CommandError, explainComplaints, explainError } from "../io/errors.js";
import { type CliIo, toolOf, withProgress } from "../io/io.js";
import { pointToMeta } from "../io/tool.js";
import { removeKey, setKey } from "../package/vendor.js";
import { type NextDescription, readNextDescriptions } from "./descriptions.js";
import { describeIncomplete, describeOther, NOTHING_CHANGED } from "./refusals.js";
import type { ImportedUpdate, SdkRequest, UnchangedDescriptions } from "./types.js";

/** Imports the descriptions that have changed, and compares what they bring with what is there. */
export async function importNext(
  request: SdkRequest,
  io: CliIo,
  memo: Memo,
): Promise<ImportedUpdate | UnchangedDescriptions> {
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
    throw new CommandError(`${explainError(error)}\n${NOTHING_CHANGED}`);
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
  for (const description of next) {
    const { result, removed } = importOne(description, folder, { memo, keep });
    expectSameService(description, folder, result);
    ({ folder, model } = result);
    notes.push(...removed, ...result.notes);
    allNotes.push(...removed, ...result.allNotes);
  }
  if (model === undefined) throw new Error("There is no description to import.");
  return { folder, model, notes, allNotes };
}

function importOne(
  { label, description, names, origin }: NextDescription,
  folder: readonly SchemaFile[],
  settings: Pick<ImportOptions, "memo" | "keep">,
): PrunedImport {
  const options = { label, origin, prune: true, renew: true, ...settings, ...(names && { names }) };
  return importWithoutLostPages(description, folder, options);
}

/**
 * Refuses a description of another service, or one that is cut off, unless a user said which one it follows.
 * @throws CommandError
 */
function expectSameService(
  { shown, label, description, isForced }: NextDescription,
  before: readonly SchemaFile[],
  { model, folder }: CheckedImport,
): void {
  if (model.routes.length + model.events.length === 0)
    throw new CommandError(`${shown} describes no route and no event. ${NOTHING_CHANGED}`);
  if (isForced) return;
  const loss = findLossOfService(label, before, folder);
  if (loss !== undefined) throw describeOther(shown, loss, [{ label }]);
  const reference = findLostReference(label, description, before, folder);
  if (reference !== undefined) throw describeIncomplete(shown, reference, label);
}

// ---- Pagination whose routes are gone

/** An import, with a note for each way to divide lists that was removed before it. */
interface PrunedImport {
  readonly result: CheckedImport;
  readonly removed: readonly string[];
}

/**
 * Imports a description. A way to divide lists that fits no route any more would make `vendor.yaml` invalid, and is
 * removed: the folder was valid before, so the description has lost its routes.
 */
function importWithoutLostPages(
  description: LoadedDescription,
  folder: readonly SchemaFile[],
  options: ImportOptions,
): PrunedImport {
  try {
    return { result: importChecked(description, folder, options), removed: [] };
  } catch (error) {
    const lost = findLostPages(error);
    if (lost.size === 0) throw error;
    const pruned = folder.map((file) =>
      file.path === "vendor.yaml" ? { ...file, text: withoutPages(file.text, lost) } : file,
    );
    const { result, removed } = importWithoutLostPages(description, pruned, options);
    const notes = [...lost].map(
      (name) =>
        `Removed, since no route has its parameters any more: pagination.${name} in vendor.yaml.`,
    );
    return { result, removed: [...notes, ...removed] };
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
  const remaining = Object.entries(pagination).filter(([name]) => !names.has(name));
  if (remaining.length === 0) return removeKey(text, "pagination");
  return setKey(text, ["pagination"], Object.fromEntries(remaining));
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
