/**
 * Counts what happens in one process of an inbox (contract R.9), and prints it as OpenMetrics text: families of samples,
 * each with a head.
 *
 *     # TYPE typewire_inbox_attempts counter
 *     # HELP typewire_inbox_attempts Attempts to handle a delivery, by their end.
 *     typewire_inbox_attempts_total{event="push",outcome="done"} 3
 */
import type { InboxStats } from "../store.js";
import type { InboxFact } from "../types.js";

/** Begins all names. */
const PREFIX = "typewire_inbox_";

/** Upper bounds of the buckets of handling times, in seconds. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300] as const;

/** Label of events that the service does not declare: anybody can send a name. */
const OTHER = "other";

/** Values of the label `event`, besides {@link OTHER}. A service with more events has the first ones. */
const MAX_EVENTS = 500;

export class Metrics {
  readonly #eventNames: ReadonlySet<string>;
  // By labels, as they are printed: `event="push",outcome="done"`.
  readonly #arrivals = new Map<string, number>();
  readonly #attempts = new Map<string, number>();
  readonly #handlingTimes = new Map<string, Histogram>();
  #takeovers = 0;
  #unavailable = 0;

  /** @param eventNames all events of the service. */
  constructor(eventNames: readonly string[]) {
    this.#eventNames = new Set(eventNames.slice(0, MAX_EVENTS));
  }

  readonly observe = (fact: InboxFact): void => {
    switch (fact.kind) {
      case "arrival":
        count(
          this.#arrivals,
          `${this.#label(fact.name)},result="${fact.result}",via="${fact.via ?? "webhook"}"`,
        );
        break;
      case "attempt":
        count(this.#attempts, `${this.#label(fact.name)},outcome="${fact.outcome}"`);
        if (fact.outcome !== "released")
          this.#addTime(fact.name, (fact.endedAt - fact.startedAt) / 1_000);
        break;
      case "takeover":
        this.#takeovers++;
        if (fact.isDead) count(this.#attempts, `${this.#label(fact.name)},outcome="dead"`);
        break;
      case "unavailable":
        this.#unavailable++;
    }
  };

  /** @param stats `undefined` while the store does not answer. */
  print(stats: InboxStats | undefined): string {
    const storeUp = stats === undefined ? 0 : 1;
    const families = [
      printCounts("arrivals", "Deliveries that came, by what became of them", this.#arrivals),
      printCounts("attempts", "Attempts to handle a delivery, by their end", this.#attempts),
      printHandlingTimes(this.#handlingTimes),
      printCount("takeovers", "Deliveries taken over from a worker that stopped", this.#takeovers),
      printCount("unavailable", "Deliveries answered with 503", this.#unavailable),
      printGauge("store_up", "1 while the store answers", storeUp),
      ...(stats === undefined ? [] : printStats(stats)),
    ];
    return `${families.flat().join("\n")}\n# EOF\n`;
  }

  #label(name: string): string {
    return `event="${this.#eventNames.has(name) ? escapeLabel(name) : OTHER}"`;
  }

  #addTime(name: string, seconds: number): void {
    const label = this.#label(name);
    const histogram = this.#handlingTimes.get(label) ?? createHistogram();
    this.#handlingTimes.set(label, histogram);
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    const index = bucket === -1 ? BUCKETS.length : bucket; // the last one is for longer times
    histogram.counts[index] = (histogram.counts[index] ?? 0) + 1;
    histogram.sum += Math.max(0, seconds);
  }
}

/** Creates a count for each bucket, and one for longer times. */
function createHistogram(): Histogram {
  return { counts: [...BUCKETS.map(() => 0), 0], sum: 0 };
}

function count(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

// ---- Families: the head of each, then its samples

function printCounts(name: string, help: string, counts: ReadonlyMap<string, number>): Family {
  const family = PREFIX + name;
  const samples = Array.from(counts, ([labels, value]) => `${family}_total{${labels}} ${value}`);
  return [...printHead("counter", family, help), ...samples];
}

function printCount(name: string, help: string, value: number): Family {
  const family = PREFIX + name;
  return [...printHead("counter", family, help), `${family}_total ${value}`];
}

function printGauge(name: string, help: string, value: number, unit?: string): Family {
  const family = PREFIX + name;
  return [...printHead("gauge", family, help, unit), `${family} ${value}`];
}

function printStats({ oldestWaiting, ...states }: InboxStats): readonly Family[] {
  const { waiting, running, done, dead } = states;
  const stored = `${PREFIX}stored`;
  const samples = Object.entries({ waiting, running, done, dead }).map(
    ([state, number]) => `${stored}{state="${state}"} ${number}`,
  );
  const oldest = oldestWaiting / 1_000;
  return [
    [...printHead("gauge", stored, "Deliveries in the store, by state"), ...samples],
    printGauge(
      "oldest_waiting_seconds",
      "Age of the oldest delivery that waits",
      oldest,
      "seconds",
    ),
  ];
}

/** Prints a histogram for each event. A bucket also counts the times of all smaller ones. */
function printHandlingTimes(times: ReadonlyMap<string, Histogram>): Family {
  const family = `${PREFIX}handling_seconds`;
  const samples = [...times].flatMap(([label, { counts, sum }]) => {
    let total = 0;
    const buckets = counts.map((each, index) => {
      total += each;
      return `${family}_bucket{${label},le="${formatBound(BUCKETS[index])}"} ${total}`;
    });
    return [...buckets, `${family}_count{${label}} ${total}`, `${family}_sum{${label}} ${sum}`];
  });
  const help = "Time that the handlers of one attempt took";
  return [...printHead("histogram", family, help, "seconds"), ...samples];
}

function printHead(
  type: "counter" | "gauge" | "histogram",
  family: string,
  help: string,
  unit?: string,
): Family {
  const unitLines = unit === undefined ? [] : [`# UNIT ${family} ${unit}`];
  return [`# TYPE ${family} ${type}`, ...unitLines, `# HELP ${family} ${help}.`];
}

/** OpenMetrics writes bounds as canonical floats: `1.0`, not `1`. The last bucket has none. */
function formatBound(bound: number | undefined): string {
  if (bound === undefined) return "+Inf";
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}

// ---- Types

/** Lines of a family. */
type Family = readonly string[];

/** Handling times of one event. */
interface Histogram {
  /** Number of times in each bucket of {@link BUCKETS}, and of longer ones. */
  readonly counts: number[];
  /** In seconds. */
  sum: number;
}
