/** Times short jobs: all subjects of a job run in one process, in slices of a millisecond that alternate. */
import { deepStrictEqual } from "node:assert/strict";
import { do_not_optimize as keep } from "mitata";
import { type Conditions, measureInTurns, measureWanted, median, type Row } from "./measure.js";

/** Times the wanted jobs. */
export function timeJobs(jobs: readonly Job[], conditions: Conditions): Promise<Row[]> {
  return measureWanted(jobs, conditions, (job) => timeJob(job, conditions));
}

/** Checks that all subjects return the same, then times them in alternating slices. */
async function timeJob(job: Job, { isQuick }: Conditions): Promise<Row> {
  const { isAsync = false, check = deepStrictEqual } = job;
  const expected = await job.limit(0);
  const prepare = async (name: string, run: Run): Promise<Subject> => {
    check(await run(0), expected, name);
    return { name, run, calls: await countCalls(run, isAsync, isQuick) };
  };
  const limit = await prepare("limit", job.limit);
  const ours = await prepare("ours", job.ours);
  const peers: Subject[] = [];
  for (const [name, run] of Object.entries(job.peers ?? {})) peers.push(await prepare(name, run));
  const timesOf = await measureInTurns([limit, ours, ...peers], isQuick ? 15 : 60, (each) =>
    timeSlice(each, isAsync),
  );
  // The median is judged, not the best sample: work that comes now and then, such as collections, counts.
  const ratioOf = (subject: Subject) => median(timesOf(subject)) / median(timesOf(limit));
  const best = Math.min(...timesOf(ours));
  const bestLimit = Math.min(...timesOf(limit));
  return {
    job: job.name,
    measure: "× limit",
    figure: ratioOf(ours),
    atMost: job.atMost,
    beside: {
      best: best / bestLimit,
      "limit, ns": bestLimit,
      ...Object.fromEntries(peers.map((peer) => [peer.name, ratioOf(peer)])),
    },
  };
}

/** Much longer than the clock's resolution, and shorter than most interruptions. */
const SLICE_MS = 1;

/** Long enough for engines to compile shared functions, beside other work of the machine. */
const WARM_UP_MS = 200;

/** Warms a subject up, and counts the calls that fill a slice. */
async function countCalls(run: Run, isAsync: boolean, isQuick: boolean): Promise<number> {
  const until = performance.now() + (isQuick ? WARM_UP_MS / 4 : WARM_UP_MS);
  let calls = 1;
  while (performance.now() < until) {
    const fitting = Math.ceil((SLICE_MS * 1e6) / (await timeSlice({ run, calls }, isAsync)));
    calls = Math.max(1, Math.min(fitting, calls * 10));
  }
  return calls;
}

/** Nanoseconds of a call. */
async function timeSlice({ run, calls }: Calls, isAsync: boolean): Promise<number> {
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

// ---- Types

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

interface Calls {
  readonly run: Run;
  /** Number of calls that fill a slice. */
  readonly calls: number;
}

interface Subject extends Calls {
  readonly name: string;
}
