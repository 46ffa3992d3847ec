/** Plans: where the values of a body are, by route and status. */
import { describe, expect, it } from "vitest";
import { bigints, dates } from "../../src/request/values/kinds.js";
import { createBodyValues } from "../../src/request/values/received.js";

const AT = "2026-03-01T10:20:30Z";
const VALUE = new Date(AT);

/** Plans of the route `GET /x`, by the kind of its status. */
const SUCCESS = { ok: "date-time" };
const FAILURE = { bad: "date-time" };
const OTHER = { at: "date-time" };

const CATALOG = {
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

describe("[J.3] a plan", () => {
  const { convert } = createBodyValues(CATALOG, [dates, bigints])();
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

  it("finds no value in an inherited property", () => {
    const catalog = { shared: [0], routes: { x: { 200: { constructor: "date-time" } } } };
    const values = createBodyValues(catalog, [dates])();
    expect(values.convert({}, "{}", "x", 200)).toEqual({});
    const body = `{"constructor":"${AT}"}`;
    expect(values.convert(JSON.parse(body), body, "x", 200)).toEqual({
      constructor: new Date(AT),
    });
    expect(values.convert({}, "{}", "constructor", 200)).toEqual({});
  });
});
