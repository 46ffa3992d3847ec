/** A schema folder and an output folder on the disk, with the command line over both. */
import { cp, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../run.js";

const fixture = new URL("../../../fixtures/second-vendor/schema", import.meta.url).pathname;

/** A copy of a schema folder with an output folder beside it, and the command line over both. */
export interface Workspace {
  readonly schema: string;
  readonly out: string;
  /** Holds the memos of the runs. Else they would replace those of the developer. */
  readonly cache: string;
  readonly lines: { readonly out: string[]; readonly err: string[] };
  run(...argv: readonly string[]): Promise<number>;
  /** Runs until the signal; for `--watch`. */
  runUntil(signal: AbortSignal, ...argv: readonly string[]): Promise<number>;
  /** Every file of the output folder, by path. */
  read(): Promise<Readonly<Record<string, string>>>;
  modified(path: string): Promise<number>;
  remove(): Promise<void>;
}

export async function createWorkspace(): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), "typewire-codegen-"));
  const schema = join(folder, "schema");
  const out = join(folder, "out");
  const cache = join(folder, "cache");
  await cp(fixture, schema, { recursive: true });
  const lines = { out: [] as string[], err: [] as string[] };
  const io = {
    out: (text: string) => void lines.out.push(text),
    err: (text: string) => void lines.err.push(text),
    cacheFolder: cache,
  };
  const folders = ["--schema", schema, "--out", out];
  return {
    schema,
    out,
    cache,
    lines,
    run: (...argv) => run([...folders, ...argv], io),
    runUntil: (signal, ...argv) => run([...folders, ...argv], { ...io, signal }),
    read: () => readAll(out),
    modified: async (path) => (await stat(join(out, path))).mtimeMs,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function readAll(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile());
  const texts = paths.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), await readFile(path, "utf8")] as const;
  });
  return Object.fromEntries((await Promise.all(texts)).sort());
}
