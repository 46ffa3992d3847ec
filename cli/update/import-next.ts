/** Imports the descriptions of an SDK that have changed, and compares them with its schema folder. */
import { diffModels } from "../../codegen/diff/diff.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { type CheckedImport, ImportError } from "../../codegen/import/import.js";
import { findLossOfService, findLostReference } from "../../codegen/import/merge/lost-entries.js";
import type { Memo } from "../../codegen/model/memo.js";
import { SchemaError } from "../../codegen/model/messages.js";
import { readSchema, type SchemaFile } from "../../codegen/read-schema.js";
import { CommandError, explainComplaints, explainError } from "../io/errors.js";
import { type CliIo, toolOf, withProgress } from "../io/io.js";
import { pointToMeta } from "../io/project.js";
import { type NextDescription, readNextDescriptions } from "./descriptions.js";
import { importWithoutLostPages, type PrunedImport } from "./lost-pages.js";
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

/** Runs a step, whose error then also says that nothing has changed. */
async function explain<Result>(
  schema: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explainFault(error, schema);
  }
}

function explainFault(error: unknown, schema: string): unknown {
  if (error instanceof SchemaError) return explainComplaints(error, schema, `. ${NOTHING_CHANGED}`);
  if (error instanceof ImportError)
    return new CommandError(`${explainError(error)}\n${NOTHING_CHANGED}`);
  return error; // one that already says it, or that the description has not caused
}

/** Imports one description after the other, and removes what none has any more. */
function importAllNext(
  next: readonly NextDescription[],
  present: readonly SchemaFile[],
  memo: Memo,
  keep = false,
) {
  const imports: PrunedImport[] = [];
  let folder = present;
  for (const description of next) {
    const { label, names, origin } = description;
    const imported = importWithoutLostPages(description.description, folder, {
      label,
      origin,
      prune: true,
      renew: true,
      memo,
      keep,
      ...(names && { names }),
    });
    expectSameService(description, folder, imported.result);
    folder = imported.result.folder;
    imports.push(imported);
  }
  const last = imports.at(-1);
  if (last === undefined) throw new Error("There is no description to import.");
  return {
    folder,
    model: last.result.model,
    notes: imports.flatMap(({ removed, result }) => [...removed, ...result.notes]),
    allNotes: imports.flatMap(({ removed, result }) => [...removed, ...result.allNotes]),
  };
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
