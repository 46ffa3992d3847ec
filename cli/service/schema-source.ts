/** Models from wherever a user has them: a schema folder, a description, or a revision of git. */
import { execFile, execFileSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname, posix, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { isMissing } from "../../codegen/files/system-errors.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { readDescription } from "../../codegen/files/read-description.js";
import { importChecked } from "../../codegen/import/import.js";
import type { Memo } from "../../codegen/model/memo.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { isKeptDescription } from "../../codegen/read/descriptions.js";
import { readSchema, type SchemaFile } from "../../codegen/read-schema.js";
import { CommandError, explainComplaints } from "../io/errors.js";
import { type CliIo, locate } from "../io/io.js";
import { isRemote, locateSource, toSlashes } from "../io/paths.js";

const run = promisify(execFile);

/** Git's output has all files of a folder; those of the largest services have 20 MB. */
const MAX_OUTPUT = 256 * 1024 * 1024;

/** Both sides have the same label: some names of types come from it, and by default it is the name of the file. */
const LABEL = "openapi";

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
    if (kind === "description") {
      const description = await readDescription(place, io);
      return importChecked(description, [], { label: LABEL }).model;
    }
    const files =
      kind === "folder" ? await readSchemaFolder(place) : await readRevision(source, schema, io);
    if (files.length > 0) return readSchema(files, memo);
  } catch (error) {
    throw explainComplaints(error, source);
  }
  throw new CommandError(`Found no YAML in ${source}; expected a schema folder.`);
}

async function findKind(place: string, source: string) {
  if (source === "-" || isRemote(place)) return "description";
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
  const cwd = dirname(folder);
  const commit = await findCommit(revision, cwd);
  const top = (await git(["rev-parse", "--show-toplevel"], cwd)).trim();
  const path = toSlashes(relative(top, folder));
  const listed = await git(["ls-tree", "-r", "-z", "--full-tree", commit, `${path}/`], cwd);
  // Each entry is "<mode> blob <id>", a tab, the path and a zero byte (git-ls-tree(1)).
  const entries = [...listed.matchAll(/blob ([0-9a-f]+)\t([^\0]+)\0/g)];
  const schemaFiles = entries.flatMap(([, id = "", name = ""]) =>
    /\.ya?ml$/.test(name) || isKeptDescription(name.slice(path.length + 1)) ? [{ id, name }] : [],
  );
  const ids = schemaFiles.map(({ id }) => id);
  const texts = readBlobs(ids, cwd);
  return schemaFiles.map(({ name }, index) => {
    return { path: posix.relative(path, name), text: texts[index] ?? "" };
  });
}

/** @throws CommandError if it is no revision. */
async function findCommit(revision: string, cwd: string): Promise<string> {
  const missing = new CommandError(
    `${revision} is no file, no folder and no revision of git; expected a schema folder, an OpenAPI description or a revision.`,
  );
  // An argument that begins with a dash would be an option of git.
  if (revision.startsWith("-")) throw missing;
  const argv = ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`];
  const commit = await git(argv, cwd).catch(() => {
    throw missing;
  });
  return commit.trim();
}

async function git(argv: readonly string[], cwd: string): Promise<string> {
  return (await run("git", argv, { cwd, maxBuffer: MAX_OUTPUT })).stdout;
}

/** Reads the texts of git's objects by one process, because a service has hundreds of files. */
function readBlobs(ids: readonly string[], cwd: string): readonly string[] {
  const input = ids.map((id) => `${id}\n`).join("");
  const output = execFileSync("git", ["cat-file", "--batch"], {
    cwd,
    input,
    maxBuffer: MAX_OUTPUT,
  });
  let position = 0;
  // Each object follows a line that ends with its size, and precedes a line break (git-cat-file(1)).
  return ids.map(() => {
    const start = output.indexOf("\n", position) + 1;
    const [, size = "0"] = / (\d+)$/.exec(output.toString("utf8", position, start - 1)) ?? [];
    position = start + Number(size) + 1;
    return output.toString("utf8", start, position - 1);
  });
}
