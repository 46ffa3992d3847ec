/** Filters of an inbox: how they are read, and what is refused. */
import { describe, expect, it } from "vitest";
import { readFilter } from "../../src/inbox/filter.js";
import type { InboxFilter } from "../../src/inbox/types.js";

describe("a filter", () => {
  const signal = new AbortController().signal;

  it.each<[InboxFilter, object]>([
    [{}, {}],
    [{ id: undefined, limit: undefined, keys: undefined }, {}],
    [
      { id: "a\0", name: "b\ud800", before: "7", text: "c" },
      { id: "a\ufffd", name: "b\ufffd", before: "7", text: "c" },
    ],
    [
      { id: "", text: "" },
      { id: "", text: "" },
    ],
    [
      { since: new Date(5), until: 7 },
      { since: 5, until: 7 },
    ],
    [
      { since: 0, until: -1.5 },
      { since: 0, until: -1.5 },
    ],
    [
      { state: "dead", limit: 1, keys: ["1", "x"], signal },
      { state: "dead", limit: 1, keys: ["1", "x"], signal },
    ],
    [
      { state: "waiting", keys: [] },
      { state: "waiting", keys: [] },
    ],
    [{ state: "running" }, { state: "running" }],
    [{ state: "done" }, { state: "done" }],
  ])("[G.5] %j is read", (filter, expected) => {
    expect(readFilter(filter)).toEqual(expected);
    expect(Object.keys(readFilter(filter)).toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  const KEYS = "id, name, before, text, since, until, state, limit, keys, signal";
  const A_TIME = "expected a Date, or milliseconds since 1970.";
  it.each<[unknown, string]>([
    [1, "The filter is a number; expected an object."],
    [{ colour: "red" }, `The filter has the key colour; expected one of ${KEYS}.`],
    [{ nmae: "note" }, "Unknown option `nmae`. Did you mean `name`?"],
    [{ id: 1 }, "`id` is a number; expected a string."],
    [{ name: null }, "`name` is null; expected a string."],
    [{ before: 7 }, "`before` is a number; expected a string."],
    [{ text: {} }, "`text` is an object; expected a string."],
    [{ since: "1h" }, `\`since\` is a string; ${A_TIME}`],
    [{ since: NaN }, `\`since\` is a number; ${A_TIME}`],
    [{ until: new Date("never") }, `\`until\` is an object; ${A_TIME}`],
    [{ state: "failed" }, '`state` is "failed"; expected one of waiting, running, done, dead.'],
    [{ limit: 0 }, "`limit` is 0; expected an integer from 1 to 2147483647."],
    [{ keys: "7" }, "`keys` is a string; expected an array of strings."],
    [{ keys: [7] }, "An element of `keys` is a number; expected a string."],
    [{ signal: "soon" }, "`signal` is a string; expected an AbortSignal."],
  ])("[G.5] %j is refused", (filter, message) => {
    expect(() => readFilter(filter as InboxFilter)).toThrow(message);
  });
});
