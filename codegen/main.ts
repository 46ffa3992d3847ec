#!/usr/bin/env tsx
import { existsSync, realpathSync, watch as watchFolder } from "node:fs";
import type { FSWatcher } from "node:fs";
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { createChangeBursts } from "./change-bursts.js";
import { mendingCommand, parseOptions, usage } from "./command-line.js";
import type { Options } from "./command-line.js";
import { formatDiagnostic, SchemaError } from "./diagnostics.js";
import { generate } from "./generate.js";
import type { GeneratedFile } from "./generate.js";
import { describePlan, planOutput } from "./output.js";
import type { SchemaModel } from "./model.js";
import type { OutputPlan } from "./output.js";
import { readSchema } from "./read-schema.js";

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
  let options: Options;
  try {
    options = parseOptions(argv);
  } catch (error) {
    io.err(`${messageOf(error)}\nRun with --help for the options.`);
    return 1;
  }
  if (options.help) {
    io.out(usage);
    return 0;
  }
  if (options.watch) return watch(options, io);
  return attempt(options, io);
}

/** One generation; every failure is reported, none is thrown. */
async function attempt(options: Options, io: CommandIo): Promise<number> {
  try {
    const model = await readModel(options.schema);
    io.out(describeModel(model, options.schema));
    const generated = await generate(model);
    const present = await readFolder(options.out, isVisible);
    const plan = planOutput(generated, present);
    return options.check ? check(plan, options, io) : await write(plan, generated, options, io);
  } catch (error) {
    io.err(describeError(error, options));
    return 1;
  }
}

async function readModel(schema: string): Promise<SchemaModel> {
  const files = await readFolder(schema, isYaml);
  if (files.size === 0) {
    throw new Error(`Found no YAML in ${schema}. Name the folder that has it with --schema.`);
  }
  return readSchema([...files].map(([path, text]) => ({ path, text })));
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

/** Every mistake of the YAML on a line of its own, with a path that a terminal can open. */
function describeError(error: unknown, { schema }: Options): string {
  if (!(error instanceof SchemaError)) return messageOf(error);
  const lines = error.diagnostics.map((diagnostic) =>
    formatDiagnostic({ ...diagnostic, file: join(schema, diagnostic.file) }),
  );
  const count = lines.length === 1 ? "1 error" : `${lines.length} errors`;
  return [...lines, `${count} in ${schema}; nothing was written.`].join("\n");
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
