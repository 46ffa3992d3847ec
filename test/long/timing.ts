/**
 * Tests that the time of a comparison does not tell where the first wrong digit is. For each build, digests
 * that are wrong at one position alone are compared in random order, and the times of the first position
 * are held against those of each other one by Welch's t-test, as dudect does it (Reparaz, Balasch,
 * Verbauwhede: «Dude, is my code constant time?», 2017): |t| above 4.5 is a difference.
 * As a check of the method, a loop that stops early is measured the same way, and has to differ.
 */
import { randomInt } from "node:crypto";
import * as node from "../../src/receive/signatures/platform.node.js";
import * as portable from "../../src/receive/signatures/platform.portable.js";

const POSITIONS = [0, 15, 31, 47, 63] as const;
const SAMPLES = Number(process.argv[2] ?? 20_000);
if (!(SAMPLES > 0)) throw new RangeError("The number of samples is no number above 0.");
/** Comparisons in one sample: one alone is shorter than what the clock can tell. */
const REPEATS = 4;
const THRESHOLD = 4.5;
/** Times above this part of the sorted ones are those of the machine. */
const KEPT = 0.9;

const digest = node.hmac(node.SHA256, new Uint8Array(32), ["payload"], "hex");

console.log(
  `Time by the first wrong digit of 64: ${SAMPLES} samples a position of ${REPEATS} comparisons; a difference is |t| > ${THRESHOLD}`,
);
const builds = [report("node", node.isEqualText), report("portable", portable.isEqualText)];
const check = report("check: a loop that stops", stopsEarly);
if (builds.some((t) => t > THRESHOLD) || check <= THRESHOLD) process.exitCode = 1;

/** Measures a comparison and prints a line; returns the largest |t|. */
function report(title: string, compare: Compare): number {
  const moments = new Map(
    [...crop(sample(compare))].map(([position, list]) => [position, momentsOf(list)]),
  );
  const first = moments.get(POSITIONS[0]);
  if (first === undefined) throw new Error("Nothing was measured.");
  const figures = POSITIONS.slice(1).map((position) => ({
    position,
    t: welch(first, moments.get(position) ?? first),
  }));
  const largest = Math.max(...figures.map(({ t }) => Math.abs(t)));
  console.log(
    `${title.padEnd(28)} ${first.mean.toFixed(1).padStart(8)} ns   ` +
      figures
        .map(({ position, t }) => `t(0,${position}) = ${t.toFixed(2).padStart(7)}`)
        .join("   ") +
      `   ${largest > THRESHOLD ? "a difference" : "no difference"}`,
  );
  return largest;
}

/** Times by position, taken in random order, so that what drifts drifts for all of them. */
function sample(compare: Compare): ReadonlyMap<number, number[]> {
  const times = new Map<number, number[]>(POSITIONS.map((position) => [position, []]));
  for (const position of POSITIONS) {
    for (let round = 0; round < 1000; round++) timeOf(compare, wrongAt(position));
  }
  for (let round = 0; round < SAMPLES * POSITIONS.length; round++) {
    const position = POSITIONS[randomInt(POSITIONS.length)] ?? POSITIONS[0];
    times.get(position)?.push(timeOf(compare, wrongAt(position)));
  }
  return times;
}

function timeOf(compare: Compare, wrong: string): number {
  let matches = 0;
  const start = process.hrtime.bigint();
  for (let repeat = 0; repeat < REPEATS; repeat++) if (compare(digest, wrong)) matches++;
  const time = Number(process.hrtime.bigint() - start);
  if (matches > 0) throw new Error("A wrong digest was accepted.");
  return time / REPEATS;
}

function wrongAt(position: number): string {
  const digit = digest[position] === "0" ? "1" : "0";
  const text = digest.slice(0, position) + digit + digest.slice(position + 1);
  // In memory of its own, so that neither its pieces nor its place tell one text from another.
  return Buffer.from(text, "latin1").toString("latin1");
}

/** The limit is that of all positions together, so that no position is cut more than another. */
function crop(times: ReadonlyMap<number, number[]>): Map<number, number[]> {
  const sorted = [...times.values()].flat().sort((a, b) => a - b);
  const limit = sorted[Math.floor(sorted.length * KEPT)] ?? Number.POSITIVE_INFINITY;
  return new Map(
    [...times].map(([position, list]) => [position, list.filter((time) => time <= limit)]),
  );
}

/** Welch's t of two sets of times (Welch, 1947). */
function welch(one: Moments, other: Moments): number {
  return (
    (one.mean - other.mean) / Math.sqrt(one.variance / one.count + other.variance / other.count)
  );
}

function momentsOf(times: readonly number[]): Moments {
  const count = times.length;
  const mean = times.reduce((sum, time) => sum + time, 0) / count;
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (count - 1);
  return { mean, variance, count };
}

/** The comparison that every attacker hopes for. */
function stopsEarly(left: string, right: string): boolean {
  for (let index = 0; index < left.length; index++) {
    if (left.charCodeAt(index) !== right.charCodeAt(index)) return false;
  }
  return true;
}

type Compare = (left: string, right: string) => boolean;

interface Moments {
  readonly mean: number;
  readonly variance: number;
  readonly count: number;
}
