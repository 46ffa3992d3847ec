/** Filters in requests of the page: what a source is asked for, and what is replayed. */
import { describe, expect, it } from "vitest";
import { createInspector, type InspectorSource } from "../../src/inspector/index.js";
import type { InspectorFilter } from "../../src/inspector/types.js";
import { createDelivery, encode } from "./sample-source.js";
import { createNotingSource, askSource, CREDENTIALS, postToSource } from "./ask-source.js";

describe("a filter of the page", () => {
  const hiddenHeaders = new Set(CREDENTIALS);
  const text = (searched: string) => ({ text: searched, hiddenHeaders });

  it.each<[query: string, filter: object]>([
    ["", {}],
    ["event=&action=&outcome=&id=&text=&since=&until=&before=&limit=&q=", {}],
    ["event=a&action=b&outcome=dead&id=c", { event: "a", action: "b", outcome: "dead", id: "c" }],
    ["since=0&until=1.5&before=7", { since: 0, until: 1.5, before: "7" }],
    ["text=a", text("a")],
    ["q=event:a+action:b+outcome:done+id:c", { event: "a", action: "b", outcome: "done", id: "c" }],
    [
      "q=event:no+action:no+outcome:done+id:no&event=a&action=b&outcome=dead&id=c",
      { event: "a", action: "b", outcome: "dead", id: "c" },
    ],
    ["q=needle", text("needle")],
    ["limit=1", { limit: 1 }],
    ["limit=0", { limit: 1 }],
    ["limit=-3", { limit: 1 }],
    ["limit=2.9", { limit: 2 }],
    ["limit=500", { limit: 500 }],
    ["limit=501", { limit: 500 }],
    // With terms, a source gets one text, and gives rows that are looked at one by one.
    ["q=needle&text=hay", { ...text("hay"), limit: 500, isBrief: true }],
    ["q=two+words", { ...text("words"), limit: 500, isBrief: true }],
    ["q=name:value", { ...text("value"), limit: 500, isBrief: true }],
  ])("is read from %j", async (query, filter) => {
    const { source, filters } = createNotingSource();
    const { status, answer } = await askSource(source, `deliveries?${query}`);
    expect([status, answer]).toEqual([200, { deliveries: [], isLast: true }]);
    const signal = expect.any(AbortSignal) as AbortSignal;
    expect(filters).toEqual([{ limit: 100, before: undefined, signal, ...filter }]);
  });

  it.each([
    ["overview?event=a", { event: "a", isBrief: true, limit: 500 }],
    ["count?event=a", { event: "a", isBrief: true, limit: 500 }],
    ["recording?event=a", { event: "a", limit: 500 }],
    ["count?limit=7", { isBrief: true, limit: 7 }],
  ])("is asked for in pages: %s", async (path, filter) => {
    const { source, filters } = createNotingSource();
    await createInspector(source)(new Request(`http://localhost/inspector/api/${path}`));
    expect(filters).toMatchObject([filter]);
    expect("isBrief" in (filters[0] ?? {})).toBe("isBrief" in filter);
  });

  // A name that may be of an event with an action, or of an event alone: the source is asked first.
  it.each<[event: string, known: readonly string[], filter: object]>([
    ["issues.opened", [], { event: "issues", action: "opened" }],
    ["issues.opened", ["issues.opened"], { event: "issues.opened", action: undefined }],
    ["a.b.c", [], { event: "a.b", action: "c" }],
    ["a.", [], { event: "a", action: "" }],
    ["i.o", [], { event: "i", action: "o" }],
  ])("splits the name %j unless a source has it: %j", async (event, known, filter) => {
    const { source, filters } = createNotingSource(known);
    await askSource(source, `deliveries?q=event:${event}`);
    expect(filters[0]).toEqual({ event, limit: 1, isBrief: true });
    expect(filters.slice(1).map((asked) => ({ event: asked.event, action: asked.action }))).toEqual(
      [filter],
    );
  });

  it.each(["issues", ".opened"])("has the name %j, which cannot be split", async (event) => {
    const { source, filters } = createNotingSource();
    await askSource(source, `deliveries?q=event:${event}`);
    expect(filters).toMatchObject([{ event }]);
    expect(filters[0]?.action).toBeUndefined();
  });

  it.each([
    ["limit=many", "`limit` is not a number."],
    ["since=x", "`since` is not a number."],
    ["until=Infinity", "`until` is not a number."],
    [
      "outcome=nice",
      "`outcome` is not one of received, waiting, running, done, failed, dead, refused.",
    ],
  ])("is refused: %s", async (query, error) => {
    const { source, filters } = createNotingSource();
    const refused = { status: 400, answer: { code: "BAD_REQUEST", error } };
    for (const path of ["deliveries", "overview", "count", "recording"])
      expect(await askSource(source, `${path}?${query}`)).toEqual(refused);
    expect(filters).toEqual([]);
  });

  it("of `reconcile` goes to the source", async () => {
    const filters: InspectorFilter[] = [];
    const result = { summary: "All.", proposals: "", problems: [] };
    const { source } = createNotingSource([], {
      reconcile: async (filter) => {
        filters.push(filter);
        return result;
      },
    });
    expect(await askSource(source, "reconciliation?event=a&limit=2")).toEqual({
      status: 200,
      answer: result,
    });
    expect(filters).toEqual([{ event: "a", limit: 2 }]);
  });
});

const TOO_MANY_KEYS = Array.from({ length: 10_001 }, (_, index) => String(index));

describe("the filter of a replay", () => {
  it.each<[input: object, filter: object]>([
    [{}, {}],
    [
      { event: "a", outcome: "done", since: 5, until: "6" },
      { event: "a", outcome: "done", since: 5, until: 6 },
    ],
    [{ keys: ["1", "2"] }, { keys: ["1", "2"] }],
    [{ keys: [] }, { keys: [] }],
    [
      { id: "a", text: "b", limit: 9, before: "3" },
      { id: "a", text: "b", limit: 9, before: "3" },
    ],
    [{ q: "event:a" }, { event: "a" }],
    [{ q: "a:b" }, { keys: [] }],
  ])("is read from %j", async (input, filter) => {
    const { status, answer, filters } = await replay(input);
    expect([status, answer]).toEqual([200, { count: 3 }]);
    expect(filters.map(({ hiddenHeaders: _, ...rest }) => rest)).toEqual([filter]);
  });

  it.each<[input: object, error: string]>([
    [{ evnt: "a" }, 'The filter has the unknown property "evnt".'],
    [{ keys: "1" }, "`keys` is not an array of up to 10000 strings."],
    [{ keys: null }, "`keys` is not an array of up to 10000 strings."],
    [{ keys: TOO_MANY_KEYS }, "`keys` is not an array of up to 10000 strings."],
    [{ keys: [1] }, "An element of `keys` is not a text."],
    [{ keys: [""] }, "An element of `keys` is not a text."],
    [{ event: 7 }, "`event` is not a text."],
    [{ text: null }, "`text` is not a text."],
    [{ limit: "x" }, "`limit` is not a number."],
    [{ q: 7 }, "`q` is not a text."],
  ])("is refused %#", async (input, error) => {
    const { status, answer, filters } = await replay(input);
    expect({ status, answer, filters }).toEqual({
      status: 400,
      answer: { code: "BAD_REQUEST", error },
      filters: [],
    });
  });

  it("takes 10,000 keys", async () => {
    const { filters } = await replay({ keys: TOO_MANY_KEYS.slice(1) });
    expect(filters[0]?.keys).toHaveLength(10_000);
  });

  it("replaces terms by the keys of the dead that match, 10,000 at most", async () => {
    const asked: InspectorFilter[] = [];
    const body = encode({ a: "b" });
    const { filters } = await replay(
      { q: "a:b" },
      {
        list: ({ before = "20000", limit = 0, ...filter }) => {
          asked.push(filter);
          const first = Number(before) - 1;
          return Promise.resolve(
            Array.from({ length: limit }, (_, index) => ({
              ...createDelivery({ body: undefined }),
              key: String(first - index),
              size: 9,
            })),
          );
        },
        get: (key) => Promise.resolve({ ...createDelivery({ body }), key, size: 9 }),
      },
    );
    expect(asked[0]).toMatchObject({ outcome: "dead", text: "b", isBrief: true });
    expect(asked).toHaveLength(20);
    const keys = filters[0]?.keys ?? [];
    expect([keys.length, keys[0], keys.at(-1)]).toEqual([10_000, "19999", "10000"]);
  });

  it("replays by terms with the outcome that it names", async () => {
    const { source, filters } = createNotingSource([], { replay: () => Promise.resolve(0) });
    await postToSource(source, "replay", { q: "a:b", outcome: "done" });
    expect(filters).toMatchObject([{ outcome: "done" }]);
  });
});

/** Replays by a filter of the page; returns the answer, and the filters that the source was given. */
async function replay(input: unknown, sourceParts: Partial<InspectorSource> = {}) {
  const filters: InspectorFilter[] = [];
  const { source } = createNotingSource([], {
    replay: async (filter) => {
      filters.push(filter);
      return 3;
    },
    ...sourceParts,
  });
  return { ...(await postToSource(source, "replay", input)), filters };
}
