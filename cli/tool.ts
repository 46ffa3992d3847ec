import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { CommandIo, Tool } from "../codegen/cli/report.js";
import type { CliIo } from "./io.js";

/** The folders of a package that `init` has made, which commands use by themselves. */
export const FOLDERS = { schema: "schema", out: "src/generated" } as const;

/** How a user runs a command of this package. */
export const COMMAND = "npx typewire";

/** The same where no package has installed it yet. */
export const COMMAND_ANYWHERE = "npx typewire-cli";

/** What the generator's commands are to say of themselves. */
export function createTool(io: Pick<CliIo, "cwd">): Tool {
  return {
    origin: { tool: "typewire", command: `${COMMAND} generate` },
    folders: { schema: locateFolder(io, FOLDERS.schema), out: locateFolder(io, FOLDERS.out) },
    metaOf: findMetaFolder,
  };
}

function locateFolder({ cwd }: Pick<CliIo, "cwd">, folder: string): string {
  return cwd === undefined ? folder : resolve(cwd, folder);
}

/** The connections of the generator's own commands. */
export function toCommandIo(io: CliIo): CommandIo {
  const { out, err, input, fetch, progress, signal } = io;
  const optional = { ...(progress && { progress }), ...(signal && { signal }) };
  return { out, err, input, fetch, tool: createTool(io), ...optional };
}

/**
 * The JSON Schemas for editors, as seen from a schema folder: those of the package that is installed
 * in the nearest project.
 */
function findMetaFolder(schema: string): string {
  const folder = resolve(schema);
  const meta = join(findProject(folder) ?? dirname(folder), "node_modules/typewire-cli/meta");
  return relative(folder, meta).split(sep).join("/");
}

/** The nearest folder above with a manifest. */
export function findProject(folder: string): string | undefined {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findProject(parent);
}
