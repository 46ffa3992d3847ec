import { readSchemaFolder } from "../codegen/cli/files.js";
import { describeMistakes } from "../codegen/cli/report.js";
import { SchemaError } from "../codegen/model/diagnostics.js";
import type { SchemaModel, VendorWebhooks } from "../codegen/model/model.js";
import { readSchema, type SchemaFile } from "../codegen/read-schema.js";
import { type CliIo, locate } from "./io.js";
import { COMMAND_ANYWHERE } from "./tool.js";
import { CommandError } from "./usage.js";

/**
 * The files that a command needs. Most of the time of a large folder goes into payloads and
 * components: without them, GitHub's events are read in 0.3 s in place of 6.9 s.
 */
const PARTS = {
  /** Names and texts of events, and the facts of deliveries. */
  events: /^(?:vendor|events)\.yaml$/,
  routes: /^(?:vendor|events|routes)\.yaml$|^components\//,
  all: /^/,
} as const;

/**
 * Reads a schema folder, or the part of it that is needed.
 * @throws CommandError if it does not exist, or with all mistakes of what was read.
 */
export async function readModel(
  schema: string,
  io: CliIo,
  part: keyof typeof PARTS = "all",
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
    if (error instanceof SchemaError) throw new CommandError(describeMistakes(error, schema));
    throw error;
  }
}

/** The other files are left out; routes become an empty map, since a folder may have only them. */
function reduceFile(file: SchemaFile, wanted: RegExp): readonly SchemaFile[] {
  if (wanted.test(file.path)) return [file];
  return file.path === "routes.yaml" ? [{ ...file, text: "{}\n" }] : [];
}

/** @throws CommandError if not all is known that deliveries need. */
export function expectWebhooks(model: SchemaModel, schema: string): VendorWebhooks {
  const { webhooks } = model.vendor;
  if (webhooks !== undefined) return webhooks;
  const open = model.todos.filter(({ path }) => path[0] === "webhooks");
  const keys = open.map(({ path }) => `\`${path.join(".")}\``).join(" and ");
  throw new CommandError(
    keys === ""
      ? `${schema}/vendor.yaml describes no webhooks.`
      : `${schema}/vendor.yaml does not say all about deliveries yet: fill in ${keys}.`,
  );
}
