/**
 * Measures what a call costs with a long text, in units of a reference: the platform's own functions copy,
 * scan and encode the same text in the same process. Caches, allocation and the speed of the machine
 * affect both alike, so that they cancel. Linear code costs a bounded number of units on every machine;
 * code whose cost grows with the square of the length costs hundreds or thousands.
 */

/** Length of every text, in characters. Joining a text anew for each expression shows only if it is long. */
export const SIZE = 200_000;
/**
 * In units. The dearest linear code of this project costs 8. What looks at the rest of the text for each
 * expression costs 40 and more, even where an engine skips most of it (`test/growth.test.ts`).
 */
export const MAX_COST = 24;

/** In units. For a result below it, one measurement of the reference is enough, whatever has disturbed it. */
const SURELY_LINEAR = MAX_COST / 6;
/** Measurements of the reference, of which the shortest counts, for a result near the bound or above it. */
const REFERENCES = 6;

const MAX_TRIES = 8;
/** For all tries, in milliseconds. No linear code takes as long. */
const MAX_TIME = 2_000;

/**
 * The cost of a call, by the shortest of some tries of it and of the reference in turn: a first try
 * compiles, and what else the machine does only ever adds. It ends at the first try that is within bounds.
 */
export function measureCost(text: string, call: (text: string) => unknown): number {
  let shortest = Number.POSITIVE_INFINITY;
  let unit = Number.POSITIVE_INFINITY;
  let spent = 0;
  for (let attempt = 0; attempt < MAX_TRIES && spent < MAX_TIME; attempt++) {
    unit = Math.min(unit, timeOf(copyScanEncode, text));
    const time = timeOf(call, text);
    shortest = Math.min(shortest, time);
    if (shortest <= SURELY_LINEAR * unit) break;
    for (let count = 1; count < REFERENCES; count++)
      unit = Math.min(unit, timeOf(copyScanEncode, text));
    if (shortest <= MAX_COST * unit) break;
    spent += time;
  }
  return shortest / unit;
}

/** The reference: work on each character and on the whole, as parsers and encoders do it. */
function copyScanEncode(text: string): unknown {
  const copy = Buffer.from(text).toString(); // well-formed: the encoder refuses lone surrogates
  const parts = Array.from(copy, (character) => ({ character }));
  return [parts.map(({ character }) => character).join(""), encodeURIComponent(copy)];
}

// Compiled before it is measured, or else the first unit of a process would be too long.
for (let count = 0; count < 3; count++) copyScanEncode("x".repeat(SIZE));

/** In milliseconds; the processor's time where the clock would count that of others as well. */
function timeOf(call: (text: string) => unknown, text: string): number {
  const [start, used] = [performance.now(), process.cpuUsage()];
  call(text);
  const time = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  const cpu = (user + system) / 1000;
  return cpu > 0 ? Math.min(time, cpu) : time; // some systems count in ticks
}
