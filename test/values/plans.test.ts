/** Values that are read from JSON, and where a plan finds them. */
import { describe, expect, it, vi, onTestFinished } from "vitest";
import { stringify } from "../../src/request/values/digits.js";
import { bigints, dates, instants, plainDates, ROUNDED } from "../../src/request/values/kinds.js";
import { createBodyValues } from "../../src/request/values/received.js";

describe("[J.2] a date-time", () => {
  it.each<[text: string, time: string | undefined]>([
    ["2026-03-01T10:20:30Z", "2026-03-01T10:20:30.000Z"],
    ["2026-03-01t10:20:30z", "2026-03-01T10:20:30.000Z"],
    ["2026-03-01 10:20:30Z", "2026-03-01T10:20:30.000Z"],
    ["2026-03-01T10:20Z", "2026-03-01T10:20:00.000Z"],
    ["2026-03-01T10:20:30.25Z", "2026-03-01T10:20:30.250Z"],
    ["2026-03-01T10:20:30+01:30", "2026-03-01T08:50:30.000Z"],
    ["2026-03-01T10:20:30-0130", "2026-03-01T11:50:30.000Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
    ["2016-12-31t23:59:60.5z", "2017-01-01T00:00:00.500Z"],
    ["2016-12-31T18:59:60-05:00", "2017-01-01T00:00:00.000Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
    ["2026-02-20T00:00:00Z", "2026-02-20T00:00:00.000Z"],
    ["2026-12-31T00:00:00Z", "2026-12-31T00:00:00.000Z"],
    ["2026-02-29T00:00:00Z", undefined],
    ["2026-02-30T00:00:00Z", undefined],
    ["2026-04-31T00:00:00Z", undefined],
    ["2026-13-01T00:00:00Z", undefined],
    ["2026-03-01T25:00:00Z", undefined],
    ["2026-03-01T10:61:60Z", undefined],
    ["2026-03-01T10:20:30", undefined],
    ["2026-03-01", undefined],
    ["at 2026-03-01T10:20:30Z", undefined],
    ["2026-03-01T10:20:30Z.", undefined],
    ["", undefined],
  ])("%j is %s", (text, time) => {
    const read = dates.read(text, undefined);
    expect(read instanceof Date ? read.toISOString() : read).toBe(time);
  });

  it("is returned where it is one already, and read of text alone", () => {
    const date = new Date(0);
    expect(dates.read(date, undefined)).toBe(date);
    expect([0, null, {}].map((json) => dates.read(json, undefined))).toEqual(
      Array(3).fill(undefined),
    );
  });
});

describe("[J.2] an integer", () => {
  const LONG = "9007199254740993";

  it.each<[json: unknown, digits: unknown, value: unknown]>([
    [7, undefined, 7n],
    [-7, undefined, -7n],
    [9007199254740991, undefined, 9007199254740991n],
    [Number(LONG), undefined, ROUNDED],
    [Number(LONG), LONG, 9007199254740993n],
    [Number(LONG), Number(LONG), undefined],
    [1.5, undefined, undefined],
    ["7", undefined, undefined],
    [7n, undefined, 7n],
  ])("is read from %s with the digits %j as %s", (json, digits, value) => {
    expect(bigints.read(json, digits)).toBe(value);
  });

  it.each<[value: unknown, text: string]>([
    [{ a: 7n, b: [BigInt(LONG), -BigInt(LONG)] }, `{"a":7,"b":[${LONG},-${LONG}]}`],
    [{ a: `"${LONG}"`, b: undefined, c: null }, `{"a":"\\"${LONG}\\"","c":null}`],
    [BigInt(LONG), LONG],
    ["a", '"a"'],
  ])("in %s is written with its digits", (value, text) => {
    expect(stringify(value)).toBe(text);
  });
});

describe("[J.2] a kind of Temporal", () => {
  const day = (text: string) => ({ text, [Symbol.toStringTag]: "Temporal.PlainDate" });
  const from = (text: string) => {
    if (text.endsWith("-00")) throw new RangeError("no such day");
    return day(text);
  };

  it("is read by the platform's own type", () => {
    vi.stubGlobal("Temporal", { PlainDate: { from } });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(plainDates.expectType?.()).toBeUndefined();
    expect(plainDates.read("2026-03-01", undefined)).toHaveProperty("text", "2026-03-01");
    const known = day("2026-03-02");
    expect(plainDates.read(known, undefined)).toBe(known);
    for (const json of ["x2026-03-01", "2026-03-01T", "2026-03-00", 20260301, undefined])
      expect(plainDates.read(json, undefined)).toBeUndefined();
    expect(() => instants.expectType?.()).toThrow(
      expect.objectContaining({
        code: "MISSING_TEMPORAL",
        message:
          'This platform has no Temporal.Instant; load a polyfill such as "temporal-polyfill/global" before the client is created.',
      }),
    );
  });
});

describe("[J.3] a plan", () => {
  const AT = "2026-03-01T10:20:30Z";
  const VALUE = new Date(AT);
  const [SUCCESS, FAILURE, OTHER] = [
    { ok: "date-time" },
    { bad: "date-time" },
    { at: "date-time" },
  ];
  const catalog = {
    shared: [0, { at: "date-time", next: 1 }],
    routes: {
      "GET /x": { 200: SUCCESS, "4XX": FAILURE, default: OTHER },
      "GET /y": {
        "2XX": {
          list: ["list", "date-time"],
          tuple: ["tuple", [0, "date-time"], "date-time"],
          map: ["map", "date-time", ["kept"]],
          all: ["all", [{ a: "date-time" }, { b: "date-time" }]],
          tree: 1,
          date: "date",
          either: [
            "union",
            [
              [{ format: "int64" }, "int64"],
              [{}, 0],
            ],
          ],
        },
      },
    },
  };
  const { convert } = createBodyValues(catalog, [dates, bigints])();
  const run = (json: unknown, route = "GET /y", status = 200) =>
    convert(json, JSON.stringify(json), route, status);

  it.each<[status: number, key: string, other: string]>([
    [200, "ok", "at"],
    [404, "bad", "at"],
    [499, "bad", "ok"],
    [201, "at", "ok"],
    [500, "at", "bad"],
  ])("of the status %i converts %s", (status, key, other) => {
    const expected = { [key]: VALUE, [other]: AT };
    expect(run({ [key]: AT, [other]: AT }, "GET /x", status)).toEqual(expected);
  });

  it("of another route changes nothing", () => {
    const json = { ok: AT };
    expect(run(json, "GET /z")).toBe(json);
    expect(run(json, "GET /y", 404)).toBe(json);
    expect(run(json, "toString")).toBe(json);
  });

  it.each<[json: object, expected: object]>([
    [{ list: [AT, null, AT] }, { list: [VALUE, null, VALUE] }],
    [{ tuple: [AT, AT, AT] }, { tuple: [AT, VALUE, VALUE] }],
    [{ map: { a: AT, kept: AT, b: null } }, { map: { a: VALUE, kept: AT, b: null } }],
    [{ all: { a: AT, b: AT, c: AT } }, { all: { a: VALUE, b: VALUE, c: AT } }],
    [{ tree: { at: AT, next: { next: { at: AT } } } }, { tree: { at: VALUE, next: { next: { at: VALUE } } } }], // prettier-ignore
    [{ list: {}, tuple: 7, map: [AT], all: "a", tree: null }, { list: {}, tuple: 7, map: [AT], all: "a", tree: null }], // prettier-ignore
    [
      { date: "2026-03-01", further: AT },
      { date: "2026-03-01", further: AT },
    ],
    [[{ list: [AT] }], [{ list: [AT] }]],
  ])("finds the values in %j", (json, expected) => {
    expect(run(json)).toEqual(expected);
  });

  it("reads an integer of a union from its digits", () => {
    const text = '{"either":9007199254740993}';
    expect(convert(JSON.parse(text), text, "GET /y", 200)).toEqual({ either: 9007199254740993n });
    expect(run({ either: "a" })).toEqual({ either: "a" });
  });

  it.each<[json: object, path: string]>([
    [{ list: [AT, "no"] }, "data.list[1]"],
    [{ tuple: [0, 7] }, "data.tuple[1]"],
    [{ map: { "a b": "no" } }, 'data.map["a b"]'],
    [{ all: { b: true } }, "data.all.b"],
    [{ tree: { next: { at: "" } } }, "data.tree.next.at"],
  ])("refuses %j at its path", (json, path) => {
    expect(() => run(json)).toThrow(
      expect.objectContaining({
        code: "INVALID_VALUE",
        message: `${path} is not a date-time with an offset (RFC 3339)`,
      }),
    );
  });
});
