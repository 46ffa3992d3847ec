/** SQL of the store in PostgreSQL that depends on a filter or a text. */
import { describe, expect, it } from "vitest";
import { matchText, select } from "../../../src/inbox/postgres/queries.js";
import { hashText } from "../../../src/inbox/postgres/values.js";
import type { StoreFilter } from "../../../src/inbox/store.js";

describe("a query", () => {
  it("[G.5] has all parts of a filter as numbered values", () => {
    const names: StoreFilter = { id: "a\0", name: "b", state: "dead", text: "ignored here" };
    const filter = { ...names, since: 1, until: 2, before: "7", keys: ["1", "x"], limit: 3 };
    expect(flatten(select("t", "a, b", filter, "c"))).toEqual([
      "select a, b from t where c and id_hash = $1 and name = $2 and state = $3" +
        " and received_at >= to_timestamp($4::float8 / 1000)" +
        " and received_at < to_timestamp($5::float8 / 1000)" +
        " and seq < $6 and seq = any($7) order by seq desc limit $8",
      [hashText("a\0"), "b", "dead", 1, 2, 7, [1], 3],
    ]);
  });

  it("[G.5] without a filter is for all", () => {
    expect(flatten(select("t", "a", {}))).toEqual([
      "select a from t order by seq desc limit $1",
      [null],
    ]);
    expect(flatten(select("t", "a", { keys: [] }))[1]).toEqual([[], null]);
    expect(() => select("t", "a", { before: "x" })).toThrow("`before`");
  });

  it("[G.12] for a text compares bytes in lower case", () => {
    expect(matchText("t", ["1"], "ÄB").values).toEqual([["1"], Buffer.from("Äb")]);
  });
});

/** A query on one line, and its values. */
function flatten({ text, values }: { text: string; values: unknown[] }) {
  return [text.replace(/\s+/g, " ").trim(), values];
}
