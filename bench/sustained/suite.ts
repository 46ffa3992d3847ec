import type { Conditions, Limit, Row, Suite } from "../harness/job.js";
import { median } from "../harness/median.js";
import { rotate } from "../harness/rotate.js";
import { showFigure } from "../harness/report.js";
import { sustainedJobs, type SustainedJob } from "./jobs.js";
import { runTrial } from "./start.js";
import { subjects, type Duration, type Subject, type TrialResult } from "./trial.js";

const PEER = "@octokit/webhooks";

/**
 * A guard fails when typewire takes more processor time than the peer in each of this many rounds, by
 * more than a twentieth. Under Hono both take the same: rounds of the same code are between 0.9 and
 * 1.1, and a third of them above 1. The whole benchmark has the limit itself.
 */
const GUARD_ROUNDS = 7;
const GUARD_LIMIT = 1.05;

export const sustainedSuite: Suite = {
  name: "sustained",
  async measure(conditions) {
    const rows: Row[] = [];
    for (const job of sustainedJobs.filter(({ name }) => conditions.wants(name))) {
      if (!conditions.isQuick) rows.push(await measureJob(job, conditions));
      else if (job.isGuard === true) rows.push(await guardJob(job, conditions));
    }
    return rows;
  },
};

/** What the processes of one subject have shown, each figure its median. */
interface Summary {
  /** Microseconds of processor time for a delivery. */
  readonly cpu: number;
  /** For a thousand deliveries. */
  readonly minor: number;
  readonly major: number;
  readonly rss: number;
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}

type Results = Map<Subject, TrialResult[]>;

/** Subjects take turns, each in a process of its own, so that what else happens falls on all. */
async function measureRound(
  { trial }: SustainedJob,
  participants: readonly Subject[],
  duration: Duration,
  results: Results,
): Promise<void> {
  for (const subject of participants) {
    const result = await runTrial({ ...trial, subject }, duration);
    results.set(subject, [...(results.get(subject) ?? []), result]);
  }
}

async function measureJob(job: SustainedJob, conditions: Conditions): Promise<Row> {
  const duration = { warmUpSeconds: 1, seconds: conditions.seconds };
  const results: Results = new Map();
  for (let round = 0; round < conditions.processes; round += 1) {
    await measureRound(job, rotate(subjects, round), duration, results);
  }
  const [hand, own, peer] = subjects.map((subject) => summarize(results.get(subject) ?? []));
  if (hand === undefined || own === undefined || peer === undefined) throw new Error("No subject");
  return toRow(job, hand, own, peer);
}

/** Stops at the first round within the limit, and shows the last. */
async function guardJob(job: SustainedJob, conditions: Conditions): Promise<Row> {
  const duration = { warmUpSeconds: 0.7, seconds: conditions.seconds };
  const participants = ["typewire", PEER] as const;
  let figure = Number.POSITIVE_INFINITY;
  for (let round = 0; round < GUARD_ROUNDS && figure > GUARD_LIMIT; round += 1) {
    const results: Results = new Map();
    await measureRound(job, rotate(participants, round), duration, results);
    const [own, peer] = participants.map((subject) => summarize(results.get(subject) ?? []).cpu);
    figure = (own ?? Number.NaN) / (peer ?? Number.NaN);
  }
  return { job: job.name, measure: `CPU × ${PEER}`, figure, atMost: GUARD_LIMIT, isExact: true };
}

function summarize(results: readonly TrialResult[]): Summary {
  const middle = (read: (result: TrialResult) => number): number => median(results.map(read));
  return {
    cpu: middle((result) => result.cpuMicroseconds / result.deliveries),
    minor: middle((result) => (1000 * result.minorCollections) / result.deliveries),
    major: middle((result) => (1000 * result.majorCollections) / result.deliveries),
    rss: middle((result) => result.peakRssMegabytes),
    p50: middle((result) => result.p50),
    p99: middle((result) => result.p99),
    perSecond: middle((result) => result.deliveries / result.seconds),
  };
}

function toRow({ name, limits }: SustainedJob, hand: Summary, own: Summary, peer: Summary): Row {
  const inTurn = (key: keyof Summary): string =>
    [own, hand, peer].map((summary) => showFigure(summary[key])).join(" / ");
  return {
    job: name,
    measure: "CPU × by hand",
    figure: own.cpu / hand.cpu,
    atMost: limits?.cpu,
    isExact: true,
    beside: {
      [PEER]: peer.cpu / hand.cpu,
      "CPU, µs": inTurn("cpu"),
      "minor per 1,000": inTurn("minor"),
      "major per 1,000": inTurn("major"),
      "peak RSS, MB": inTurn("rss"),
      "p50, ms": inTurn("p50"),
      "p99, ms": inTurn("p99"),
      "per second": inTurn("perSecond"),
    },
    limits: [...readLimits(limits, hand, own, peer)],
  };
}

function* readLimits(
  limits: SustainedJob["limits"],
  hand: Summary,
  own: Summary,
  peer: Summary,
): Generator<Limit> {
  if (limits?.collections !== undefined) {
    const figure = (own.minor + own.major) / (hand.minor + hand.major);
    yield { measure: "× collections by hand", figure, atMost: limits.collections };
  }
  if (limits?.isBelowPeer === true) {
    yield { measure: `CPU × ${PEER}`, figure: own.cpu / peer.cpu, atMost: 1 };
  }
  if (limits?.isServingAsPeer === true) {
    const figure = peer.perSecond / own.perSecond;
    yield { measure: `seconds for a request × ${PEER}`, figure, atMost: 1 };
    yield { measure: `99th percentile × ${PEER}`, figure: own.p99 / peer.p99, atMost: 1 };
  }
}
