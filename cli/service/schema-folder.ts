/** Finds and reads the schema folder that a command works on. */
import { join } from "node:path";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { count, formatDiagnostic } from "../../codegen/model/messages.js";
import { type Output, OUTPUTS, type SchemaModel } from "../../codegen/model/model.js";
import { readSchema, type SchemaFile } from "../../codegen/read-schema.js";
import { CommandError, explainComplaints } from "../io/errors.js";
import { createStarter } from "../init/starter.js";
import { type CliIo, locate, toolOf } from "../io/io.js";
import { COMMAND_ANYWHERE } from "../io/tool.js";

/**
 * Parts of a schema folder. Payloads and components take most of the time: without them, GitHub's
 * events are read in 0.3 s instead of 6.9 s.
 */
const PARTS = {
  all: /(?:)/,
  /** Names and texts of events, and the signature. */
  events: /^(?:vendor|events)\.yaml$/,
  payloads: /^(?:vendor|events|corrections)\.yaml$|^(?:payloads|components)\//,
  routes: /^(?:vendor|events|routes)\.yaml$|^components\//,
} as const;

/**
 * Reads a schema folder, or a part of it.
 * @throws CommandError if it does not exist, or with all complaints about the files that were read.
 */
export async function readModel(
  schema: string,
  io: CliIo,
  part: keyof typeof PARTS,
): Promise<SchemaModel> {
  const files = await readSchemaFolder(locate(io, schema));
  if (files.length === 0) {
    throw new CommandError(
      `Found no YAML in ${schema}. Name the schema folder with --schema, or make a package with \`${COMMAND_ANYWHERE} init\`.`,
    );
  }
  try {
    return readSchema(files.flatMap((file) => reduceFile(file, PARTS[part])));
  } catch (error) {
    throw explainComplaints(error, schema);
  }
}

/** True if there is no schema folder and no option names one. A built-in service then replaces it. */
export async function lacksSchema(schema: string, io: CliIo): Promise<boolean> {
  if (schema !== toolOf(io).folders.schema) return false;
  return (await readSchemaFolder(locate(io, schema))).length === 0;
}

/** Reads the service that `init` begins with, for a first try in an empty folder. */
export function readStarter(): SchemaModel {
  return readSchema(createStarter(STARTER_NAME, "Acme"));
}

const STARTER_NAME = "acme";

/** Omits a file unless its path matches. Routes become empty instead, because a folder may have no other file. */
function reduceFile(file: SchemaFile, kept: RegExp): readonly SchemaFile[] {
  if (kept.test(file.path)) return [file];
  return file.path === "routes.yaml" ? [{ ...file, text: "{}\n" }] : [];
}

/** Summarizes a schema folder in one line. */
export function describeModel(model: SchemaModel, folder: string): string {
  const { events, routes, components } = model;
  const combinations = events.flatMap(({ actions }) => actions).length;
  return (
    `Read ${folder}: ${count(events.length, "event")} with ${count(events.length + combinations, "name")}, ` +
    `${count(routes.length, "route")}, ${count(components.length, "shared schema")}.`
  );
}

/**
 * Lists the gaps that an import has left, each with a path that a terminal can open.
 * @param outputs What is generated. Without webhooks, nobody needs to know how they are signed.
 */
export function describeTodos(
  { todos }: SchemaModel,
  folder: string,
  outputs: readonly Output[] = OUTPUTS,
): readonly string[] {
  const needed = outputs.includes("webhooks")
    ? todos
    : todos.filter(({ path }) => path[0] !== "webhooks");
  return needed.map((todo) => formatDiagnostic({ ...todo, file: join(folder, todo.file) }));
}
