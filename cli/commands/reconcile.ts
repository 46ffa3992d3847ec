/** The command `reconcile`: compares recorded deliveries with the schema folder, and proposes corrections. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFiles } from "../../codegen/files/drafts.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { quote } from "../../codegen/model/messages.js";
import { readUncorrected } from "../../codegen/read-schema.js";
import { describeReconciliation, reconcile } from "../../codegen/reconcile/reconcile.js";
import { readRecordings, type Recording } from "../../codegen/reconcile/recordings.js";
import {
  MODELINE,
  printProposals,
  writeCorrections,
} from "../../codegen/reconcile/write-corrections.js";
import { readArguments } from "../io/arguments.js";
import { explainComplaints, UsageError } from "../io/errors.js";
import { type CliIo, locate, toolOf } from "../io/io.js";
import { pointToMeta } from "../io/project.js";
import { FOLDERS } from "../io/tool.js";

export const HELP = `Compares recorded deliveries with the schema folder.

  typewire reconcile FILE… [options]

A FILE is JSON, or one JSON value per line. Prints the corrections that would make the deliveries
valid. If one stays invalid, the exit code is 1.

  --write            Add the corrections to corrections.yaml in place of printing them
  --rename FROM=TO   Replace FROM in the event and property names of the recordings. Repeatable
  --schema DIR       The schema folder. Default: ${FOLDERS.schema}

Examples:
  npx typewire reconcile recordings.jsonl
  npx typewire reconcile recordings/*.json --write`;

const OPTIONS = {
  schema: { type: "string", default: FOLDERS.schema },
  rename: { type: "string", multiple: true, default: [] as string[] },
  write: { type: "boolean", default: false },
} as const;

const FILE = "corrections.yaml";

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, [
    1,
    Infinity,
    "files of recorded deliveries",
  ]);
  const renames = new Map(values.rename.map(readRename));
  const schema = locate(io, values.schema);
  const files = await readSchemaFolder(schema);
  const { model, corrections } = readFolder(files, schema);
  const paths = positionals.map((positional) => locate(io, positional));
  const result = reconcile(model, corrections, await readDeliveries(paths, renames));
  if (result.proposals.length > 0) {
    if (values.write) await writeProposals(result.proposals, files, schema, io);
    else io.out((await printProposals(result.proposals)).trimEnd());
  }
  for (const error of result.unsolved) io.err(error);
  io.out(describeReconciliation(result));
  return result.after === result.total ? 0 : 1;
}

async function readDeliveries(
  paths: readonly string[],
  renames: ReadonlyMap<string, string>,
): Promise<readonly Recording[]> {
  const deliveries: Recording[] = [];
  for (const path of paths) {
    const text = await readFile(path, "utf8");
    deliveries.push(...readRecordings({ path, text }, renames));
  }
  return deliveries;
}

/** Adds corrections to the file in the schema folder, which is made if there is none. */
async function writeProposals(
  proposals: Parameters<typeof writeCorrections>[1],
  files: SchemaFiles,
  schema: string,
  io: CliIo,
): Promise<void> {
  const empty = pointToMeta({ path: FILE, text: MODELINE }, toolOf(io).metaOf?.(schema));
  const { text: present } = files.find(({ path }) => path === FILE) ?? empty;
  const text = await writeCorrections(present, proposals);
  await replaceFiles(schema, [{ path: FILE, text }]);
  io.out(`Wrote ${join(schema, FILE)}`);
}

function readFolder(files: SchemaFiles, schema: string) {
  try {
    return readUncorrected(files);
  } catch (error) {
    throw explainComplaints(error, schema);
  }
}

function readRename(text: string): readonly [from: string, to: string] {
  const [from = "", to = "", ...surplus] = text.split("=");
  if (from !== "" && to !== "" && surplus.length === 0) return [from, to];
  throw new UsageError(`The value of --rename is ${quote(text)}; expected FROM=TO.`);
}

type SchemaFiles = Parameters<typeof readUncorrected>[0];
