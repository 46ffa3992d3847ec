/** One run of the kill test: it kills `generate`, and judges the files after each kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const SCHEMA = "test/fixtures/second-vendor/schema";

const SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT"] as const;

/** Milliseconds that a run takes. On a slower machine, a kill comes at an earlier point of it. */
const LONGEST_RUN = 1_000;

/** A run writes this many files; a change of one of them is about two events. */
const MOST_EVENTS = 90;

/**
 * Kills `generate` while it replaces the output of one schema with that of another, and looks at
 * every file after each kill. Runs to the end from time to time, which has to finish the work.
 */
export async function runKillTest(test: KillTest): Promise<KillResult> {
  const { program } = test;
  const kills = "moments" in test ? test.moments.length : test.kills;
  const happens = (share: number) => "random" in test && test.random() < share;
  const folder = await mkdtemp(join(tmpdir(), "typewire-kill-"));
  const out = join(folder, "out");
  const start: Start = (argv, options = []) => {
    const command = [...options, program, ...argv, "--schema", "schema", "--out", "out"];
    return spawn(process.execPath, command, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  };
  const violations: string[] = [];
  const counts = { killed: 0, mixed: 0, withDrafts: 0 };
  try {
    await mkdir(join(folder, "node_modules")); // holds the memo, which is killed with the rest
    const versions = await prepareVersions(folder, start);
    for (let kill = 0; kill < kills; kill++) {
      const version = kill % 2;
      await useVersion(folder, version);
      if (happens(0.2)) await rm(out, { recursive: true, force: true });
      const before = await readTexts(out);
      const isKilled =
        "moments" in test
          ? await killAfter(start, test.moments[kill] ?? 0)
          : await killOnce(folder, start, test.random);
      if (isKilled) counts.killed += 1;
      const after = await readTexts(out);
      const wrongFiles = judge(before, after, versions);
      violations.push(...wrongFiles.map((text) => `Kill ${kill + 1}: ${text}`));
      if (isPartOf(after, versions[version])) counts.mixed += 1;
      if ((await listDrafts(folder)).length > 0) counts.withDrafts += 1;
      if (happens(0.15) || kill === kills - 1) {
        const problems = await finish(folder, start, versions[version]);
        violations.push(...problems.map((text) => `After kill ${kill + 1}: ${text}`));
      }
    }
    return { ...counts, violations };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tells if some files are those of a version, and others of it are not there yet. */
function isPartOf(texts: Texts, version: Texts = new Map()): boolean {
  const newCount = [...texts].filter(([path, text]) => version.get(path) === text).length;
  return newCount > 0 && newCount < version.size;
}

/** The outputs of both schemas, from runs that nothing interrupts. */
async function prepareVersions(folder: string, start: Start): Promise<readonly Texts[]> {
  const versions: Texts[] = [];
  for (const version of [0, 1]) {
    await useVersion(folder, version);
    const run = start(["generate"]);
    const [code] = (await once(run, "close")) as readonly unknown[];
    if (code !== 0) throw new Error(`generate ended with ${String(code)}; expected 0.`);
    versions.push(await readTexts(join(folder, "out")));
  }
  return versions;
}

/** The second version changes most files, adds some and leaves some out. */
async function useVersion(folder: string, version: number): Promise<void> {
  const schema = join(folder, "schema");
  await rm(schema, { recursive: true, force: true });
  await cp(SCHEMA, schema, { recursive: true });
  if (version === 0) return;
  const edit = async (path: string, from: string, to: string): Promise<void> => {
    const text = await readFile(join(schema, path), "utf8");
    await writeFile(join(schema, path), text.replace(from, to));
  };
  await edit("vendor.yaml", "Acme Warehouse", "Acme Storage");
  await edit("events.yaml", "heartbeat:", "pulse:");
  await edit("events.yaml", "A parcel has changed.", "A parcel is another.");
}

/** Kills a run; `false` if it ended before. */
async function killOnce(folder: string, start: Start, random: () => number): Promise<boolean> {
  const run = start(["generate"]);
  const ended = once(run, "close");
  const signal = SIGNALS[Math.floor(random() * SIGNALS.length)] ?? "SIGKILL";
  const stop = (): void => void run.kill(signal);
  // Most moments of a run are spent on reading: every second kill waits for files to change.
  const cancel =
    random() < 0.5 ? atTime(LONGEST_RUN * random(), stop) : atEvent(folder, random, stop);
  run.stdout?.resume();
  run.stderr?.resume();
  const [code] = (await ended) as readonly unknown[];
  cancel();
  return code === null; // a signal has ended it
}

/** Starts a run that kills itself before it writes or renames a further file; `false` if it does not. */
async function killAfter(start: Start, files: number): Promise<boolean> {
  const run = start(["generate"], ["--import", killItselfAfter(files)]);
  run.stdout?.resume();
  run.stderr?.resume();
  const [code] = (await once(run, "close")) as readonly unknown[];
  return code === null;
}

/** A module that counts what a program does with files. */
function killItselfAfter(files: number): string {
  const text = `import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
let left = ${files};
for (const name of ["writeFile", "rename"]) {
  const change = fs[name];
  fs[name] = (...given) => {
    if (left-- === 0) process.kill(process.pid, "SIGKILL");
    return change(...given);
  };
}
syncBuiltinESMExports();`;
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

function atTime(milliseconds: number, stop: () => void): () => void {
  const timer = setTimeout(stop, milliseconds);
  return () => clearTimeout(timer);
}

/** Stops at a random change in the output folder. */
function atEvent(folder: string, random: () => number, stop: () => void): () => void {
  let events = Math.floor(random() * MOST_EVENTS);
  const count = (): void => {
    if (events-- === 0) stop();
  };
  const watcher = watch(folder, { recursive: true }, count);
  return () => watcher.close();
}

/** Describes files that no run has written whole, and files that are gone though both versions have them. */
function judge(before: Texts, after: Texts, versions: readonly Texts[]): readonly string[] {
  const torn = [...after].flatMap(([path, text]) =>
    versions.some((texts) => texts.get(path) === text)
      ? []
      : [`${path} has ${text.length} characters that no run wrote.`],
  );
  const lost = [...before.keys()].filter(
    (path) => !after.has(path) && versions.every((texts) => texts.has(path)),
  );
  return [...torn, ...lost.map((path) => `${path} is gone.`)];
}

/** Runs to the end, and compares the folder with the version. */
async function finish(
  folder: string,
  start: Start,
  expected: Texts = new Map(),
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const argv of [["generate"], ["generate", "--check"]]) {
    const run = start(argv);
    let lines = "";
    run.stdout?.resume();
    run.stderr?.on("data", (data: Buffer) => (lines += data.toString()));
    const [code] = (await once(run, "close")) as readonly unknown[];
    if (code !== 0) problems.push(`\`${argv.join(" ")}\` ended with ${String(code)}: ${lines}`);
  }
  const present = await readTexts(join(folder, "out"));
  for (const path of new Set([...expected.keys(), ...present.keys()])) {
    if (expected.get(path) !== present.get(path)) problems.push(`${path} is not as generated.`);
  }
  const drafts = await listDrafts(join(folder, "out"));
  return [...problems, ...drafts.map((path) => `${path} was left behind.`)];
}

async function readTexts(folder: string): Promise<Texts> {
  const paths = (await listFiles(folder)).filter((path) => !isHidden(path));
  const texts = paths.map(
    async (path) => [path, await readFile(join(folder, path), "utf8")] as const,
  );
  return new Map(await Promise.all(texts));
}

async function listDrafts(folder: string): Promise<readonly string[]> {
  return (await listFiles(folder)).filter((path) => /(?:^|\/)\.typewire-[^/]*$/.test(path));
}

function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith("."));
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(folder, options).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

export type KillTest = KillsAtMoments | KillsAtRandom;

/** Each run kills itself. The output stays from one to the next, and only the last run is finished. */
interface KillsAtMoments {
  /** Bundle of the command line. */
  readonly program: string;
  /** For each run, the number of written or renamed files after which it kills itself. */
  readonly moments: readonly number[];
}

/** Runs are killed at random moments. Before some, the output is removed; some are finished after the kill. */
interface KillsAtRandom {
  /** Bundle of the command line. */
  readonly program: string;
  readonly kills: number;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
}

/** Starts the command line in the folder of the test. */
type Start = (argv: readonly string[], options?: readonly string[]) => ChildProcess;

export interface KillResult {
  /** Runs that were killed before they ended. */
  readonly killed: number;
  /** Kills that left some files old and others new. */
  readonly mixed: number;
  /** Kills that left drafts behind. */
  readonly withDrafts: number;
  readonly violations: readonly string[];
}

/** The texts of an output folder by path. */
type Texts = ReadonlyMap<string, string>;
