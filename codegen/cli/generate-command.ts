import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SchemaError } from "../model/diagnostics.js";
import { generate, type GeneratedFile } from "../generate.js";
import { createMemo, type Memo } from "../model/memo.js";
import { count } from "../model/messages.js";
import { readSchema } from "../read-schema.js";
import { type GenerateOptions, updateCommand } from "./command-line.js";
import { removeDrafts, replaceFiles } from "./drafts.js";
import { listLinks, readFolder, readSchemaFolder, removeFrom } from "./files.js";
import { readMemoFile, writeMemoFile } from "./memo-file.js";
import { describePlan, type OutputPlan, planOutput } from "./output-plan.js";
import {
  type CommandIo,
  describeError,
  describeModel,
  describeTodos,
  withProgress,
} from "./report.js";

/** Generates once and writes the files, or compares them with `--check`. Never rejects. */
export async function runGenerate(options: GenerateOptions, io: CommandIo): Promise<number> {
  const { schema, out } = options;
  try {
    const generated = await withMemo(options, io.cacheFolder, async (memo) => {
      const files = await readSchemaFolder(schema);
      if (files.length === 0) {
        throw new Error(`Found no YAML in ${schema}. Name the schema folder with --schema.`);
      }
      const model = await withProgress(io, `Reading ${schema}`, () => readSchema(files, memo));
      io.out(describeModel(model, schema));
      for (const todo of describeTodos(model, schema)) io.err(todo);
      return withProgress(io, "Generating", () => generate(model, memo, io.tool?.origin));
    });
    await expectNoLinks(out);
    const plan = planOutput(generated, await readFolder(out));
    const code = options.check
      ? check(plan, options, io)
      : await write(plan, generated, options, io);
    if (io.afterGenerate === undefined || (code !== 0 && !options.check)) return code;
    const paths = new Set(generated.map(({ path }) => path));
    return Math.max(code, await io.afterGenerate(paths, options));
  } catch (error) {
    const text = describeError(error, schema);
    io.err(error instanceof SchemaError ? `${text}; nothing was written.` : text);
    return 1;
  }
}

/** The usual folder for caches of tools. Package managers and version control ignore it. */
const DEFAULT_CACHE_FOLDER = join("node_modules", ".cache", "typewire-codegen");

/** Runs `work` with the memo of the last run. A memo saves time and never changes the result. */
async function withMemo<Result>(
  { out, check: isCheck }: GenerateOptions,
  cacheFolder: string | undefined,
  work: (memo: Memo) => Promise<Result>,
): Promise<Result> {
  const folder = cacheFolder ?? (existsSync("node_modules") ? DEFAULT_CACHE_FOLDER : undefined);
  // `--check` uses no memo, so that it also finds mistakes of the memo.
  if (isCheck || folder === undefined) return work(createMemo());
  const name = digest(resolve(out));
  const generator = await readFingerprint();
  const memo = createMemo(await readMemoFile(join(folder, name), generator));
  const result = await work(memo);
  if (!memo.isUnchanged()) await writeMemoFile(folder, name, generator, memo.used());
  return result;
}

/** Identifies the generator's code and the declared versions of its dependencies. */
async function readFingerprint(): Promise<string> {
  const file = fileURLToPath(import.meta.url);
  // A bundle holds all of the generator; its folder is the package's `dist`.
  const folder = file.endsWith(".ts") ? dirname(dirname(file)) : dirname(file);
  const files = await readFolder(folder, (path) => /\.(?:ts|js|json)$/.test(path));
  return digest(JSON.stringify([...files]));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/**
 * A link in the output folder would have the generator write, compare or remove what lies elsewhere.
 * The folder itself may be a link: its user has named it.
 * @throws Error that names the links.
 */
async function expectNoLinks(out: string): Promise<void> {
  const links = await listLinks(out);
  if (links.length === 0) return;
  const are = links.length === 1 ? "is a symbolic link" : "are symbolic links";
  throw new Error(
    `${links.join(", ")} ${are}; expected files and folders alone in ${out}. ` +
      "Nothing was written. Remove the links, or choose another folder with --out.",
  );
}

function check(plan: OutputPlan, options: GenerateOptions, io: CommandIo): number {
  const lines = describePlan(plan);
  if (lines.length === 0) {
    io.out(`${options.out} is in sync with ${options.schema}.`);
    return 0;
  }
  io.err(`${options.out} is out of sync with ${options.schema}:`);
  for (const line of lines) io.err(`  ${line}`);
  io.err(`To update it: ${updateCommand(options, io.tool)}`);
  return 1;
}

/** Writes only files that differ, so that the others keep their modification time. */
async function write(
  plan: OutputPlan,
  generated: readonly GeneratedFile[],
  { out }: GenerateOptions,
  io: CommandIo,
): Promise<number> {
  if (plan.blocked.length > 0) {
    const list = plan.blocked.map((path) => join(out, path)).join(", ");
    io.err(
      `${out} is not a folder of generated files: ${list} would be overwritten. ` +
        "Nothing was written. Move these files, or choose another folder with --out.",
    );
    return 1;
  }
  const changed = [...plan.missing, ...plan.stale];
  await removeDrafts(out);
  await replaceFiles(out, changed);
  for (const { path } of changed) io.out(`Wrote ${join(out, path)}`);
  for (const path of plan.extra) {
    await removeFrom(out, path);
    io.out(`Removed ${join(out, path)}`);
  }
  for (const path of plan.foreign) io.err(`Kept, because it is not generated: ${join(out, path)}`);
  io.out(
    `${count(generated.length, "file")} in ${out}: ${changed.length} written, ` +
      `${generated.length - changed.length} unchanged, ${plan.extra.length} removed.`,
  );
  return 0;
}
