/** Parts that have no page and no request: overview, description, sources in memory, texts to copy. */
import { describe, expect, it } from "vitest";
import { readRecordings } from "../../codegen/reconcile/recordings.js";
import { createOverview } from "../../src/inspector/overview.js";
import {
  createMemorySource,
  describePayload,
  type DescribedSchema,
  type InspectedSummary,
} from "../../src/inspector/index.js";
import { compare, formatLeaf, formatPlace, parseTree } from "../../src/inspector/page/json.js";
import { readContent, writeCurl, writeFixture, writeTest } from "../../src/inspector/page/copy.js";
import type {
  DeliveryAnswer,
  InspectorChange,
  InspectorFilter,
} from "../../src/inspector/types.js";
import { createDelivery } from "./sample-source.js";

describe("createOverview", () => {
  const row = (receivedAt: number, changes: Partial<InspectedSummary> = {}): InspectedSummary => ({
    ...{ key: "1", id: "1", event: "push", outcome: "done", attempts: 1, size: 0 },
    receivedAt,
    ...changes,
  });

  it("counts by time and outcome, with the spread of durations", () => {
    const rows = [
      row(100_000, { duration: 30 }),
      row(61_000, { outcome: "dead", event: "issues" }),
      ...Array.from({ length: 100 }, (_, index) => row(60_500, { duration: 100 - index })),
    ];
    expect(createOverview(rows)).toEqual({
      ...{ total: 102, isCut: false, step: 1_000 },
      times: [
        { at: 60_000, counts: { done: 100 }, median: 50, high: 95 },
        { at: 61_000, counts: { dead: 1 } },
        { at: 100_000, counts: { done: 1 }, median: 30, high: 30 },
      ],
      events: [
        { event: "push", count: 101 },
        { event: "issues", count: 1 },
      ],
    });
  });

  it.each([0, 1, 60, 1_000, 100_000, 1e9])(
    "has few bars for deliveries %i seconds apart",
    (seconds) => {
      const { times, step } = createOverview([row(seconds * 1_000), row(0)]);
      expect(((times.at(-1)?.at ?? 0) - (times[0]?.at ?? 0)) / step).toBeLessThan(60);
    },
  );

  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
  const widths = [
    ...[second, 5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour],
    ...[12 * hour, day, 7 * day, 30 * day, 365 * day],
  ];

  it.each(widths.slice(1).map((wider, index) => [widths[index] ?? 0, wider]))(
    "has bars of %i milliseconds before those of %i",
    (width, wider) => {
      expect(createOverview([row(59 * width - 1), row(0)]).step).toBe(width);
      expect(createOverview([row(59 * width), row(0)]).step).toBe(wider);
    },
  );

  it("lists the most frequent event first, and bars of time in order", () => {
    const rows = [row(9_000, { event: "rare" }), row(5_000), row(7_000), row(5_000)];
    expect(createOverview(rows)).toMatchObject({
      times: [5_000, 7_000, 9_000].map((at) => ({ at })),
      events: [
        { event: "push", count: 3 },
        { event: "rare", count: 1 },
      ],
    });
    expect(createOverview(rows, true).isCut).toBe(true);
  });

  it("names up to eight events", () => {
    const rows = Array.from({ length: 8 }, (_, index) => row(0, { event: `e${index}` }));
    expect(createOverview(rows).events).toEqual(rows.map(({ event }) => ({ event, count: 1 })));
  });

  it("puts rare events together, and takes no deliveries", () => {
    const rows = Array.from({ length: 12 }, (_, index) => row(0, { event: `e${index}` }));
    expect(createOverview(rows).events.at(-1)).toEqual({ event: "others", count: 4 });
    expect(createOverview([])).toMatchObject({ total: 0, times: [], events: [] });
  });
});

describe("describePayload", () => {
  const TEXT = { type: "string" };
  const OR_NULL = { type: "string or null" };

  const CONSTANTS: readonly [value: unknown, type: string][] = [
    [null, "null"],
    [[], "array"],
    [{}, "object"],
    [1.5, "number"],
    [1, "integer"],
    [true, "boolean"],
  ];

  /** Alternatives, a value that fits one of them, and the type that is shown. */
  const ALTERNATIVES: readonly [string, readonly unknown[], unknown, object | undefined][] = [
    ["a constant", [{ const: "a" }, { const: "b" }], "b", { type: "string", values: ["b"] }],
    ["values", [{ enum: ["a"] }, { enum: ["b"] }], "b", { type: "string", values: ["b"] }],
    ["a reference", [{ $ref: "#/$defs/n" }, TEXT], "", TEXT],
    ["a reference to nothing", [{ $ref: "#/$defs/no" }, { type: "null" }], "", undefined],
    ["several types", [{ type: ["integer", "null"] }, TEXT], null, { type: "integer or null" }],
    ["`nullable`", [{ ...TEXT, nullable: true }, { type: "integer" }], null, OR_NULL],
    ["no type", [{ format: "date" }, { type: "null" }], "", undefined],
    ["a number", [TEXT, { type: "integer" }, { type: "number" }], 1.5, { type: "number" }],
    ["a text, which is no number", [{ type: "number" }, TEXT], "", TEXT],
    ["an integer", [TEXT, { type: "integer" }], 7, { type: "integer" }],
    ["a list", [{ type: "object" }, { type: "array" }], [], { type: "array" }],
    ["an object", [{ type: "array" }, { type: "object" }], {}, { type: "object" }],
    ["anything", [true, { type: "null" }], "", undefined],
    ["nothing", [false, TEXT], "", TEXT],
    ["none of them", [{ type: "null" }, TEXT, false], 7, { type: "null or string" }],
  ];

  type Described = [name: string, schema: DescribedSchema, payload: unknown, types: object];

  it.each<Described>([
    ["types", { type: "integer" }, 1, { "": { type: "integer" } }],
    ["several types", { type: ["string", "null"] }, "a", { "": { type: "string or null" } }],
    ["`nullable`", { type: "string", nullable: true }, "a", { "": { type: "string or null" } }],
    ["formats", { type: "string", format: "date" }, "", { "": { type: "string (date)" } }],
    ["values", { enum: ["a", "b"] }, "a", { "": { type: "string", values: ["a", "b"] } }],
    ["a constant", { const: 7 }, 7, { "": { type: "integer", values: [7] } }],
    ["titles", { title: "User", type: "object" }, {}, { "": { type: "User" } }],
    [
      "keys with slashes",
      { properties: { "a/b~c": { type: "string" } } },
      { "a/b~c": "" },
      { "/a~1b~0c": { type: "string" } },
    ],
    ["items", { items: { type: "null" } }, [null], { "/0": { type: "null" } }],
    [
      "tuples",
      { prefixItems: [{ type: "string" }], items: { type: "null" } },
      ["", null],
      {
        "/0": { type: "string" },
        "/1": { type: "null" },
      },
    ],
    [
      "other properties",
      { additionalProperties: { type: "string" } },
      { x: "" },
      {
        "/x": { type: "string" },
      },
    ],
    [
      "compositions",
      { allOf: [{ properties: { a: { type: "string" } } }] },
      { a: "" },
      {
        "/a": { type: "string" },
      },
    ],
    [
      "the alternative that fits",
      { oneOf: [{ type: "null" }, { type: "object", properties: { a: { type: "string" } } }] },
      { a: "" },
      { "": { type: "object" }, "/a": { type: "string" } },
    ],
    [
      "references in a circle",
      { $ref: "#/$defs/a", $defs: { a: { allOf: [{ $ref: "#/$defs/a" }], type: "string" } } },
      "",
      { "": { type: "string" } },
    ],
    [
      "the alternative that fits, where an integer is a number, too",
      {
        anyOf: [
          { type: "number", format: "double" },
          { type: "string", format: "date" },
        ],
      },
      7,
      { "": { type: "number (double)" } },
    ],
    ["references to nothing", { $ref: "#/$defs/a" }, "", {}],
    ["no reference to another file", { $ref: "x/$defs/a", $defs: { a: TEXT } }, "", {}],
    ["no reference to a value that is no schema", { $ref: "#/a", a: 7 }, "", {}],
    [
      "references with escapes",
      { $ref: "#/$defs/a~1b%20c", $defs: { "a/b c": TEXT } },
      "",
      { "": TEXT },
    ],
    [
      "references to the schema itself",
      { type: "object", properties: { a: { $ref: "#" } } },
      { a: {} },
      { "": { type: "object" }, "/a": { type: "object" } },
    ],
    ["each type once", { allOf: [TEXT, TEXT] }, "", { "": TEXT }],
    ["`nullable` of a type alone", { nullable: true }, null, {}],
    ["types that are not null", { type: "string", nullable: false }, "", { "": TEXT }],
    ["types that are text", { type: ["string", 7] }, "", { "": TEXT }],
    ["formats of a type alone", { format: "date" }, "", {}],
    [
      "the first of several formats",
      { ...TEXT, format: 7, allOf: [{ format: "date" }, { format: "time" }] },
      "",
      { "": { type: "string (date)" } },
    ],
    [
      "the first of several titles",
      { type: "object", allOf: [{ title: 7 }, { title: "A" }, { title: "B" }] },
      {},
      { "": { type: "A" } },
    ],
    ["titles of objects alone", { title: "Name", ...TEXT }, "", { "": TEXT }],
    ["no title without a type", { title: "Name" }, "", {}],
    ["no values that are no list", { enum: "a", ...TEXT }, "", { "": TEXT }],
    [
      "a constant before values",
      { enum: ["a", "b"], allOf: [{ const: "b" }] },
      "b",
      { "": { type: "string", values: ["b"] } },
    ],
    ...CONSTANTS.map(([value, type]): Described => [
      `the kind of a constant: ${type}`,
      { const: value },
      value,
      { "": { type, values: [value] } },
    ]),
    ["items of lists alone", { items: TEXT }, { a: "" }, {}],
    ["properties of objects alone", { properties: { 0: TEXT } }, [""], {}],
    ["items where there is no tuple", { prefixItems: {}, items: TEXT }, [""], { "/0": TEXT }],
    [
      "other properties where none is declared",
      { properties: 7, additionalProperties: TEXT },
      { a: "" },
      { "/a": TEXT },
    ],
    [
      "no other property where one is declared",
      { properties: { a: {} }, additionalProperties: TEXT },
      { a: "" },
      {},
    ],
    ["compositions that are lists alone", { allOf: TEXT, anyOf: TEXT, ...TEXT }, "", { "": TEXT }],
    ...ALTERNATIVES.flatMap(([what, members, value, type]) =>
      ["anyOf", "oneOf"].map((keyword): Described => [
        `the alternative that fits ${what}: ${keyword}`,
        { [keyword]: members, $defs: { n: { type: "null" } } },
        value,
        type === undefined ? {} : { "": type },
      ]),
    ),
    ["no inherited key", { properties: {} }, { toString: 1, __proto__: null }, {}],
    ["nothing", true, { a: 1 }, {}],
  ])("reads %s", (_, schema, payload, types) => {
    expect(describePayload(schema, payload)).toEqual({ types, deviations: [] });
  });

  it("finds other schemas as it is told, and gives the deviations that it was given", () => {
    const deviations = [{ at: "", text: "must be null" }];
    const resolve = (reference: string) => ({ type: reference });
    expect(describePayload({ $ref: "#/x" }, "", { resolve, deviations })).toEqual({
      types: { "": { type: "#/x" } },
      deviations,
    });
  });

  it.each([
    [63, { "": { type: "string" } }],
    [64, {}],
  ])("reads 64 schemas of one value: one behind %i others", (otherCount, types) => {
    const nest = (count: number): { readonly [keyword: string]: unknown } =>
      count === 0 ? { type: "string" } : { allOf: [nest(count - 1)] };
    expect(describePayload({ ...nest(otherCount) }, "").types).toEqual(types);
  });

  it("describes 20,000 values", () => {
    const payload = Array.from({ length: 20_001 }, () => null);
    const places = Object.keys(describePayload({ items: { type: "null" } }, payload).types);
    expect([places.length, places.at(-1)]).toEqual([20_000, "/19999"]);
  });
});

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

describe("a source in memory", () => {
  const START = 1_000;
  /** Three deliveries, a millisecond apart. */
  const fill = () => {
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
  };
  const hidden = (name: string) => ({ hiddenHeaders: new Set([name]) });

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
    [{ text: "x-key: no json", ...hidden("x-other") }, "3"],
    [{ text: "x-key: no json", ...hidden("x-key") }, ""],
    [{ text: "no json", ...hidden("x-key") }, "3"], // the body has it, too
  ])("lists what matches %j", async (filter, keys) => {
    const found = await fill().list(filter);
    expect(found.map(({ key }) => key).join()).toBe(keys);
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
      ...{ ...added, key: "1", body, history, size: 15, summary: "one", error: "broken" },
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
    const source = fill();
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
    await expect(fill().list({ text: "one", signal })).rejects.toThrow(/abort/);
    expect(await fill().list({ signal })).toHaveLength(3);
  });

  it.each<[filter: InspectorFilter, replayed: readonly string[], count: number]>([
    [{}, ["id-2", "id-3"], 1],
    [{ outcome: "done" }, ["id-1"], 1],
    [{ event: "issues" }, ["id-2"], 1],
    [{ keys: ["1", "3"] }, ["id-1", "id-3"], 1],
  ])(
    "replays what matches %j, the oldest first, and counts successes",
    async (which, ids, count) => {
      const replayed: string[] = [];
      const source = createMemorySource({
        replay: async ({ id }) => {
          replayed.push(id);
          if (id === "id-3") throw new Error("broken");
        },
      });
      for (const row of (await fill().list({})).toReversed()) source.add(row);
      expect(await source.replay?.(which)).toBe(count);
      expect(replayed).toEqual(ids);
    },
  );
});

describe("a change in memory", () => {
  it("counts for its limits, and drops the oldest when there is too much", async () => {
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
});

it("a delivery without a body makes no room when it is dropped", async () => {
  const source = createMemorySource({ maxBytes: 100 });
  source.add(createDelivery({ body: undefined }));
  for (const size of [60, 40, 1]) source.add(createDelivery({ body: new Uint8Array(size) }));
  expect((await source.list({})).map(({ key }) => key)).toEqual(["4", "3"]);
});

describe("parseJson", () => {
  it.each([
    "[1.0,-0,1e400,9007199254740993]",
    "[[],{},[[]],null,true,false]",
    '"a\\n\\u00e9"',
    " 7 ",
  ])("keeps %s", (text) => {
    const write = (node: ReturnType<typeof parseTree>): string => {
      if (node === undefined) return "";
      if (!("entries" in node)) return formatLeaf(node);
      const list = node.entries.map((entry) => write(entry.node));
      return node.kind === "array" ? `[${list.join()}]` : "{}";
    };
    expect(write(parseTree(text))).toBe(
      text.startsWith('"') ? JSON.stringify(JSON.parse(text)) : text.trim(),
    );
  });

  it("keeps repeated keys, and marks those that do not count", () => {
    const node = parseTree('{"a":1,"__proto__":2,"a":3}');
    const entries = node !== undefined && "entries" in node ? node.entries : [];
    expect(entries.map(({ key, isRepeated }) => [key, isRepeated])).toEqual([
      ["a", true],
      ["__proto__", false],
      ["a", false],
    ]);
  });

  it.each(["", "{", "nope", `${"[".repeat(5_000)}${"]".repeat(5_000)}`])("refuses %#", (text) => {
    expect(parseTree(text)).toBeUndefined();
  });
});

describe("compare", () => {
  it("finds what was added, removed and changed", () => {
    const [before, after] = [
      '{"a":1,"b":[1,2],"c":null,"d":"1"}',
      '{"a":1.0,"b":[1],"d":1,"e":{}}',
    ].map((text) => parseTree(text) as NonNullable<ReturnType<typeof parseTree>>);
    if (before === undefined || after === undefined) throw new Error("It is JSON.");
    const show = (node: typeof before | undefined) => (node === undefined ? "-" : formatLeaf(node));
    expect(
      compare(before, after).map(({ at, before: left, after: right }) =>
        [formatPlace(at), show(left), show(right)].join(" "),
      ),
    ).toEqual(["a 1 1.0", "b[1] 2 -", 'd "1" 1', "e - {}", "c null -"]);
    expect(compare(before, before)).toEqual([]);
  });
});

describe("texts to copy", () => {
  const answer = (
    body: string | Uint8Array,
    changes: Partial<DeliveryAnswer> = {},
  ): DeliveryAnswer => ({
    ...{
      key: "1",
      id: "id-'1'",
      event: "issues",
      action: "opened",
      outcome: "done",
      receivedAt: 0,
    },
    ...{ attempts: 1, size: 0, isBodyKept: true, url: "http://localhost:3000/a'b" },
    body: Buffer.from(body).toString("base64"),
    headers: [
      ["Host", "localhost"],
      ["X-Event", "it's"],
    ],
    ...changes,
  });

  it("quotes a command for a shell", () => {
    const delivery = answer('{"a":"it\'s $HOME `x`"}\n');
    expect(writeCurl(delivery, readContent(delivery))).toBe(
      "curl -X POST 'http://localhost:3000/a'\\''b' \\\n  -H 'X-Event: it'\\''s' \\\n" +
        "  --data-raw '{\"a\":\"it'\\''s $HOME `x`\"}\n'",
    );
    const bytes = answer(Uint8Array.of(0xff, 0), { headers: undefined });
    expect(writeCurl(bytes, readContent(bytes))).toMatch(
      /^# The headers.*\nprintf %s '\/wA=' \| base64 -d \| curl [^]*--data-binary @-$/,
    );
  });

  it("writes a fixture that `reconcile` reads, with numbers as they were sent", () => {
    const delivery = answer('{\n  "action": "opened",\n  "n": 1.0,\n  "t": "a  b"\n}\n');
    const line = writeFixture(delivery, readContent(delivery));
    expect(line).toContain('"n": 1.0, "t": "a  b" }');
    expect(readRecordings({ path: "x.jsonl", text: line + line })).toHaveLength(2);
    expect(readRecordings({ path: "x.jsonl", text: line })[0]).toEqual({
      name: "issues",
      payload: { action: "opened", n: 1, t: "a  b" },
    });
  });

  it("writes a test whose payload cannot set a prototype", () => {
    const delivery = answer('{"__proto__":{"x":1},"quote":"`${1}\\u2028"}');
    const modules = { webhooks: "typewire", testing: "typewire/testing" };
    const text = writeTest(delivery, readContent(delivery), modules);
    expect(text).toContain('["__proto__"]: {');
    expect(text).toContain('webhooks.on("issues.opened"');
  });
});
