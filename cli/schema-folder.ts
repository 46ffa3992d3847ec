import { readSchemaFolder } from "../codegen/cli/files.js";
import { describeMistakes } from "../codegen/cli/report.js";
import { SchemaError } from "../codegen/diagnostics.js";
import type { SchemaModel, VendorWebhooks } from "../codegen/model.js";
import { readSchema } from "../codegen/read-schema.js";
import { type CliIo, locate } from "./io.js";
import { COMMAND_ANYWHERE } from "./tool.js";
import { CommandError } from "./usage.js";

/**
 * Reads a schema folder.
 * @throws CommandError if it does not exist, or with all its mistakes.
 */
export async function readModel(schema: string, io: CliIo): Promise<SchemaModel> {
  const files = await readSchemaFolder(locate(io, schema));
  if (files.length === 0) {
    throw new CommandError(
      `Found no YAML in ${schema}. Name the schema folder with --schema, or make a package with \`${COMMAND_ANYWHERE} init\`.`,
    );
  }
  try {
    return readSchema(files);
  } catch (error) {
    if (error instanceof SchemaError) throw new CommandError(describeMistakes(error, schema));
    throw error;
  }
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
