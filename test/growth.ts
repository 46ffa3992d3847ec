/** What every input is doubled from, in characters, and how often: up to 100 kB. */
export const SIZE = 12_500;
export const DOUBLINGS = 3;
export const LONG_SIZE = SIZE * 2 ** DOUBLINGS;
/**
 * Halfway, in powers of two, between linear cost (8) and quadratic cost (64). Linear code reaches 17
 * where its result outgrows the processor's cache, and no measurement on a busy machine is closer.
 */
export const MAX_GROWTH = 2 ** (1.5 * DOUBLINGS);
/** A first call compiles, and a machine that is busy for a moment gets further tries. */
const MIN_TRIES = 4;
const MAX_TRIES = 60;

/** In milliseconds; the processor's time where the clock would count that of others as well. */
function timeOf(call: () => unknown): number {
  const [start, used] = [performance.now(), process.cpuUsage()];
  call();
  const time = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  return time < 2 ? time : Math.min(time, (user + system) / 1000);
}

/**
 * How much longer the call takes with a long text, by the shortest of many tries of each, in turn: what
 * else the machine does only ever adds. It ends as soon as enough tries agree that the growth is in
 * bounds.
 */
export function measureGrowth(
  make: (length: number) => string,
  call: (text: string) => unknown,
): number {
  const [short, long] = [make(SIZE), make(LONG_SIZE)];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    least = Math.min(
      least,
      timeOf(() => call(short)),
    );
    most = Math.min(
      most,
      timeOf(() => call(long)),
    );
    if (attempt >= MIN_TRIES && most <= MAX_GROWTH * least) break;
  }
  return most / least;
}
