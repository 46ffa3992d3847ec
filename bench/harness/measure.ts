/** Jobs, the rows of their tables, and the timing of short jobs. */
import { deepStrictEqual } from "node:assert/strict";
import { do_not_optimize as keep } from "mitata";

/** One call of the measured code. The harness uses its result, so that no engine can omit the call. */
export type Run = (turn: number) => unknown;

/** Subjects that do the same work, timed against each other. */
export interface Job {
  readonly name: string;
  /** A promise that a run returns is awaited before the next one. */
  readonly isAsync?: boolean;
  readonly ours: Run;
  /** Hand-written code that does the same work: every ratio is over its time. */
  readonly limit: Run;
  readonly peers?: Readonly<Record<string, Run>>;
  /** The highest ratio of ours to the limit. Without it, the job is shown and not judged. */
  readonly atMost?: number;
  /** Throws when a subject's result differs from the limit's. Default: they must be deeply equal. */
  readonly check?: (result: unknown, expected: unknown, subject: string) => void;
}

/** A figure that must not be exceeded. */
export interface Limit {
  readonly measure: string;
  readonly figure: number;
  readonly atMost: number;
}

/** One line of a table. */
export interface Row {
  readonly job: string;
  /** Unit of the figure: a ratio to the limit, bytes, milliseconds. */
  readonly measure: string;
  readonly figure: number;
  readonly atMost?: number | undefined;
  /** True if the limit also holds with `--quick`, which doubles the limits of other figures. */
  readonly isExact?: boolean;
  /** Further columns, by name. */
  readonly beside?: Readonly<Record<string, number | string>>;
  /** Further limits of the job. */
  readonly limits?: readonly Limit[];
}

export interface Conditions {
  /** True for a run in CI: fewer rounds, and sustained jobs against the peer alone. */
  readonly isQuick: boolean;
  /** Length of a sustained job in each process. */
  readonly seconds: number;
  /** Number of processes of each subject of a sustained job. */
  readonly processes: number;
  /** True for a job that is to be measured. */
  readonly wants: (job: string) => boolean;
}

/** Measures the rows of a table. */
export type Suite = (conditions: Conditions) => Promise<readonly Row[]>;

/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Measures each subject once in each round, and returns the figures of all rounds in the order of the
 * subjects. Each round begins with another subject: other work of the machine then slows down all of
 * them, and none always follows the same one.
 */
export async function measureInTurns<Subject, Figure>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (subject: Subject) => Figure | Promise<Figure>,
): Promise<readonly (readonly Figure[])[]> {
  const results = subjects.map((): Figure[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < subjects.length; index += 1) {
      const turn = (round + index) % subjects.length;
      results[turn]?.push(await measure(subjects[turn] as Subject)); // the remainder is an index
    }
  }
  return results;
}

/** Much longer than the clock's resolution, and shorter than most interruptions. */
const SLICE_MS = 1;

/** Long enough for engines to compile shared functions, beside other work of the machine. */
const WARM_UP_MS = 200;

interface Subject {
  readonly name: string;
  readonly run: Run;
  /** Number of calls that fill a slice. */
  calls: number;
}

/** Checks that all subjects return the same, then times them in alternating slices. */
export async function timeJob(job: Job, { isQuick }: Conditions): Promise<Row> {
  const { isAsync = false, peers = {}, check = deepStrictEqual } = job;
  const named = Object.entries({ limit: job.limit, ours: job.ours, ...peers });
  const subjects = named.map(([name, run]): Subject => ({ name, run, calls: 1 }));
  const expected = await job.limit(0);
  for (const { name, run } of subjects) check(await run(0), expected, name);
  for (const subject of subjects) await calibrate(subject, isAsync, isQuick);
  const samples = await measureInTurns(subjects, isQuick ? 15 : 60, (each) =>
    timeSlice(each, isAsync),
  );
  // The median is judged, not the best sample: work that comes now and then, such as collections, counts.
  const [limit = NaN, ours = NaN, ...peerTimes] = samples.map(median);
  const [bestLimit = NaN, best = NaN] = samples.map((each) => Math.min(...each));
  const ratios = Object.keys(peers).map(
    (name, index) => [name, (peerTimes[index] ?? NaN) / limit] as const,
  );
  const beside = { best: best / bestLimit, "limit, ns": bestLimit, ...Object.fromEntries(ratios) };
  return { job: job.name, measure: "× limit", figure: ours / limit, atMost: job.atMost, beside };
}

/** Times the wanted jobs. */
export function timeJobs(jobs: readonly Job[], conditions: Conditions): Promise<Row[]> {
  return measureWanted(jobs, conditions, (job) => timeJob(job, conditions));
}

/** Measures the wanted jobs one after another; a row for each. */
export async function measureWanted<Named extends { readonly name: string }>(
  jobs: readonly Named[],
  { wants }: Conditions,
  measure: (job: Named) => Promise<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const job of jobs.filter(({ name }) => wants(name))) rows.push(await measure(job));
  return rows;
}

/** Warms a subject up, and counts the calls that fill a slice. */
async function calibrate(subject: Subject, isAsync: boolean, isQuick: boolean): Promise<void> {
  const until = performance.now() + (isQuick ? WARM_UP_MS / 4 : WARM_UP_MS);
  while (performance.now() < until) {
    const fitting = Math.ceil((SLICE_MS * 1e6) / (await timeSlice(subject, isAsync)));
    subject.calls = Math.max(1, Math.min(fitting, subject.calls * 10));
  }
}

/** Nanoseconds of a call. */
async function timeSlice({ run, calls }: Subject, isAsync: boolean): Promise<number> {
  const milliseconds = isAsync ? await timeAwaited(run, calls) : timeCalls(run, calls);
  return (Math.max(milliseconds, 1e-6) * 1e6) / calls;
}

/** One loop for all subjects, so that an engine neither inlines a call nor moves it out of the loop. */
function timeCalls(run: Run, calls: number): number {
  const start = performance.now();
  for (let turn = 0; turn < calls; turn += 1) keep(run(turn));
  return performance.now() - start;
}

async function timeAwaited(run: Run, calls: number): Promise<number> {
  const start = performance.now();
  for (let turn = 0; turn < calls; turn += 1) keep(await run(turn));
  return performance.now() - start;
}
