/** Models from wherever a user has them: a schema folder, a description, or a revision of git. */
import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname, posix, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { isMissing, readSchemaFolder } from "../../codegen/files/folders.js";
import { readDescription } from "../../codegen/files/read-description.js";
import { importChecked } from "../../codegen/import/import.js";
import type { Memo } from "../../codegen/model/memo.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { isKeptDescription } from "../../codegen/read/descriptions.js";
import { readSchema, type SchemaFile } from "../../codegen/read-schema.js";
import { CommandError, explainComplaints } from "../io/errors.js";
import { type CliIo, locate, locateSource } from "../io/io.js";
import { toSlashes } from "../package/manifest.js";

const run = promisify(execFile);

/** Git's output has all files of a folder; those of the largest services have 20 MB. */
const MAX_OUTPUT = 256 * 1024 * 1024;

/**
 * Reads a model.
 * @param source A folder, a file, an address, `-`, or else a revision of git, whose schema folder is read.
 * @param schema The schema folder inside a revision.
 * @param memo One for all models of a command: files that they have in common are read once.
 * @throws CommandError if there is nothing of that name, or with all complaints.
 */
export async function readSource(
  source: string,
  schema: string,
  io: CliIo,
  memo?: Memo,
): Promise<SchemaModel> {
  const place = locateSource(io, source);
  try {
    const kind = await findKind(place, source);
    if (kind === "description") return importChecked(await readDescription(place, io), []).model;
    const files =
      kind === "folder" ? await readSchemaFolder(place) : await readRevision(source, schema, io);
    if (files.length > 0) return readSchema(files, memo);
  } catch (error) {
    throw explainComplaints(error, source);
  }
  throw new CommandError(`Found no YAML in ${source}; expected a schema folder.`);
}

async function findKind(place: string, source: string) {
  if (source === "-" || place.includes("://")) return "description";
  try {
    return (await stat(place)).isDirectory() ? "folder" : "description";
  } catch (error) {
    if (isMissing(error)) return "revision";
    throw error;
  }
}

/** Reads the YAML of the schema folder as it was, without touching the files of the present. */
async function readRevision(
  revision: string,
  schema: string,
  io: CliIo,
): Promise<readonly SchemaFile[]> {
  const folder = resolve(locate(io, schema));
  const git = async (...argv: readonly string[]): Promise<string> => {
    const options = { cwd: dirname(folder), maxBuffer: MAX_OUTPUT };
    return (await run("git", argv, options)).stdout;
  };
  const missing = new CommandError(
    `${revision} is no file, no folder and no revision of git; expected a schema folder, an OpenAPI description or a revision.`,
  );
  // An argument that begins with a dash would be an option of git.
  if (revision.startsWith("-")) throw missing;
  const commit = await git("rev-parse", "--verify", "--quiet", `${revision}^{commit}`).catch(() => {
    throw missing;
  });
  const top = (await git("rev-parse", "--show-toplevel")).trim();
  const path = toSlashes(relative(top, folder));
  const listed = await git(
    "ls-tree",
    "-r",
    "-z",
    "--name-only",
    "--full-tree",
    commit.trim(),
    `${path}/`,
  );
  const names = listed
    .split("\0")
    .filter((name) => /\.ya?ml$/.test(name) || isKeptDescription(name.slice(path.length + 1)));
  const files: SchemaFile[] = [];
  for (const name of names)
    files.push({
      path: posix.relative(path, name),
      text: await git("cat-file", "blob", `${commit.trim()}:${name}`),
    });
  return files;
}
