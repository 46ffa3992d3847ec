/** `typewire import`: turns a description into YAML, beside the entries that were written by hand. */
import { join } from "node:path";
import { removeDrafts, replaceFiles } from "../../codegen/files/drafts.js";
import { readSchemaFolder, removeFrom } from "../../codegen/files/folders.js";
import { readDescription, readNames } from "../../codegen/files/read-description.js";
import {
  type CheckedImport,
  importChecked,
  type ImportResult,
} from "../../codegen/import/import.js";
import { quote } from "../../codegen/model/messages.js";
import type { SchemaFile } from "../../codegen/read/documents/yaml-document.js";
import { readArguments } from "../io/arguments.js";
import { CommandError, explainComplaints, UsageError } from "../io/errors.js";
import { type CliIo, locate, toolOf, withProgress } from "../io/io.js";
import { locateSource } from "../io/paths.js";
import { pointToMeta } from "../io/project.js";
import { FOLDERS } from "../io/tool.js";
import { describeOrigin } from "../io/origin.js";
import { describeModel, describeTodos } from "../service/schema-folder.js";
import { shortenNotes } from "../terminal/terminal.js";

export const HELP = `Imports an OpenAPI description into the schema folder.

  typewire import FILE [--schema DIR] [--overlay FILE]… [--names FILE] [--label NAME] [--prune]
                       [--verbose]

FILE is OpenAPI (Swagger 2.0, too) as JSON or YAML, also compressed (.gz), with the files that it refers
to; an http(s) address; or - for standard input.
Your own texts, comments and entries in the folder stay. The command lists what the files cannot
express, and checks them first: on an error, it writes nothing.

  --schema DIR    The schema folder. Default: ${FOLDERS.schema}
  --overlay FILE  An OpenAPI Overlay, which changes the description first. Repeat it for several
  --names FILE    A stainless.yml with the names of methods, the class and its options
  --label NAME    The name of the file of its components. Default: chosen at the first import
  --prune         Remove routes, webhooks and components that an earlier import wrote, that no
                  description has any more, and that are unchanged since then
  --verbose       List all that was left out or ignored, with every place

Examples:
  npx typewire import openapi.yaml
  npx typewire import openapi.yaml --names stainless.yml
  npx typewire import openapi.yaml --overlay fixes.overlay.yaml
  npx typewire import https://api.acme.example/openapi.json
  curl -s https://api.acme.example/openapi.json | npx typewire import -`;

const OPTIONS = {
  overlay: { type: "string", multiple: true, default: [] as string[] },
  schema: { type: "string", default: FOLDERS.schema },
  names: { type: "string" },
  label: { type: "string" },
  prune: { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, [1, 1, "one OpenAPI description"]);
  const { label, verbose } = values;
  if (label !== undefined) expectLabel(label);
  const file = locateSource(io, positionals[0] ?? "");
  const schema = locate(io, values.schema);
  const folder = await readSchemaFolder(schema);
  const result = await withProgress(io, `Importing ${file}`, () =>
    importFile(file, folder, values, io),
  ).catch((error: unknown) => {
    throw explainComplaints(error, schema, NOT_WRITTEN);
  });
  if (label === undefined) refusePossibleUpdate(result, file, io);
  const { written, unchanged } = await writeImport(io, schema, folder, result);
  const { summary, obsolete, model } = result;
  const notes = verbose ? result.allNotes : shortenNotes(result.notes, MAX_NOTES);
  const lines = [
    `Imported ${file}: ${written} files written, ${unchanged} unchanged.`,
    summary,
    ...notes,
    obsolete,
    describeModel(model, schema),
  ];
  for (const line of lines) if (line !== undefined) io.out(line);
  for (const todo of describeTodos(model, schema)) io.err(todo);
  return 0;
}

/** Imports a description, if the checker accepts the folder as it would be. Nothing is written. */
async function importFile(
  file: string,
  folder: readonly SchemaFile[],
  { schema, overlay, names, label, prune }: Values,
  io: CliIo,
): Promise<CheckedImport> {
  const namesPath = names === undefined ? undefined : locate(io, names);
  const overlays = overlay.map((path) => locate(io, path));
  const methodNames = namesPath === undefined ? undefined : await readNames(namesPath);
  const description = await readDescription(file, io, overlays);
  return importChecked(description, folder, {
    prune,
    origin: describeOrigin({ schema: locate(io, schema), overlays, names: namesPath }, file),
    ...(methodNames && { names: methodNames }),
    ...(label !== undefined && { label }),
  });
}

/**
 * Refuses a description most of which other descriptions have brought, which would update nothing.
 * @throws CommandError that names the labels to choose from.
 */
function refusePossibleUpdate({ possibleUpdate }: ImportResult, file: string, io: CliIo): void {
  if (possibleUpdate === undefined) return;
  const { label, others, repeated, added } = possibleUpdate;
  const { command } = toolOf(io);
  const otherFiles = others.map((other) => other.file).join(" and ");
  throw new CommandError(
    [
      `${repeated} of ${repeated + added} routes and events of ${file} are from ${otherFiles}, and would stay as they are. Nothing was written.`,
      ...others.map(
        (other) =>
          `If it is a new version of ${other.file}: ${command} import ${file} --label ${other.label}`,
      ),
      `If it is a description of its own, beside it: ${command} import ${file} --label ${label}`,
    ].join("\n"),
  );
}

/** Writes the files that differ, and removes those of entries that are gone. */
async function writeImport(
  io: CliIo,
  schema: string,
  folder: readonly SchemaFile[],
  { files: imported, removed }: ImportResult,
): Promise<{ readonly written: number; readonly unchanged: number }> {
  const present = new Map(folder.map(({ path, text }) => [path, text]));
  const meta = toolOf(io).metaOf?.(schema);
  const files = imported.map((file) => pointToMeta(file, meta));
  const changed = files.filter(({ path, text }) => present.get(path) !== text);
  await removeDrafts(schema);
  await replaceFiles(schema, changed);
  for (const { path } of changed) io.out(`Wrote ${join(schema, path)}`);
  for (const path of removed) {
    await removeFrom(schema, path);
    io.out(`Removed ${join(schema, path)}`);
  }
  return { written: changed.length, unchanged: files.length - changed.length };
}

/** More lines would hide the first and the last ones, which matter most. */
const MAX_NOTES = 11;

const NOT_WRITTEN =
  " after the import. Nothing was written. Correct the description or the files in the folder.";

/** The label becomes the name of a file, and `parameters` is the name of another. */
function expectLabel(label: string): void {
  if (/^[a-z0-9_][a-z0-9_-]*$/.test(label) && !label.endsWith("parameters")) return;
  const expected = "expected lowercase letters, digits, `_` and `-`";
  throw new UsageError(`The value of --label is ${quote(label)}; ${expected}.`);
}
