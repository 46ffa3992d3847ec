/** The text of metrics as a parser from npm reads it, which knows nothing of this package. */
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { Metrics } from "../../../src/inbox/observe/metrics.js";
import { parseOpenMetrics } from "./open-metrics.js";
import { describeAttempt, find } from "./read-metrics.js";

/** Reads the text format of Prometheus: npm has no parser of OpenMetrics. The package has no types. */
const parseByNpm = createRequire(import.meta.url)("parse-prometheus-text-format") as (
  text: string,
) => readonly NpmFamily[];

describe("[R.9] the text of metrics", () => {
  it("is read by a parser from npm as by that of the tests", () => {
    const metrics = new Metrics(['a"b\\c\nd', "note"]);
    for (const name of ['a"b\\c\nd', "note", "forged"]) {
      metrics.observe({ kind: "arrival", id: "1", name, result: "new", via: undefined });
      metrics.observe(describeAttempt(name, 1));
    }
    const text = metrics.print({ waiting: 1, running: 0, done: 2, dead: 0, oldestWaiting: 1_500 });
    const write = (name: string, labels: object, value: number) =>
      `${name} ${JSON.stringify(labels)} ${value}`;
    const families = parseOpenMetrics(text).filter(({ type }) => type !== "histogram");
    const byTestParser = families.flatMap(({ samples }) =>
      samples.map(({ name, labels, value }) => write(name, labels, value)),
    );
    const byNpmParser = parseByNpm(text)
      .filter(({ type }) => type !== "HISTOGRAM")
      .flatMap(({ name, metrics: samples }) =>
        samples.map(({ labels = {}, value }) => write(name, labels, Number(value))),
      );
    expect(byNpmParser).toEqual(byTestParser);
    expect(byTestParser).toHaveLength(14);
  });

  it("has a histogram that a parser from npm reads", () => {
    const metrics = new Metrics(["note"]);
    for (const seconds of [0.001, 0.2, 1_000]) metrics.observe(describeAttempt("note", seconds));
    const text = metrics.print(undefined);
    const [histogram] = parseByNpm(text).filter(({ type }) => type === "HISTOGRAM");
    expect(histogram?.name).toBe("typewire_inbox_handling_seconds");
    const bounds = Object.entries(histogram?.metrics[0]?.buckets ?? {});
    expect(bounds).toHaveLength(13);
    for (const [le, value] of bounds)
      expect(find(text, "handling_seconds_bucket", { le })).toBe(Number(value));
  });
});

interface NpmFamily {
  readonly name: string;
  readonly type: string;
  readonly metrics: readonly {
    readonly value?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly buckets?: Readonly<Record<string, string>>;
  }[];
}
