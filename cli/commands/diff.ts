/** `typewire diff`: compares two versions of a schema, for a changelog, for CI, or as JSON. */
import { resolve } from "node:path";
import { diffModels } from "../../codegen/diff/diff.js";
import { isAtLeast, type Level, LEVELS, nextVersion } from "../../codegen/diff/levels.js";
import { describeLevel, printDifference } from "../../codegen/diff/print.js";
import { createMemo } from "../../codegen/model/memo.js";
import { readArguments } from "../io/arguments.js";
import { UsageError } from "../io/errors.js";
import { type CliIo, locate, toolOf, withProgress } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import { readManifest } from "../package/manifest.js";
import { readSource } from "../service/schema-source.js";

export const HELP = `Shows what changes for users of the client, and the next version.

  typewire diff OLD [NEW] [options]

OLD and NEW are schema folders, OpenAPI descriptions (files or addresses), or revisions of git, whose
schema folder is read. Default of NEW: the schema folder.
A change is major exactly when a program that used what was there no longer compiles, or when a request
that was valid is refused. The Markdown is for a changelog.

  --schema DIR     The schema folder. Default: ${FOLDERS.schema}
  --json           Print JSON in place of Markdown
  --fail-on LEVEL  Exit with 1 if the changes are of this level or a higher one: major, minor or patch

Examples:
  npx typewire diff main
  npx typewire diff v1.2.0 v1.3.0 --json
  npx typewire diff old.yaml https://api.acme.example/openapi.json
  npx typewire diff main --fail-on major`;

const OPTIONS = {
  schema: { type: "string" },
  json: { type: "boolean", default: false },
  "fail-on": { type: "string" },
} as const;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const expected = "one or two schema folders, descriptions or revisions";
  const { values, positionals } = readArguments(argv, OPTIONS, [1, 2, expected]);
  const schema = values.schema ?? toolOf(io).folders.schema;
  const [formerSource = "", presentSource = schema] = positionals;
  const limit = readLevel(values["fail-on"]);
  const memo = createMemo();
  const read = (source: string) =>
    withProgress(io, `Reading ${source}`, () => readSource(source, schema, io, memo));
  const before = await read(formerSource);
  const after = await read(presentSource);
  const difference = await withProgress(io, "Comparing", () => diffModels(before, after));
  const version = await readVersion(schema, io);
  if (values.json) {
    const next = version === undefined ? undefined : nextVersion(version, difference.level);
    io.out(JSON.stringify({ ...difference, version, nextVersion: next }, null, 2));
  } else {
    if (difference.level !== "none") io.err(describeLevel(difference, version));
    io.out(printDifference(difference).trimEnd());
  }
  return limit !== undefined && isAtLeast(difference.level, limit) ? 1 : 0;
}

function readLevel(text: string | undefined): Level | undefined {
  const level = LEVELS.find((known) => known === text && known !== "none");
  if (text === undefined || level !== undefined) return level;
  throw new UsageError(`The value of --fail-on is ${text}; expected major, minor or patch.`);
}

/** The version of the package that the schema folder is in. */
async function readVersion(schema: string, io: CliIo): Promise<string | undefined> {
  const version = (await readManifest(resolve(locate(io, schema))))?.value["version"];
  return typeof version === "string" ? version : undefined;
}
