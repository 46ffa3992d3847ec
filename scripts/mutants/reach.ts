/**
 * Finds out which mutants each file of tests reaches, so that a mutant is tried only on tests that can see it.
 * Each file of tests is run once, with all mutants switched off; the mutants record that they were passed. The
 * results stay in `.cache/mutants/reach.json`: a later run measures only what has changed.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Imports } from "./imports.js";
import type { Run, Worker } from "./workers.js";

/** Milliseconds of a file of tests. Trying mutants on a slower one would take too long. */
const MAX_DURATION = 40_000;

/** Measures what files of tests reach, and remembers it until they or the sources change. */
export class ReachMeter {
  readonly #root: string;
  readonly #store: string;
  readonly #imports: Imports;
  /** By path of a source: the hash of its text with its mutants. */
  readonly #hashesBySource: ReadonlyMap<string, string>;
  /** By path of a file of tests: what it reached when it was last measured. */
  readonly #reachByTest: Map<string, Reach>;

  constructor(root: string, imports: Imports, hashesBySource: ReadonlyMap<string, string>) {
    this.#root = root;
    this.#imports = imports;
    this.#hashesBySource = hashesBySource;
    this.#store = join(root, ".cache/mutants/reach.json");
    this.#reachByTest = new Map(Object.entries(readJson<Reach>(this.#store)));
  }

  /**
   * Runs the files of tests whose result is missing, out of date or a problem; a problem may have been the
   * machine's.
   * @param paths The sources that are asked about; changes to others do not matter.
   */
  async measure(
    tests: readonly string[],
    paths: ReadonlySet<string>,
    workers: readonly Worker[],
    progress: (text: string) => void,
  ): Promise<ReadonlyMap<string, Reach>> {
    const stale = tests.filter((test) => !this.#isFresh(test, paths)).reverse();
    const queue = stale.entries(); // All workers take tests from it.
    await Promise.all(
      workers.map(async (worker) => {
        for (const [index, test] of queue) {
          progress(`measures what ${test} reaches (${index + 1} of ${stale.length})`);
          this.#reachByTest.set(test, await this.#measureOne(test, worker));
          this.#save();
        }
      }),
    );
    return new Map(
      tests.flatMap((test) => {
        const reach = this.#reachByTest.get(test);
        return reach === undefined ? [] : [[test, reach] as const];
      }),
    );
  }

  async #measureOne(test: string, worker: Worker): Promise<Reach> {
    const record = join(dirname(this.#store), `record-${process.pid}-${hashOf(test)}.json`);
    const run = await worker.run(
      { test: join(this.#root, test), active: undefined, record },
      MAX_DURATION,
    );
    const recorded = readJson<readonly number[]>(record);
    rmSync(record, { force: true });
    const files = Object.fromEntries(
      Object.entries(recorded).map(([path, indices]) => [
        path,
        { hash: this.#hashesBySource.get(path) ?? "", indices },
      ]),
    );
    const milliseconds = run.kind === "hung" ? MAX_DURATION : run.answer.milliseconds;
    return { hash: this.#hashTest(test), milliseconds, problem: findProblem(run), files };
  }

  #isFresh(test: string, paths: ReadonlySet<string>): boolean {
    const reach = this.#reachByTest.get(test);
    if (reach?.problem !== undefined || reach?.hash !== this.#hashTest(test)) return false;
    const reached = Object.entries(reach.files).filter(([path]) => paths.has(path));
    return reached.every(([path, { hash }]) => hash === this.#hashesBySource.get(path));
  }

  #hashTest(test: string): string {
    const parts = [...this.#imports.measure(test).keys()].filter((path) =>
      path.startsWith("test/"),
    );
    return hashOf(...parts.sort().map((path) => readFileSync(join(this.#root, path), "utf8")));
  }

  #save(): void {
    mkdirSync(dirname(this.#store), { recursive: true });
    writeFileSync(this.#store, JSON.stringify(Object.fromEntries(this.#reachByTest)));
  }
}

/** A file of tests that fails without any mutant, or takes too long, says nothing about mutants. */
function findProblem(run: Run): string | undefined {
  if (run.kind === "hung" || run.answer.milliseconds > MAX_DURATION)
    return "takes too long, or ends its process";
  return run.answer.passed ? undefined : run.answer.failure || "fails";
}

export function hashOf(...texts: readonly string[]): string {
  return createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 16);
}

/** Reads a map that a run wrote; empty if there is no such file, or if it was not written to its end. */
function readJson<Value>(path: string): Readonly<Record<string, Value>> {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, Value>>; // as it was written
  } catch {
    return {};
  }
}

/** The mutants that a file of tests reaches, and the time that it takes. */
export interface Reach {
  /** Of the file, and of what it imports from `test/`. */
  readonly hash: string;
  readonly milliseconds: number;
  /** Why its mutants cannot be tried on it. */
  readonly problem: string | undefined;
  /** By path of a source: the mutants, and the source's hash when they were reached. */
  readonly files: Readonly<
    Record<string, { readonly hash: string; readonly indices: readonly number[] }>
  >;
}
