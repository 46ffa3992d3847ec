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
import { JOBS, type SustainedJob } from "./jobs.js";
import { PEER, runTrial, SUBJECTS, type TrialResult } from "./trial.js";

/**
 * Rounds in each of which typewire must exceed the limit before a guard fails. One round proves nothing:
 * rounds of the same code differ by a tenth, and on a busy machine by a fifth.
 */
const GUARD_ROUNDS = 7;
const GUARD_LIMIT = 1.05;

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
  const printThree = (key: keyof Summary): string =>
    Number.isNaN(ours[key])
      ? ""
      : [ours, hand, peer].map((each) => showFigure(each[key])).join(" / ");
  return {
    job: job.name,
    measure: "CPU × by hand",
    figure: ours.cpu / hand.cpu,
    atMost: job.cpuAtMost,
    isExact: true,
    beside: {
      [PEER]: peer.cpu / hand.cpu,
      "CPU, µs": printThree("cpu"),
      "collections per 1,000": printThree("collections"),
      "peak RSS, MB": printThree("rss"),
      "p99, ms": printThree("p99"),
      "per second": printThree("perSecond"),
    },
    limits: [
      ...(job.collectionsAtMost === undefined
        ? []
        : [limitCollections(ours, hand, job.collectionsAtMost)]),
      ...(job.isServingAsPeer === true ? limitServing(ours, peer) : []),
    ],
  };
}

/** Stops at the first round within the limit, and shows the last round. */
async function guardJob(job: SustainedJob, { seconds }: Conditions): Promise<Row> {
  let figure = Number.POSITIVE_INFINITY;
  for (let round = 0; round < GUARD_ROUNDS && figure > GUARD_LIMIT; round += 1) {
    // The first of a round may meet a colder machine, so each is the first in half of the rounds.
    const order = round % 2 === 0 ? (["typewire", PEER] as const) : ([PEER, "typewire"] as const);
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

function limitCollections(ours: Summary, hand: Summary, atMost: number): Limit {
  const figure = ours.collections / hand.collections;
  return { measure: "× collections by hand", figure, atMost };
}

/** Asks that a server is as good as the peer's in each respect. */
function limitServing(ours: Summary, peer: Summary): readonly Limit[] {
  return [
    { measure: `CPU × ${PEER}`, figure: ours.cpu / peer.cpu, atMost: 1 },
    {
      measure: `seconds for a request × ${PEER}`,
      figure: peer.perSecond / ours.perSecond,
      atMost: 1,
    },
    { measure: `99th percentile × ${PEER}`, figure: ours.p99 / peer.p99, atMost: 1 },
  ];
}
