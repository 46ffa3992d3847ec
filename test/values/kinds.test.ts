/** Kinds of values: what each of them reads from JSON, and writes into it. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { stringify } from "../../src/request/values/digits.js";
import { bigints, dates, instants, plainDates, ROUNDED } from "../../src/request/values/kinds.js";

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
    const value = dates.read(text, undefined);
    expect(value instanceof Date ? value.toISOString() : value).toBe(time);
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
  it("is read by the platform's own type", () => {
    vi.stubGlobal("Temporal", { PlainDate: { from: parseDay } });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(plainDates.expectType?.()).toBeUndefined();
    expect(plainDates.read("2026-03-01", undefined)).toHaveProperty("text", "2026-03-01");
    const known = createDay("2026-03-02");
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

/** Stand-in for `Temporal.PlainDate.from`. */
function parseDay(text: string): object {
  if (text.endsWith("-00")) throw new RangeError("no such day");
  return createDay(text);
}

function createDay(text: string): object {
  return { text, [Symbol.toStringTag]: "Temporal.PlainDate" };
}
