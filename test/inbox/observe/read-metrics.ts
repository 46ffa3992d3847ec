/** Attempts that metrics count, and samples in the text that they print. */
import { parseOpenMetrics, type Sample } from "./open-metrics.js";

/** A fact of an attempt that succeeded after so many seconds. */
export function describeAttempt(name: string, seconds: number) {
  const delivery = { id: "1", name, key: "1", attempt: 1, via: undefined, errors: [] };
  const times = { startedAt: 0, endedAt: seconds * 1_000 };
  return { kind: "attempt", outcome: "done", ...delivery, ...times } as const;
}

export function listSamples(text: string): readonly Sample[] {
  return parseOpenMetrics(text).flatMap(({ samples }) => samples);
}

/** The value of the first sample with this name and these labels, whatever other labels it has. */
export function find(text: string, name: string, labels: Readonly<Record<string, string>> = {}) {
  return listSamples(text).find(
    (sample) =>
      sample.name === `typewire_inbox_${name}` &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value;
}
