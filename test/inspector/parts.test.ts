/** Parts that have no page and no request: overview, description, sources in memory, texts to copy. */
import { describe, expect, it } from "vitest";
import { readRecordings } from "../../codegen/reconcile/recordings.js";
import { createOverview } from "../../src/inspector/api.js";
import {
  createMemorySource,
  describePayload,
  type InspectedSummary,
} from "../../src/inspector/index.js";
import { compare, formatLeaf, formatPlace, parseTree } from "../../src/inspector/page/json.js";
import { readContent, writeCurl, writeFixture, writeTest } from "../../src/inspector/page/copy.js";
import type { DeliveryAnswer } from "../../src/inspector/types.js";
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
  it.each<
    [name: string, schema: Parameters<typeof describePayload>[0], payload: unknown, types: object]
  >([
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
    ["no inherited key", { properties: {} }, { toString: 1, __proto__: null }, {}],
    ["nothing", true, { a: 1 }, {}],
  ])("reads %s", (_, schema, payload, types) => {
    expect(describePayload(schema, payload).types).toEqual(types);
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
