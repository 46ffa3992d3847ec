import { deepStrictEqual } from "node:assert/strict";
import { do_not_optimize as keep } from "mitata";
import type { Conditions, Job, Row, Run } from "./job.js";
import { median } from "./median.js";
import { rotate } from "./rotate.js";

/** Much longer than the clock's resolution, and shorter than most interruptions. */
const SLICE_MS = 1;

/** The samples of one subject, nanoseconds for a call. */
interface Subject {
  readonly name: string;
  readonly run: Run;
  readonly samples: number[];
  calls: number;
}

/** How many times as long as the limit a subject takes. */
export interface Ratio {
  /** Of the shortest samples. */
  readonly best: number;
  /** Of the median samples. */
  readonly median: number;
  /** Nanoseconds for a call, in the best slice. */
  readonly nanoseconds: number;
}

export interface JobResult {
  readonly job: Job;
  readonly ours: Ratio;
  readonly limit: Ratio;
  readonly peers: ReadonlyMap<string, Ratio>;
}

/**
 * Checks that all subjects of a job return the same, then times them in alternating slices, so that
 * other work of the process or the machine slows down all of them.
 */
export async function timeJob(job: Job, { isQuick }: Conditions): Promise<JobResult> {
  const subjects = readSubjects(job);
  await checkResults(job, subjects);
  for (const subject of subjects) await calibrate(subject, job.isAsync === true, isQuick);
  const rounds = isQuick ? 15 : 60;
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of rotate(subjects, round)) {
      subject.samples.push(await sample(subject, job.isAsync === true));
    }
  }
  return toResult(job, subjects);
}

/** Times the wanted jobs one after another; a row for each. */
export async function timeJobs(jobs: readonly Job[], conditions: Conditions): Promise<Row[]> {
  const rows: Row[] = [];
  for (const job of jobs.filter(({ name }) => conditions.wants(name))) {
    rows.push(toRow(await timeJob(job, conditions)));
  }
  return rows;
}

/** The median, not the best sample: work that comes now and then, such as collections, counts. */
export function judged(ratio: Ratio): number {
  return ratio.median;
}

export function toRow({ job, ours, limit, peers }: JobResult): Row {
  const beside: Record<string, number> = {
    best: ours.best,
    "limit, ns": limit.nanoseconds,
  };
  for (const [name, ratio] of peers) beside[name] = judged(ratio);
  return { job: job.name, measure: "× limit", figure: judged(ours), atMost: job.atMost, beside };
}

function readSubjects(job: Job): Subject[] {
  const peers = Object.entries(job.peers ?? {});
  const named: [string, Run][] = [["limit", job.limit], ["ours", job.ours], ...peers];
  return named.map(([name, run]) => ({ name, run, samples: [], calls: 1 }));
}

async function checkResults(job: Job, subjects: readonly Subject[]): Promise<void> {
  const check = job.check ?? ((result, expected) => deepStrictEqual(result, expected));
  const expected = await job.limit(0);
  for (const { name, run } of subjects) check(await run(0), expected, name);
}

/** Long enough for engines to compile what many functions share, beside other work of the machine. */
const WARM_UP_MS = 200;

/** Warms a subject up and finds how many calls fill a slice. */
async function calibrate(subject: Subject, isAsync: boolean, isQuick: boolean): Promise<void> {
  const until = performance.now() + (isQuick ? WARM_UP_MS / 4 : WARM_UP_MS);
  while (performance.now() < until) {
    const nanoseconds = await sample(subject, isAsync);
    const fitting = Math.ceil((SLICE_MS * 1e6) / nanoseconds);
    subject.calls = Math.max(1, Math.min(fitting, subject.calls * 10));
  }
}

async function sample({ run, calls }: Subject, isAsync: boolean): Promise<number> {
  const milliseconds = isAsync ? await timeAwaited(run, calls) : timeCalls(run, calls);
  return (Math.max(milliseconds, 1e-6) * 1e6) / calls;
}

/** One loop for all subjects, so that none is inlined into it and none can be hoisted out of it. */
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

function toResult(job: Job, subjects: readonly Subject[]): JobResult {
  const [limit, ours, ...peers] = subjects;
  if (limit === undefined || ours === undefined) throw new Error("A job has at least two subjects");
  const ratio = (subject: Subject): Ratio => ratioOf(subject.samples, limit.samples);
  return {
    job,
    ours: ratio(ours),
    limit: ratio(limit),
    peers: new Map(peers.map((peer) => [peer.name, ratio(peer)])),
  };
}

function ratioOf(samples: readonly number[], limit: readonly number[]): Ratio {
  return {
    best: Math.min(...samples) / Math.min(...limit),
    median: median(samples) / median(limit),
    nanoseconds: Math.min(...samples),
  };
}
