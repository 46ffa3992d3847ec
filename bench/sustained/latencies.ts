/** More samples than a run takes; beyond that the oldest are overwritten. */
const CAPACITY = 1 << 19;

/** Durations in milliseconds, kept outside the heap so that collections do not see them. */
export class Latencies {
  readonly #samples = new Float64Array(CAPACITY);
  #count = 0;

  add(milliseconds: number): void {
    this.#samples[this.#count % CAPACITY] = milliseconds;
    this.#count += 1;
  }

  clear(): void {
    this.#count = 0;
  }

  percentiles(): { readonly p50: number; readonly p99: number } {
    const sorted = this.#samples.slice(0, Math.min(this.#count, CAPACITY)).sort();
    const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
    return { p50: at(0.5), p99: at(0.99) };
  }
}
