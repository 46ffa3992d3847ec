/** Times passes of checks in turns, after comparing their verdicts. */
import { type Limit, measureInTurns, median, type Row } from "../harness/measure.js";

const ROUNDS = 9;

/** Long enough to contain collections of young objects. */
const SLICE_MS = 200;

/**
 * The first peer is judged in the row itself; the others are columns, and limits if they have one.
 * @throws Error when the verdicts of the subjects differ.
 */
export async function measurePasses(
  job: string,
  ours: Pass,
  peers: readonly [Peer, ...Peer[]],
): Promise<Row> {
  const passes = [ours, ...peers.map(({ pass }) => pass)];
  const verdicts = new Set(passes.map((pass) => pass()));
  if (verdicts.size > 1)
    throw new Error(`${job}: the verdicts differ: ${[...verdicts].join(", ")}`);
  for (const pass of passes) timePass(pass); // warms up
  const timesOf = await measureInTurns(passes, ROUNDS, timePass);
  const ourTime = median(timesOf(ours));
  const [judged, ...further] = peers.map(({ name, pass, atMost }): Comparison => ({
    measure: `× ${name}`,
    figure: ourTime / median(timesOf(pass)),
    atMost,
  })) as [Comparison, ...Comparison[]]; // as many as there are peers
  return {
    job,
    ...judged,
    limits: further.filter(isLimit),
    beside: {
      µs: ourTime,
      ...Object.fromEntries(further.map(({ measure, figure }) => [measure, figure])),
    },
  };
}

function isLimit(comparison: Comparison): comparison is Limit {
  return comparison.atMost !== undefined;
}

/** Microseconds of processor time of a pass. */
function timePass(pass: Pass): number {
  let passes = 0;
  const end = performance.now() + SLICE_MS;
  const before = process.cpuUsage();
  for (; performance.now() < end; passes += 1) pass();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / passes;
}

/** Tells whether a Standard Schema has accepted a value. */
export function isValid(result: object): boolean {
  return !("issues" in result) || result.issues === undefined;
}

/** Checks all values of a job once; returns how many are valid. */
export type Pass = () => number;

export interface Peer {
  readonly name: string;
  readonly pass: Pass;
  /** The highest ratio of our time to that of the peer. Without one, it is only shown. */
  readonly atMost?: number;
}

/** Our time as a ratio to that of a peer. */
interface Comparison extends Omit<Limit, "atMost"> {
  readonly atMost: number | undefined;
}
