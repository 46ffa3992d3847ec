// Makes small faults in the sources, one at a time, and lists those that no test sees. A fault is made in
// the tree of TypeScript: see `OPERATORS` in `mutants/places.ts`. Types, comments and texts with a space
// (messages, SQL) stay as they are. A fault that TypeScript refuses does not count.
//
// All faults of a file are compiled into it once, behind a switch, and a Vite plugin serves it in place of
// the source: no file of the repository changes. A first run of the tests records which of them reach which
// fault, and how long they take; then each fault meets these tests alone, the nearest and shortest first,
// until one fails. Programs that tests spawn, and bundles that they build, have no faults.
// Stryker makes such a switch, too, but runs in a copy of the repository, where tests that read its files
// and start its programs would have to be made to work first.
//
// Usage: npx tsx scripts/mutants.ts [--base REF | --files PATH… | --again FILE] [--sample N] [--seed N]
//          [--workers N] [--budget SECONDS] [--skip FOLDER-OF-TESTS…] [--json FILE]
// `--again FILE` tries the survivors of an earlier run once more. FILE is what its `--json` wrote.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";
import { Compiler } from "./mutants/compiler.js";
import { EXPLAINED } from "./mutants/explained.js";
import { Imports, type Distances } from "./mutants/imports.js";
import { instrument } from "./mutants/instrument.js";
import { findMutants, type Mutant } from "./mutants/places.js";
import { hashOf, orderTests, Reaches, type Reach } from "./mutants/reach.js";
import { drawMutants } from "./mutants/sample.js";
import { describe, isCaught, printLine, printReport, type Tried } from "./mutants/report.js";
import { Worker } from "./mutants/workers.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: "string" },
    files: { type: "string", multiple: true },
    again: { type: "string" },
    skip: { type: "string", multiple: true, default: [] },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: String(availableParallelism()) },
    budget: { type: "string", default: "90" },
    json: { type: "string" },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const survivors = readSurvivors(args.again);
  const earlier = survivors?.map(({ path }) => path) ?? [];
  const chosen = listFiles([...(args.files ?? []), ...positionals, ...new Set(earlier)]);
  if (chosen.length === 0) {
    console.log("No file of src/, codegen/ or cli/ has changed.");
    return 0;
  }
  const top = new Set(chosen.map((path) => path.split("/")[0] ?? ""));
  const sources = listSources([...top].map((folder) => `${folder}/**/*.ts`));
  const compiler = new Compiler(ROOT, sources);
  const found = new Map(sources.map((path) => [path, readSource(compiler, path)]));
  const folder = join(ROOT, ".cache/mutants", String(process.pid));
  const workers = Array.from({ length: Number(args.workers) }, () => new Worker(folder));
  const end = () => {
    for (const worker of workers) worker.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", end);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
  for (const [path, { instrumented }] of found) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), instrumented);
  }
  const isWanted = (mutant: Mutant) => {
    if (survivors === undefined) return true;
    const { path, text, mutation } = describePlace(mutant, found.get(mutant.path)?.text ?? "");
    const isSame = (one: Tried) =>
      one.path === path && one.text === text && one.mutation === mutation;
    return survivors.some(isSame);
  };
  const tried = await tryAll(chosen, found, isWanted, compiler, workers);
  if (args.json !== undefined) writeFileSync(args.json, JSON.stringify(tried, undefined, 1));
  const isGood = printReport(tried);
  end();
  return isGood ? 0 : 1;
}

interface Source {
  readonly text: string;
  readonly mutants: readonly Mutant[];
  readonly instrumented: string;
}

function readSource(compiler: Compiler, path: string): Source {
  const { text } = compiler.read(path);
  const mutants = findMutants(path, compiler.read(path));
  return { text, mutants, instrumented: instrument(path, text, mutants) };
}

function readSurvivors(path: string | undefined): readonly Tried[] | undefined {
  if (path === undefined) return undefined;
  const tried = JSON.parse(readFileSync(path, "utf8")) as readonly Tried[];
  return tried.filter((mutant) => !isCaught(mutant));
}

/** The files that were asked for, or those of a change. */
function listFiles(patterns: readonly string[]): readonly string[] {
  if (patterns.length > 0) return listSources(patterns);
  const git = (...rest: string[]) =>
    execFileSync("git", rest, { cwd: ROOT, encoding: "utf8" }).trim();
  const findBase = () => {
    try {
      const base = git("merge-base", "main", "HEAD");
      return base === git("rev-parse", "HEAD") ? "HEAD~1" : base;
    } catch {
      return "HEAD~1"; // There is no branch `main`.
    }
  };
  const changed = git("diff", "--name-only", "--diff-filter=d", args.base ?? findBase()).split(
    "\n",
  );
  const sources = new Set(listSources(["src/**/*.ts", "codegen/**/*.ts", "cli/**/*.ts"]));
  return changed.filter((path) => sources.has(path));
}

/** Declarations have no faults; a page of the inspector is seen in a browser alone. */
function listSources(patterns: readonly string[]): readonly string[] {
  const exclude = ["**/node_modules/**", "**/dist/**", "src/inspector/page/**", "**/*.d.ts"];
  const paths = ts.sys.readDirectory(ROOT, [".ts"], exclude, patterns);
  return paths.map((path) => relative(ROOT, path).replaceAll("\\", "/")).sort();
}

async function tryAll(
  chosen: readonly string[],
  found: ReadonlyMap<string, Source>,
  isWanted: (mutant: Mutant) => boolean,
  compiler: Compiler,
  workers: readonly Worker[],
): Promise<readonly Tried[]> {
  const imports = new Imports(ROOT);
  const distances = new Map<string, Distances>();
  const [tests = []] = await Promise.all(workers.map((worker) => worker.start()));
  const isSkipped = (test: string) => args.skip.some((folder) => test.startsWith(`${folder}/`));
  for (const test of tests.map((path) => relative(ROOT, path)))
    if (!isSkipped(test)) distances.set(test, imports.measure(test));
  const related = [...distances.keys()].filter(
    (test) => imports.isOpen(test) || chosen.some((path) => distances.get(test)?.has(path)),
  );
  const hashes = new Map(
    [...found].map(([path, { instrumented }]) => [path, hashOf(instrumented)]),
  );
  const reaches = await new Reaches(ROOT, imports, hashes).measure(
    related,
    new Set(chosen),
    workers,
    printLine,
  );
  for (const [test, { problem }] of reaches)
    if (problem !== undefined) printLine(`leaves out ${test}: ${problem}`);
  const lists = chosen.map((path) => found.get(path)?.mutants.filter(isWanted) ?? []);
  const draw = drawMutants(
    lists.flat(),
    args.sample === undefined ? undefined : Number(args.sample),
    Number(args.seed),
    (mutant) =>
      compiler.compiles(mutant.path, applyMutant(found.get(mutant.path)?.text ?? "", mutant)),
  );
  const tried: Tried[] = [];
  await Promise.all(
    workers.map(async (worker) => {
      for (const mutant of draw) {
        const source = found.get(mutant.path);
        if (source === undefined) continue;
        const one = await tryOne(
          mutant,
          source,
          reaches,
          (test) => distances.get(test) ?? new Map(),
          worker,
        );
        tried.push(one);
        printLine(describe(one));
      }
    }),
  );
  return tried;
}

function applyMutant(text: string, { start, end, form, replacement }: Mutant): string {
  // A property leaves its comma, which would be one too many.
  const tail = form === "property" ? text.slice(end).replace(/^\s*,/, "") : text.slice(end);
  return text.slice(0, start) + (form === "statement" ? "{}" : replacement) + tail;
}

async function tryOne(
  mutant: Mutant,
  source: Source,
  reaches: ReadonlyMap<string, Reach>,
  distances: (test: string) => Distances,
  worker: Worker,
): Promise<Tried> {
  const { path } = mutant;
  const index = source.mutants.indexOf(mutant);
  const reaching = [...reaches].filter(
    ([, { problem, files }]) => problem === undefined && files[path]?.indices.includes(index),
  );
  const place = describePlace(mutant, source.text);
  const explained = EXPLAINED.find(
    (explanation) =>
      explanation.path === path &&
      explanation.line === place.text &&
      explanation.mutation === place.mutation,
  );
  const facts = { ...place, reason: explained?.reason };
  let budget = Number(args.budget) * 1000;
  let ran = 0;
  for (const test of orderTests(path, reaching, distances)) {
    const duration = reaches.get(test)?.milliseconds ?? 0;
    if (ran > 0 && budget < duration) continue;
    budget -= duration;
    ran++;
    const run = await worker.run(
      { test: join(ROOT, test), active: { path, index }, record: undefined },
      4 * duration,
    );
    if (run.kind === "hung") return { ...facts, state: "hung", by: test };
    if (!run.answer.passed)
      return { ...facts, state: "caught", by: `${test}: ${run.answer.failure}` };
  }
  const by = `${ran} of ${reaching.length} files of tests`;
  return { ...facts, state: reaching.length === 0 ? "unreached" : "survived", by };
}

function describePlace(
  { path, start, end, operator }: Mutant,
  text: string,
): Pick<Tried, "path" | "line" | "text" | "mutation"> {
  const before = text.slice(0, start).split("\n");
  const line = text.split("\n")[before.length - 1]?.trim() ?? "";
  const mutation = `${operator}: ${shorten(text.slice(start, end))}`;
  return { path, line: before.length, text: line, mutation };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
