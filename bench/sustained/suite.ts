/** Receiving in whole processes: processor time for each delivery, collections included. */
import {
  type Conditions,
  type Limit,
  measureInTurns,
  measureWanted,
  median,
  type Row,
  type Suite,
} from "../harness/measure.js";
import { showFigure } from "../harness/table.js";
import type { PayloadKind } from "./deliveries.js";
import {
  type HandlerKind,
  PEER,
  runTrial,
  SUBJECTS,
  type Trial,
  type TrialResult,
} from "./trial.js";

/**
 * Rounds in each of which typewire must exceed the limit before a guard fails. One round proves nothing:
 * rounds of the same code differ by a tenth, and on a busy machine by a fifth.
 */
const GUARD_ROUNDS = 7;
const GUARD_LIMIT = 1.05;

const verification: Limits = { cpu: 1.05, collections: 1.1, isGuard: true };

/** In the order of the table. */
const JOBS: readonly SustainedJob[] = [
  receive("sync", 1),
  receive("async", 1, { cpu: 0.66, isGuard: true }),
  receive("async", 10, { cpu: 0.85, isGuard: true }),
  receive("async", 100, { cpu: 0.95 }),
  deliver("verifyAndReceive", "27 KB", verification),
  deliver("verifyAndReceive", "329 in turn", verification),
  // Only the guard judges this job, because its rounds differ by a fifth.
  deliver("node", "27 KB", { isGuard: true }),
  deliver("node", "329 in turn", { cpu: 1.05, isServingAsPeer: true, isGuard: true }),
];

/** A job with a small parsed payload, so that only the running of handlers counts. */
function receive(handlers: HandlerKind, count: number, limits?: Limits): SustainedJob {
  const trial = { transport: "receive", handlers, count, payload: "27 KB" } as const;
  return { name: `receive, ${count} ${handlers}`, trial, ...limits };
}

function deliver(
  transport: Trial["transport"],
  payload: PayloadKind,
  limits: Limits,
): SustainedJob {
  const trial = { transport, handlers: "async", count: 1, payload } as const;
  return { name: `${transport}, async, ${payload}`, trial, ...limits };
}

export const sustainedSuite: Suite = (conditions) => {
  if (!conditions.isQuick)
    return measureWanted(JOBS, conditions, (job) => measureJob(job, conditions));
  const guards = JOBS.filter(({ isGuard }) => isGuard);
  return measureWanted(guards, conditions, (job) => guardJob(job, conditions));
};

async function measureJob(job: SustainedJob, { processes, seconds }: Conditions): Promise<Row> {
  const resultsOf = await measureInTurns(SUBJECTS, processes, (subject) =>
    runTrial({ trial: { ...job.trial, subject }, warmUpSeconds: 1, seconds }),
  );
  const hand = summarize(resultsOf("by hand"));
  const ours = summarize(resultsOf("typewire"));
  const peer = summarize(resultsOf(PEER));
  const inTurn = (key: keyof Summary): string =>
    Number.isNaN(ours[key])
      ? ""
      : [ours, hand, peer].map((each) => showFigure(each[key])).join(" / ");
  return {
    job: job.name,
    measure: "CPU × by hand",
    figure: ours.cpu / hand.cpu,
    atMost: job.cpu,
    isExact: true,
    beside: {
      [PEER]: peer.cpu / hand.cpu,
      "CPU, µs": inTurn("cpu"),
      "collections per 1,000": inTurn("collections"),
      "peak RSS, MB": inTurn("rss"),
      "p99, ms": inTurn("p99"),
      "per second": inTurn("perSecond"),
    },
    limits: [...listLimits(job, { hand, ours, peer })],
  };
}

/** Stops at the first round within the limit, and shows the last round. */
async function guardJob(job: SustainedJob, { seconds }: Conditions): Promise<Row> {
  const subjects = ["typewire", PEER] as const;
  let figure = Number.POSITIVE_INFINITY;
  for (let round = 0; round < GUARD_ROUNDS && figure > GUARD_LIMIT; round += 1) {
    const order = round % 2 === 0 ? subjects : subjects.toReversed();
    const resultsOf = await measureInTurns(order, 1, (subject) =>
      runTrial({ trial: { ...job.trial, subject }, warmUpSeconds: 0.7, seconds }),
    );
    figure = summarize(resultsOf("typewire")).cpu / summarize(resultsOf(PEER)).cpu;
  }
  return { job: job.name, measure: `CPU × ${PEER}`, figure, atMost: GUARD_LIMIT, isExact: true };
}

type Summary = ReturnType<typeof summarize>;

/** The figures of one subject: medians over its processes. */
function summarize(results: readonly TrialResult[]) {
  const middle = (read: (result: TrialResult) => number): number => median(results.map(read));
  return {
    /** Microseconds of processor time for a delivery. */
    cpu: middle((result) => result.cpuMicroseconds / result.deliveries),
    /** For a thousand deliveries. */
    collections: middle((result) => (1000 * result.collections) / result.deliveries),
    rss: middle((result) => result.megabytes),
    p99: middle((result) => result.p99 ?? Number.NaN),
    perSecond: middle((result) => result.deliveries / result.seconds),
  };
}

function* listLimits(
  { collections, isServingAsPeer }: SustainedJob,
  { hand, ours, peer }: Readonly<Record<"hand" | "ours" | "peer", Summary>>,
): Generator<Limit> {
  if (collections !== undefined) {
    const figure = ours.collections / hand.collections;
    yield { measure: "× collections by hand", figure, atMost: collections };
  }
  if (isServingAsPeer === true) {
    const figure = peer.perSecond / ours.perSecond;
    yield { measure: `CPU × ${PEER}`, figure: ours.cpu / peer.cpu, atMost: 1 };
    yield { measure: `seconds for a request × ${PEER}`, figure, atMost: 1 };
    yield { measure: `99th percentile × ${PEER}`, figure: ours.p99 / peer.p99, atMost: 1 };
  }
}

interface SustainedJob {
  readonly name: string;
  readonly trial: Omit<Trial, "subject">;
  /** The highest processor time, over that of the receiver by hand. */
  readonly cpu?: number;
  /** The highest number of collections, over that of the receiver by hand. */
  readonly collections?: number;
  /** True if processor time, requests per second and the 99th percentile must be as good as the peer's. */
  readonly isServingAsPeer?: true;
  /** True for a job that `--quick` runs, too, against the peer alone. */
  readonly isGuard?: true;
}

type Limits = Omit<SustainedJob, "name" | "trial">;
