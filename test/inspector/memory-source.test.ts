/** Deliveries in memory as a source of the inspector. */
import { describe, expect, it } from "vitest";
import { createMemorySource } from "../../src/inspector/index.js";
import type { InspectorChange, InspectorFilter } from "../../src/inspector/types.js";
import { createDelivery } from "./sample-source.js";

describe("createMemorySource", () => {
  it("keeps the newest within its limits", async () => {
    const source = createMemorySource({ maxCount: 3, maxBytes: 100 });
    const add = (size: number) => source.add(createDelivery({ body: new Uint8Array(size) }));
    const keys = async () => (await source.list({ limit: 10 })).map(({ key }) => key).join();
    for (const size of [1, 1, 1, 1]) add(size);
    expect(await keys()).toBe("4,3,2");
    add(99);
    expect(await keys()).toBe("5,4");
    add(500);
    expect(await keys()).toBe("6");
    source.update("1", { outcome: "dead" });
    source.update("6", { body: undefined, outcome: "dead" });
    expect(await source.list({ limit: 9 })).toMatchObject([
      { key: "6", size: 500, outcome: "dead" },
    ]);
  });
});

/** Time of the first delivery. */
const START = 1_000;

describe("a source in memory", () => {
  it.each<[filter: InspectorFilter, keys: string]>([
    [{}, "3,2,1"],
    [{ limit: 2 }, "3,2"],
    [{ limit: 2, before: "3" }, "2,1"],
    [{ before: "2" }, "1"],
    [{ before: "1" }, ""],
    [{ before: "0" }, ""],
    [{ before: "9" }, "3,2,1"],
    [{ event: "issues" }, "2,1"],
    [{ action: "opened" }, "3,1"],
    [{ outcome: "dead" }, "3,2"],
    [{ id: "id-2" }, "2"],
    [{ event: "issues", outcome: "dead" }, "2"],
    [{ since: START + 1 }, "3,2"],
    [{ until: START + 1 }, "1"],
    [{ since: START + 1, until: START + 2 }, "2"],
    [{ keys: ["1", "3", "4"] }, "3,1"],
    [{ keys: [] }, ""],
    [{ keys: ["1", "3"], event: "push" }, "3"],
    [{ text: "TITLE" }, "2,1"],
    [{ text: "title", event: "issues", before: "2" }, "1"],
    [{ text: "x-key: no json" }, "3"],
    [{ text: "x-key: no json", ...hide("x-other") }, "3"],
    [{ text: "x-key: no json", ...hide("x-key") }, ""],
    [{ text: "no json", ...hide("x-key") }, "3"], // the body has it, too
  ])("lists what matches %j", async (filter, keys) => {
    const rows = await createFilledSource().list(filter);
    expect(rows.map(({ key }) => key).join()).toBe(keys);
  });

  it("gives a delivery with its line, its error and its size", async () => {
    const source = createMemorySource({ title: "dev" });
    expect([source.title, source.replay]).toEqual(["dev", undefined]);
    const error = { message: "broken" };
    const history = [{ attempt: 1, handlers: [], error }];
    const body = new TextEncoder().encode('{"title":"one"}');
    const added = { id: "1", event: "push", receivedAt: 1, outcome: "dead", attempts: 1 } as const;
    expect(source.add({ ...added, body, history })).toBe("1");
    expect(await source.get("1")).toEqual({
      ...added,
      key: "1",
      body,
      history,
      size: 15,
      summary: "one",
      error: "broken",
    });
    expect(source.add(added)).toBe("2");
    expect(await source.get("2")).toMatchObject({ size: 0, summary: "" });
    expect(source.add({ ...added, size: 7, payload: { title: "form" } })).toBe("3");
    expect(await source.get("3")).toMatchObject({ size: 7, summary: "form" });
    expect(await source.get("4")).toBeUndefined();
  });

  it.each([
    [65_536, "one"],
    [65_537, ""],
  ])("reads lines from bodies of 64 KiB at most: %i bytes", async (size, summary) => {
    const source = createMemorySource();
    const body = new TextEncoder().encode('{"title":"one"}'.padEnd(size));
    source.add(createDelivery({ body }));
    source.add(createDelivery({ body, payload: { title: "form" } }));
    const rows = await source.list({});
    expect(rows.map((row) => row.summary)).toEqual(["form", summary]);
  });

  it("changes a delivery, but for its key, and reads its line again where it may differ", async () => {
    const source = createFilledSource();
    const encode = (text: string) => new TextEncoder().encode(text);
    source.update("1", { event: "other", outcome: "failed", key: "9" } as object);
    expect(await source.get("1")).toMatchObject({ key: "1", event: "other", summary: "one" });
    source.update("1", { body: encode('{"title":"changed"}') });
    expect(await source.get("1")).toMatchObject({ size: 19, summary: "changed" });
    source.update("1", { payload: { title: "form" } });
    expect(await source.get("1")).toMatchObject({ size: 19, summary: "form" });
    source.update("1", { body: encode("{}"), size: 5 });
    expect(await source.get("1")).toMatchObject({ size: 5, summary: "form" });
    source.update("1", { findings: [{ code: "A", text: "No." }] });
    expect(await source.get("1")).toMatchObject({ error: "No." });
  });

  it("tells each listener of what is new and what changes, until it has enough", () => {
    const source = createMemorySource();
    const told: string[] = [];
    const listen = (change: InspectorChange) =>
      void told.push(change === "reload" ? change : `${change.key} ${change.outcome}`);
    const [stop, stopAgain] = [source.watch(listen), source.watch(listen)];
    source.add(createDelivery());
    stop();
    source.update("1", { outcome: "dead" });
    source.update("2", { outcome: "dead" });
    stopAgain();
    source.add(createDelivery());
    expect(told).toEqual(["1 done", "1 done", "1 dead"]);
  });

  it("keeps 10,000 deliveries, and 256 MiB", async () => {
    const source = createMemorySource();
    for (let count = 0; count < 10_001; count++) source.add(createDelivery({ body: undefined }));
    const keys = (await source.list({})).map(({ key }) => key);
    expect([keys.length, keys.at(-1)]).toEqual([10_000, "2"]);
    const large = createMemorySource();
    const body = new Uint8Array(128 * 1024 * 1024);
    for (let count = 0; count < 2; count++) large.add(createDelivery({ body }));
    expect(await large.list({})).toHaveLength(2);
    large.add(createDelivery({ body: body.subarray(0, 1) }));
    expect((await large.list({})).map(({ key }) => key)).toEqual(["3", "2"]);
  });

  it("refuses a misspelt option", () => {
    const message = "Unknown option `maxCont`. Did you mean `maxCount`?";
    expect(() => createMemorySource({ maxCont: 1 } as object)).toThrow(message);
  });

  it("ends a search that nobody waits for, and no list", async () => {
    const signal = AbortSignal.abort();
    await expect(createFilledSource().list({ text: "one", signal })).rejects.toThrow(/abort/);
    expect(await createFilledSource().list({ signal })).toHaveLength(3);
  });

  it.each<[filter: InspectorFilter, replayed: readonly string[], count: number]>([
    [{}, ["id-2", "id-3"], 1],
    [{ outcome: "done" }, ["id-1"], 1],
    [{ event: "issues" }, ["id-2"], 1],
    [{ keys: ["1", "3"] }, ["id-1", "id-3"], 1],
  ])(
    "replays what matches %j, the oldest first, and counts successes",
    async (filter, ids, count) => {
      const replayed: string[] = [];
      const source = createMemorySource({
        replay: async ({ id }) => {
          replayed.push(id);
          if (id === "id-3") throw new Error("broken");
        },
      });
      for (const row of (await createFilledSource().list({})).toReversed()) source.add(row);
      expect(await source.replay?.(filter)).toBe(count);
      expect(replayed).toEqual(ids);
    },
  );
});

describe("the limits of a source in memory", () => {
  it("count a change, too, and drop the oldest when there is too much", async () => {
    const source = createMemorySource({ maxBytes: 100 });
    const add = (size: number) => source.add(createDelivery({ body: new Uint8Array(size) }));
    const sizes = async () => (await source.list({})).map(({ key, size }) => [key, size]);
    for (const size of [10, 10]) add(size);
    source.update("2", { body: new Uint8Array(95) });
    expect(await sizes()).toEqual([["2", 95]]);
    source.update("2", { body: new Uint8Array(5) });
    add(95);
    expect(await sizes()).toEqual([
      ["3", 95],
      ["2", 5],
    ]);
    add(5);
    expect(await sizes()).toEqual([
      ["4", 5],
      ["3", 95],
    ]);
    source.update("4", { size: 7, body: undefined });
    source.update("3", { outcome: "dead" });
    add(5);
    expect(await sizes()).toEqual([
      ["5", 5],
      ["4", 7],
      ["3", 95],
    ]);
  });

  it("drop deliveries without a body, too, which makes no room", async () => {
    const source = createMemorySource({ maxBytes: 100 });
    source.add(createDelivery({ body: undefined }));
    for (const size of [60, 40, 1]) source.add(createDelivery({ body: new Uint8Array(size) }));
    expect((await source.list({})).map(({ key }) => key)).toEqual(["4", "3"]);
  });
});

/** A source with three deliveries, a millisecond apart. */
function createFilledSource() {
  const source = createMemorySource();
  const bodies = ['{"title":"one"}', '{"title":"two"}', "no JSON"];
  for (const [index, text] of bodies.entries())
    source.add(
      createDelivery({
        id: `id-${index + 1}`,
        event: index < 2 ? "issues" : "push",
        action: index === 1 ? "closed" : "opened",
        outcome: index === 0 ? "done" : "dead",
        receivedAt: START + index,
        body: new TextEncoder().encode(text),
        headers: [["X-Key", text]],
      }),
    );
  return source;
}

/** A filter that does not look at a header. */
function hide(name: string): InspectorFilter {
  return { hiddenHeaders: new Set([name]) };
}
