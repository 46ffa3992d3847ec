/** Search for text in slices, which are sized by the time that the last one took. */
import { describe, expect, it } from "vitest";
import { replaceText, searchText, type SearchedDelivery } from "../../src/inbox/store-search.js";
import type { StoreFilter } from "../../src/inbox/store.js";

const MIB = 1024 * 1024;

describe("a slice", () => {
  const sizes = Array.from({ length: 2_500 }, () => 16 * 1024);

  it("[G.12] is larger on a fast machine, up to 16 MiB", async () => {
    const large = Array.from({ length: 1_000 }, () => 64 * 1024);
    const store = createSearched(large, () => 24);
    await searchText(store, { text: "x" }, store.clock);
    expect(store.slices.map(({ length }) => length)).toEqual([16, 32, 64, 128, 256, 256, 248]);
    const small = createSearched(sizes, () => 1);
    await searchText(small, { text: "x" }, small.clock);
    const longest = Math.max(...small.slices.map(({ length }) => length));
    expect(longest).toBe(1_000); // 16 MB, as many as are listed at once
    expect(small.slices.flat()).toHaveLength(sizes.length);
  });

  it("[G.12] is smaller on a slow one, down to 64 KiB", async () => {
    const store = createSearched(sizes, () => 60);
    await searchText(store, { text: "x" }, store.clock);
    expect(store.slices.at(-2)).toHaveLength(4);
    expect(store.slices.flat()).toHaveLength(sizes.length);
  });

  it.each([25, 40, 50])("[G.12] stays as it is between the two, at %i ms", async (time) => {
    const store = createSearched(sizes, () => time);
    await searchText(store, { text: "x" }, store.clock);
    // 64 bodies have 1 MiB. The store lists 1,000 deliveries at once, and the rest of each list is a slice.
    const thousand = [...Array<number>(15).fill(64), 40];
    const rest = [...Array<number>(7).fill(64), 52];
    const lengths = [...thousand, ...thousand, ...rest];
    expect(store.slices.map(({ length }) => length)).toEqual(lengths);
  });

  it("[G.12] has at least one body, however large", async () => {
    const store = createSearched([5, 500 * MIB, 500 * MIB, 5], () => 1_000);
    await searchText(store, { text: "x" }, store.clock);
    expect(store.slices).toEqual([["4"], ["3"], ["2"], ["1"]]);
  });
});

it("[G.12] finds the newest first, and no more than the limit", async () => {
  const store = createSearched(
    Array.from({ length: 2_500 }, () => 1),
    () => 1,
  );
  expect(await searchText(store, { text: "00", limit: 3 }, store.clock)).toEqual([
    "2500",
    "2400",
    "2300",
  ]);
  expect(await searchText(store, { text: "00", before: "300" }, store.clock)).toEqual([
    "200",
    "100",
  ]);
});

it("[G.12] lists a thousand at a time, and again only after a whole list", async () => {
  for (const [count, lists] of [
    [999, [undefined]],
    [1_000, [undefined, "1"]],
  ] as const) {
    const store = createSearched(Array<number>(count).fill(1), () => 1);
    const asked: StoreFilter[] = [];
    const list = (filter: StoreFilter) => {
      asked.push(filter);
      return store.list(filter);
    };
    expect(await searchText({ ...store, list }, { name: "note" }, store.clock)).toHaveLength(count);
    expect(asked).toEqual(lists.map((before) => ({ name: "note", before, limit: 1_000 })));
  }
});

it("[G.12] is for the deliveries that were found, and for all without a text", async () => {
  const store = createSearched([1, 1, 1], () => 1);
  const filter = { name: "note", before: "4", limit: 2, text: "" };
  expect(await replaceText(store, filter)).toEqual({ name: "note", limit: 2, keys: ["3", "2"] });
  const filterWithoutText = { name: "note", before: "3" };
  expect(await replaceText(store, filterWithoutText)).toBe(filterWithoutText);
  expect(store.slices).toHaveLength(1);
});

it("[G.12] ends with the reason of the signal, after the slice that runs", async () => {
  const gone = new AbortController();
  const store = createSearched([MIB, MIB, MIB, MIB], () => 40);
  const reason = new Error("The page has gone.");
  const match = (...args: Parameters<typeof store.match>) => {
    if (store.slices.length === 1) gone.abort(reason);
    return store.match(...args);
  };
  const filter = { text: "x", signal: gone.signal };
  await expect(searchText({ ...store, match }, filter, store.clock)).rejects.toBe(reason);
  expect(store.slices).toHaveLength(2);
});

/** A store with bodies of these sizes. Each search of a slice takes `timeOf` its bytes, by a clock of the test. */
function createSearched(sizes: readonly number[], timeOf: (bytes: number) => number) {
  let now = 0;
  const slices: (readonly string[])[] = [];
  const deliveries = sizes.map((size, index) => ({ key: String(index + 1), size })).reverse();
  return {
    slices,
    clock: () => now,
    list: ({ before, limit }: StoreFilter): Promise<readonly SearchedDelivery[]> => {
      const older = deliveries.filter(
        ({ key }) => before === undefined || Number(key) < Number(before),
      );
      return Promise.resolve(older.slice(0, limit));
    },
    match: (keys: readonly string[], text: string): Promise<readonly string[]> => {
      slices.push(keys);
      now += timeOf(keys.reduce((sum, key) => sum + (sizes[Number(key) - 1] ?? 0), 0));
      return Promise.resolve(keys.filter((key) => key.endsWith(text)).toReversed());
    },
  };
}
