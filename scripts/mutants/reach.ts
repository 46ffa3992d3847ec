import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Distances, Imports } from "./imports.js";
import type { Worker } from "./workers.js";

/** Mutants that a file of tests reaches, and the time that it takes. */
export interface Reach {
  /** Of the tests with what they import from `test/`. */
  readonly hash: string;
  readonly milliseconds: number;
  /** A file that fails or takes too long without any fault says nothing about faults. */
  readonly problem: string | undefined;
  readonly files: Readonly<
    Record<string, { readonly hash: string; readonly indices: readonly number[] }>
  >;
}

/** A file of tests takes at most this long, in milliseconds; longer ones are left out. */
const LIMIT = 40_000;

/** Measures which mutants are reached, and remembers it in `.cache/` until tests or sources change. */
export class Reaches {
  readonly #root: string;
  readonly #store: string;
  readonly #imports: Imports;
  /** Hashes of the sources with their mutants. */
  readonly #sources: ReadonlyMap<string, string>;
  readonly #known: Map<string, Reach>;

  constructor(root: string, imports: Imports, sources: ReadonlyMap<string, string>) {
    this.#root = root;
    this.#imports = imports;
    this.#sources = sources;
    this.#store = join(root, ".cache/mutants/reach.json");
    this.#known = new Map(Object.entries(readStore(this.#store)));
  }

  /** Runs those tests again that changed, or that reach a file of `wanted` that changed. */
  async measure(
    tests: readonly string[],
    wanted: ReadonlySet<string>,
    workers: readonly Worker[],
    progress: (text: string) => void,
  ): Promise<ReadonlyMap<string, Reach>> {
    const stale = tests.filter((test) => !this.#isFresh(test, wanted));
    let count = 0;
    await Promise.all(
      workers.map(async (worker) => {
        for (let test = stale.pop(); test !== undefined; test = stale.pop()) {
          progress(`measures what ${test} reaches (${++count} of ${count + stale.length})`);
          this.#known.set(test, await this.#measureOne(test, worker));
          this.#save();
        }
      }),
    );
    return new Map(
      tests.flatMap((test) => {
        const reach = this.#known.get(test);
        return reach === undefined ? [] : [[test, reach] as const];
      }),
    );
  }

  async #measureOne(test: string, worker: Worker): Promise<Reach> {
    const record = join(dirname(this.#store), `record-${process.pid}-${hashOf(test)}.json`);
    const run = await worker.run(
      { test: join(this.#root, test), active: undefined, record },
      LIMIT,
    );
    const reached = readStore(record) as Readonly<Record<string, readonly number[]>>;
    rmSync(record, { force: true });
    const entries = Object.entries(reached).map(([path, indices]) => [
      path,
      { hash: this.#sources.get(path) ?? "", indices },
    ]);
    const milliseconds = run.kind === "hung" ? LIMIT : run.answer.milliseconds;
    const failure =
      run.kind === "hung" || milliseconds > LIMIT ? "takes too long" : run.answer.failure;
    const isGood = run.kind === "ran" && run.answer.passed && milliseconds <= LIMIT;
    const files = Object.fromEntries(entries) as Reach["files"];
    const problem = isGood ? undefined : failure || "fails";
    return { hash: this.#hashTest(test), milliseconds, problem, files };
  }

  #isFresh(test: string, wanted: ReadonlySet<string>): boolean {
    const reach = this.#known.get(test);
    // A problem may have been the machine's.
    if (reach?.problem !== undefined || reach?.hash !== this.#hashTest(test)) return false;
    const reached = Object.entries(reach.files).filter(([path]) => wanted.has(path));
    return reached.every(([path, { hash }]) => hash === this.#sources.get(path));
  }

  #hashTest(test: string): string {
    const parts = [...this.#imports.measure(test).keys()].filter((path) =>
      path.startsWith("test/"),
    );
    return hashOf(...parts.sort().map((path) => readFileSync(join(this.#root, path), "utf8")));
  }

  #save(): void {
    mkdirSync(dirname(this.#store), { recursive: true });
    writeFileSync(this.#store, JSON.stringify(Object.fromEntries(this.#known)));
  }
}

export const hashOf = (...texts: readonly string[]): string =>
  createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 16);

function readStore(path: string): Readonly<Record<string, never>> {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, never>>; // written above
  } catch {
    return {}; // Nothing is known yet.
  }
}

/** Orders tests of a file by nearness and by time. */
export function orderTests(
  path: string,
  tests: readonly (readonly [string, Reach])[],
  distances: (test: string) => Distances,
): readonly string[] {
  const [, folder = ""] = /^[^/]+\/([^/]+)\//.exec(path) ?? [];
  const cost = ([test, { milliseconds }]: readonly [string, Reach]) => {
    const isNear = test.startsWith(`test/${folder}/`);
    return milliseconds * (isNear ? 0.2 : (distances(test).get(path) ?? 20));
  };
  return [...tests].sort((a, b) => cost(a) - cost(b)).map(([test]) => test);
}
