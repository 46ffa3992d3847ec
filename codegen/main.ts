#!/usr/bin/env tsx
import { createHash } from "node:crypto";
import { existsSync, realpathSync, watch as watchFolder } from "node:fs";
import type { FSWatcher } from "node:fs";
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { createChangeBursts } from "./change-bursts.js";
import {
  mendingCommand,
  parseImportOptions,
  parseOptions,
  parseReconcileOptions,
  usage,
} from "./command-line.js";
import type { ImportOptions, Options, ReconcileOptions } from "./command-line.js";
import { formatDiagnostic, SchemaError } from "./diagnostics.js";
import { generate } from "./generate.js";
import type { GeneratedFile } from "./generate.js";
import { importDescription } from "./import/import-description.js";
import { readMemoFile, writeMemoFile } from "./memo-file.js";
import { createMemo } from "./memo.js";
import type { Memo } from "./memo.js";
import { describePlan, planOutput } from "./output.js";
import type { SchemaModel } from "./model.js";
import type { OutputPlan } from "./output.js";
import { readSchema, readUncorrected } from "./read-schema.js";
import { readRecordings } from "./reconcile/recordings.js";
import type { Recording } from "./reconcile/recordings.js";
import { describeReconciliation, reconcile } from "./reconcile/reconcile.js";
import type { Reconciliation } from "./reconcile/reconcile.js";
import { modeline, printProposals, writeCorrections } from "./reconcile/write-corrections.js";

/** What a run writes to and how it is told to end. */
export interface CommandIo {
  /** Takes one line, or several, for standard output. */
  readonly out: (text: string) => void;
  /** Takes one line, or several, for standard error. */
  readonly err: (text: string) => void;
  /** Ends `--watch`. */
  readonly signal?: AbortSignal;
}

/** How long the folder has to be quiet after a save, in milliseconds: editors save in steps. */
const quietTime = 60;

/** Runs the generator as the command line does; resolves with the exit code. */
export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  let options: Options | ImportOptions | ReconcileOptions;
  try {
    options = parseCommand(argv);
  } catch (error) {
    io.err(`${messageOf(error)}\nRun with --help for the options.`);
    return 1;
  }
  if (options.help) {
    io.out(usage);
    return 0;
  }
  if ("file" in options) return importFile(options, io);
  if ("recordings" in options) return reconcileFiles(options, io);
  if (options.watch) return watch(options, io);
  return attempt(options, io);
}

function parseCommand(argv: readonly string[]): Options | ImportOptions | ReconcileOptions {
  const [command, ...rest] = argv;
  if (command === "import") return parseImportOptions(rest);
  return command === "reconcile" ? parseReconcileOptions(rest) : parseOptions(argv);
}

/** One generation; every failure is reported, none is thrown. */
async function attempt(options: Options, io: CommandIo): Promise<number> {
  try {
    const generated = await withMemo(options, async (memo) => {
      const model = await readModel(options.schema, memo);
      io.out(describeModel(model, options.schema));
      return generate(model, memo);
    });
    const present = await readFolder(options.out, isVisible);
    const plan = planOutput(generated, present);
    return options.check ? check(plan, options, io) : await write(plan, generated, options, io);
  } catch (error) {
    io.err(describeError(error, options));
    return 1;
  }
}

/** What only saves time stands where package managers and version control look for nothing. */
const cacheFolder = join("node_modules", ".cache", "typewire-codegen");

/** Remembers between runs what they have in common; whether it does or not, the result is the same. */
async function withMemo<Result>(
  { out, check: isCheck }: Options,
  work: (memo: Memo) => Promise<Result>,
): Promise<Result> {
  // A check makes everything anew: it is what proves that the memo changes nothing.
  if (isCheck || !existsSync("node_modules")) return work(createMemo());
  const name = digest(resolve(out));
  const generator = await fingerprint();
  const memo = createMemo(await readMemoFile(join(cacheFolder, name), generator));
  const result = await work(memo);
  if (!memo.isUnchanged()) await writeMemoFile(cacheFolder, name, generator, memo.used());
  return result;
}

/** Changes with the code of the generator and with the versions of its dependencies. */
async function fingerprint(): Promise<string> {
  const home = dirname(fileURLToPath(import.meta.url));
  const files = await readFolder(home, (path) => /\.(?:ts|json)$/.test(path));
  return digest(JSON.stringify([...files]));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

async function readModel(schema: string, memo?: Memo): Promise<SchemaModel> {
  const files = await readFolder(schema, isYaml);
  if (files.size === 0) {
    throw new Error(`Found no YAML in ${schema}. Name the folder that has it with --schema.`);
  }
  const list = [...files].map(([path, text]) => ({ path, text }));
  return readSchema(list, memo);
}

function describeModel({ events, routes, components }: SchemaModel, schema: string): string {
  const combinations = events.flatMap(({ actions }) => actions).length;
  return (
    `Read ${schema}: ${events.length} events with ${events.length + combinations} names, ` +
    `${routes.length} routes, ${components.length} shared schemas.`
  );
}

function check(plan: OutputPlan, options: Options, io: CommandIo): number {
  const lines = describePlan(plan);
  if (lines.length === 0) {
    io.out(`${options.out} is in sync with ${options.schema}.`);
    return 0;
  }
  io.err(`${options.out} is out of sync with ${options.schema}:`);
  for (const line of lines) io.err(`  ${line}`);
  io.err(`To mend it: ${mendingCommand(options)}`);
  return 1;
}

/** Writes what differs and nothing else, so that unchanged files keep their time. */
async function write(
  plan: OutputPlan,
  generated: readonly GeneratedFile[],
  { out }: Options,
  io: CommandIo,
): Promise<number> {
  if (plan.blocked.length > 0) {
    const list = plan.blocked.map((path) => join(out, path)).join(", ");
    io.err(
      `${out} is not a folder of generated files: ${list} would be overwritten. ` +
        "Nothing was written. Move what is there, or name another folder with --out.",
    );
    return 1;
  }
  const changed = [...plan.missing, ...plan.stale];
  for (const file of changed) {
    await writeInto(out, file);
    io.out(`Wrote ${join(out, file.path)}`);
  }
  for (const path of plan.extra) {
    await removeFrom(out, path);
    io.out(`Removed ${join(out, path)}`);
  }
  for (const path of plan.foreign) io.err(`Left alone, as it is not generated: ${join(out, path)}`);
  io.out(
    `${generated.length} files in ${out}: ${changed.length} written, ` +
      `${generated.length - changed.length} unchanged, ${plan.extra.length} removed.`,
  );
  return 0;
}

async function writeInto(folder: string, { path, text }: GeneratedFile): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
}

/** Removes a file, and its folder when that is empty then. */
async function removeFrom(folder: string, path: string): Promise<void> {
  const target = join(folder, path);
  await rm(target);
  const parent = dirname(target);
  if (parent !== folder && (await readdir(parent)).length === 0) await rmdir(parent);
}

/** The texts of a folder's files by path, in the order of the paths; none when it is not there. */
async function readFolder(
  folder: string,
  isWanted: (path: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of (await listFiles(folder)).filter(isWanted).sort()) {
    texts.set(path, await readFile(join(folder, path), "utf8"));
  }
  return texts;
}

async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    const files = entries.filter((entry) => !entry.isDirectory());
    return files.map((entry) =>
      relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"),
    );
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isYaml(path: string): boolean {
  return isVisible(path) && /\.ya?ml$/.test(path);
}

/** What editors and systems leave behind begins with a dot. */
function isVisible(path: string): boolean {
  return !path.split("/").some((part) => part.startsWith("."));
}

/** Brings a description into the schema folder, writes what differs, and tells what is left out. */
async function importFile({ file, schema }: ImportOptions, io: CommandIo): Promise<number> {
  try {
    const present = await readFolder(schema, isYaml);
    const folder = [...present].map(([path, text]) => ({ path, text }));
    const description = { path: file, text: await readDescriptionText(file) };
    const { files, notes } = importDescription(description, folder);
    const changed = files.filter(({ path, text }) => present.get(path) !== text);
    for (const each of changed) {
      await writeInto(schema, each);
      io.out(`Wrote ${join(schema, each.path)}`);
    }
    for (const note of notes) io.out(note);
    const unchanged = files.length - changed.length;
    io.out(`Imported ${file}: ${changed.length} files written, ${unchanged} unchanged.`);
    io.out(describeModel(await readModel(schema), schema));
    return 0;
  } catch (error) {
    io.err(error instanceof SchemaError ? describeMistakes(error, schema) : messageOf(error));
    return 1;
  }
}

async function readDescriptionText(file: string): Promise<string> {
  const bytes = await readFile(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** Holds recorded deliveries against the schema; prints what would mend it, or writes that. */
async function reconcileFiles(options: ReconcileOptions, io: CommandIo): Promise<number> {
  const { recordings, renames, schema } = options;
  try {
    const files = await readFolder(schema, isYaml);
    const { model, corrections } = readUncorrected(
      [...files].map(([path, text]) => ({ path, text })),
    );
    const deliveries: Recording[] = [];
    for (const path of recordings) {
      const text = await readFile(path, "utf8");
      deliveries.push(...readRecordings({ path, text }, renames));
    }
    const result = reconcile(model, corrections, deliveries);
    await reportProposals(result, files.get("corrections.yaml") ?? modeline, options, io);
    for (const problem of result.problems) io.err(problem);
    io.out(describeReconciliation(result));
    return result.after === result.total ? 0 : 1;
  } catch (error) {
    io.err(error instanceof SchemaError ? describeMistakes(error, schema) : messageOf(error));
    return 1;
  }
}

async function reportProposals(
  { proposals }: Reconciliation,
  present: string,
  { schema, write: isWriting }: ReconcileOptions,
  io: CommandIo,
): Promise<void> {
  if (proposals.length === 0) return;
  if (!isWriting) {
    io.out((await printProposals(proposals)).trimEnd());
    return;
  }
  const file = { path: "corrections.yaml", text: await writeCorrections(present, proposals) };
  await writeInto(schema, file);
  io.out(`Wrote ${join(schema, file.path)}`);
}

/** Generates at once and after every save, until the signal; an error in the YAML ends nothing. */
async function watch(options: Options, io: CommandIo): Promise<number> {
  const stopped = whenAborted(io.signal);
  const bursts = createChangeBursts(quietTime);
  const folders = createFolderWatch(options.schema, () => bursts.notice());
  try {
    let isStopped = false;
    while (!isStopped) {
      await folders.refresh();
      const code = await attempt(options, io);
      if (code !== 0) io.err(`${options.out} stays as it was.`);
      io.out(`Watching ${options.schema}.`);
      isStopped = await Promise.race([bursts.next().then(() => false), stopped.then(() => true)]);
    }
    return 0;
  } catch (error) {
    io.err(isMissing(error) ? `The folder ${options.schema} is not there.` : messageOf(error));
    return 1;
  } finally {
    folders.close();
    bursts.close();
  }
}

function whenAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

/**
 * Watches folders, never files: an editor that saves by renaming puts another file in the place
 * of the one watched, which only its folder tells.
 */
function createFolderWatch(root: string, onChange: () => void) {
  const watchers = new Map<string, FSWatcher>();
  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const start = (folder: string): void => {
    try {
      const watcher = watchFolder(folder, onChange);
      watcher.on("error", () => drop(folder));
      watchers.set(folder, watcher);
    } catch (error) {
      // Gone since it was listed: the folder that held it tells of that.
      if (folder === root || !isMissing(error)) throw error;
    }
  };
  return {
    /** Starts to watch folders that are new, and stops with those that are gone. */
    async refresh(): Promise<void> {
      const folders = await listFolders(root);
      for (const folder of watchers.keys()) if (!folders.includes(folder)) drop(folder);
      for (const folder of folders.filter((path) => !watchers.has(path))) start(folder);
    },
    close(): void {
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}

async function listFolders(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return [root, ...folders.map((entry) => join(entry.parentPath, entry.name))];
}

function describeError(error: unknown, { schema }: Options): string {
  if (!(error instanceof SchemaError)) return messageOf(error);
  return `${describeMistakes(error, schema)}; nothing was written.`;
}

/** Every mistake of the YAML on a line of its own, with a path that a terminal can open. */
function describeMistakes(error: SchemaError, schema: string): string {
  const lines = error.diagnostics.map((diagnostic) =>
    formatDiagnostic({ ...diagnostic, file: join(schema, diagnostic.file) }),
  );
  const count = lines.length === 1 ? "1 error" : `${lines.length} errors`;
  return [...lines, `${count} in ${schema}`].join("\n");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function isEntryPoint(): boolean {
  const script = process.argv[1];
  if (script === undefined || !existsSync(script)) return false;
  return realpathSync(script) === fileURLToPath(import.meta.url);
}

if (isEntryPoint()) {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => interrupted.abort());
  }
  process.exitCode = await run(process.argv.slice(2), {
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    signal: interrupted.signal,
  });
}
