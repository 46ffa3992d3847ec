/** `inbox.metrics()`: numbers about an inbox as OpenMetrics text. */
import { describe, expect, it } from "vitest";
import { Metrics } from "../../../src/inbox/observe/metrics.js";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import { SECOND } from "../deliveries.js";
import { deliver, setUp } from "../setup.js";
import { describeAttempt, find, listSamples } from "./read-metrics.js";

describe("[R.9] inbox.metrics()", () => {
  it("counts arrivals and attempts, and reads the store", async () => {
    const { inbox, webhooks, environment } = setUp({ retries: { limit: 1, delay: 1_000 } });
    let isFailing = true;
    webhooks.on("note", () => {
      if (isFailing) throw new Error("no");
    });
    await inbox.start();
    await deliver(inbox, { id: "1" });
    await deliver(inbox, { id: "1" });
    await deliver(inbox, { id: "1", body: '{"a":1}' });
    await environment.elapse(0);
    isFailing = false;
    await environment.elapse(2 * SECOND);
    await deliver(inbox, { id: "2", name: "made-up" });
    await environment.elapse(SECOND);
    const text = await inbox.metrics();
    expect(find(text, "arrivals_total", { event: "note", result: "new" })).toBe(1);
    expect(find(text, "arrivals_total", { event: "note", result: "duplicate" })).toBe(1);
    expect(
      find(text, "arrivals_total", { event: "note", result: "conflict", via: "webhook" }),
    ).toBe(1);
    expect(find(text, "arrivals_total", { event: "other", result: "new" })).toBe(1);
    expect(find(text, "attempts_total", { event: "note", outcome: "failed" })).toBe(2);
    expect(find(text, "attempts_total", { event: "note", outcome: "done" })).toBe(2);
    expect(find(text, "handling_seconds_count", { event: "note" })).toBe(4);
    expect(find(text, "stored", { state: "done" })).toBe(3);
    expect(find(text, "oldest_waiting_seconds")).toBe(0);
    expect(find(text, "store_up")).toBe(1);
    expect(find(text, "unavailable_total")).toBe(0);
  });

  it("prints all that it has counted, and what the store holds", () => {
    const metrics = new Metrics(["note", "ping"]);
    const arrival = { kind: "arrival", id: "1", name: "note", via: undefined } as const;
    metrics.observe({ ...arrival, result: "new" });
    metrics.observe({ ...arrival, result: "new" });
    metrics.observe({ ...arrival, result: "new", via: "catch-up" });
    metrics.observe({ ...arrival, result: "conflict", name: "forged" });
    const ended = describeAttempt("note", 0);
    for (const endedAt of [10, 11, 300_000, 300_001]) metrics.observe({ ...ended, endedAt }); // milliseconds
    metrics.observe({ ...ended, outcome: "failed", endedAt: -5 }); // the clock was set back
    metrics.observe({ ...ended, outcome: "released", endedAt: 20_000 });
    metrics.observe({ ...ended, outcome: "dead", name: "ping", endedAt: 2_500 });
    const takeover = { kind: "takeover", id: "1", name: "ping", losses: 1 } as const;
    metrics.observe({ ...takeover, isDead: false });
    metrics.observe({ ...takeover, isDead: true });
    metrics.observe({ kind: "unavailable" });
    const lines = [
      "# TYPE typewire_inbox_arrivals counter",
      "# HELP typewire_inbox_arrivals Deliveries that came, by what became of them.",
      'typewire_inbox_arrivals_total{event="note",result="new",via="webhook"} 2',
      'typewire_inbox_arrivals_total{event="note",result="new",via="catch-up"} 1',
      'typewire_inbox_arrivals_total{event="other",result="conflict",via="webhook"} 1',
      "# TYPE typewire_inbox_attempts counter",
      "# HELP typewire_inbox_attempts Attempts to handle a delivery, by their end.",
      'typewire_inbox_attempts_total{event="note",outcome="done"} 4',
      'typewire_inbox_attempts_total{event="note",outcome="failed"} 1',
      'typewire_inbox_attempts_total{event="note",outcome="released"} 1',
      'typewire_inbox_attempts_total{event="ping",outcome="dead"} 2',
      "# TYPE typewire_inbox_handling_seconds histogram",
      "# UNIT typewire_inbox_handling_seconds seconds",
      "# HELP typewire_inbox_handling_seconds Time that the handlers of one attempt took.",
      ...printBuckets("note", { "0.01": 2, "0.05": 3, "300.0": 4, "+Inf": 5 }),
      'typewire_inbox_handling_seconds_count{event="note"} 5',
      `typewire_inbox_handling_seconds_sum{event="note"} ${0.01 + 0.011 + 300 + 300.001}`,
      ...printBuckets("ping", { "2.5": 1 }),
      'typewire_inbox_handling_seconds_count{event="ping"} 1',
      'typewire_inbox_handling_seconds_sum{event="ping"} 2.5',
      "# TYPE typewire_inbox_takeovers counter",
      "# HELP typewire_inbox_takeovers Deliveries taken over from a worker that stopped.",
      "typewire_inbox_takeovers_total 2",
      "# TYPE typewire_inbox_unavailable counter",
      "# HELP typewire_inbox_unavailable Deliveries answered with 503.",
      "typewire_inbox_unavailable_total 1",
    ];
    const printUp = (value: 0 | 1) => [
      "# TYPE typewire_inbox_store_up gauge",
      "# HELP typewire_inbox_store_up 1 while the store answers.",
      `typewire_inbox_store_up ${value}`,
    ];
    expect(metrics.print(undefined).split("\n")).toEqual([...lines, ...printUp(0), "# EOF", ""]);
    const stats = { waiting: 1, running: 2, done: 3, dead: 4, oldestWaiting: 1_500 };
    expect(metrics.print(stats).split("\n")).toEqual([
      ...lines,
      ...printUp(1),
      "# TYPE typewire_inbox_stored gauge",
      "# HELP typewire_inbox_stored Deliveries in the store, by state.",
      'typewire_inbox_stored{state="waiting"} 1',
      'typewire_inbox_stored{state="running"} 2',
      'typewire_inbox_stored{state="done"} 3',
      'typewire_inbox_stored{state="dead"} 4',
      "# TYPE typewire_inbox_oldest_waiting_seconds gauge",
      "# UNIT typewire_inbox_oldest_waiting_seconds seconds",
      "# HELP typewire_inbox_oldest_waiting_seconds Age of the oldest delivery that waits.",
      "typewire_inbox_oldest_waiting_seconds 1.5",
      "# EOF",
      "",
    ]);
  });

  it("says that the store does not answer, and leaves out what it holds", async () => {
    const store = openMemoryStore();
    const { inbox } = setUp({ store, log: {} });
    await inbox.start();
    store.stats = () => Promise.reject(new Error("down"));
    const text = await inbox.metrics();
    expect(find(text, "store_up")).toBe(0);
    expect(find(text, "stored")).toBeUndefined();
  });

  it("sorts handling times into buckets, and escapes names", () => {
    const metrics = new Metrics(['a"b\\c\nd']);
    for (const seconds of [0.001, 0.01, 0.2, 1_000])
      metrics.observe(describeAttempt('a"b\\c\nd', seconds));
    const text = metrics.print({ waiting: 1, running: 0, done: 2, dead: 0, oldestWaiting: 1_500 });
    const bucket = (le: string) => find(text, "handling_seconds_bucket", { le });
    expect([bucket("0.01"), bucket("0.25"), bucket("300.0"), bucket("+Inf")]).toEqual([2, 3, 3, 4]);
    expect(find(text, "handling_seconds_sum")).toBeCloseTo(1_000.211);
    expect(find(text, "oldest_waiting_seconds")).toBe(1.5);
    expect(text).toContain('event="a\\"b\\\\c\\nd"');
  });
});

describe("[R.9] the labels of metrics", () => {
  it("are bounded in number, as the lines are, whatever names are sent", () => {
    const names = Array.from({ length: 2_000 }, (_, n) => `known-${n}`);
    const metrics = new Metrics(["note", ...names]);
    metrics.observe(describeAttempt("known-1999", 1));
    const before = metrics.print(undefined).length;
    for (let n = 0; n < 5_000; n++) metrics.observe(describeAttempt(`forged-${n}"\n`, 1));
    const text = metrics.print(undefined);
    expect(text.length - before).toBeLessThan(200);
    expect(find(text, "attempts_total", { event: "other" })).toBe(5_001);
    for (const name of names) metrics.observe(describeAttempt(name, 1));
    const last = metrics.print(undefined);
    expect(find(last, "attempts_total", { event: "known-498" })).toBe(1); // the 500th name
    expect(find(last, "attempts_total", { event: "known-499" })).toBeUndefined();
    const events = new Set(listSamples(last).map(({ labels }) => labels["event"]));
    expect(events.size).toBeLessThan(503);
  });

  it("make as many sets after many deliveries as after few", async () => {
    const { inbox, environment } = setUp();
    await inbox.start();
    const counts: number[] = [];
    for (const last of [50, 500]) {
      for (let n = 0; n < last; n++)
        await deliver(inbox, { id: `${last}-${n}`, name: n % 2 === 0 ? "note" : `forged-${n}` });
      await environment.elapse(SECOND);
      counts.push(listSamples(await inbox.metrics()).length);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

/**
 * Lines of the buckets of one event, from the lowest bound to the highest. Each counts what took as long at most, so
 * the counts are given for those bounds alone at which they grow.
 */
function printBuckets(event: string, counts: Readonly<Record<string, number>>): readonly string[] {
  const bounds = "0.01 0.05 0.1 0.25 0.5 1.0 2.5 5.0 10.0 30.0 60.0 300.0 +Inf".split(" ");
  const name = "typewire_inbox_handling_seconds_bucket";
  let count = 0;
  return bounds.map((le) => {
    count = counts[le] ?? count;
    return `${name}{event="${event}",le="${le}"} ${count}`;
  });
}
