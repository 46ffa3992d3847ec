/** The address of the page, which keeps the filter and the delivery that is open. */
import { describe, expect, it } from "vitest";
import {
  isFiltered,
  NO_FILTER,
  readAddress,
  toQuery,
  writeAddress,
  type Address,
} from "../../src/inspector/page/address.js";

const LIST: Address = { filter: NO_FILTER, delivery: undefined, tab: "payload" };

describe("the address", () => {
  it.each<[search: string, address: Address]>([
    ["", LIST],
    ["?delivery=42", { ...LIST, delivery: "42" }],
    ["?delivery=42&tab=headers", { ...LIST, delivery: "42", tab: "headers" }],
    ["?q=a%3A%22b+c%22%26", { ...LIST, filter: { ...NO_FILTER, q: 'a:"b c"&' } }],
    [
      "?event=issues&action=opened&outcome=dead&since=1&until=2&delivery=a%2Fb",
      {
        ...LIST,
        filter: { q: "", event: "issues", action: "opened", outcome: "dead", since: 1, until: 2 },
        delivery: "a/b",
      },
    ],
  ])("reads and writes %j", (search, address) => {
    expect(readAddress(search)).toEqual(address);
    expect(writeAddress(address)).toBe(search);
  });

  it.each([
    ["?outcome=gone&tab=other&since=yesterday&until=-1&unknown=1"],
    ["?delivery=&q="],
    ["?tab=headers#"],
    ["?%E0%A4%A"],
  ])("leaves out what means nothing in %j", (search) => {
    expect(writeAddress(readAddress(search))).toBe("");
  });

  it("does not filter by spaces", () => {
    const filter = { ...NO_FILTER, q: "  " };
    expect(isFiltered(filter)).toBe(false);
    expect(toQuery({ ...filter, since: 0 })).toEqual({ since: "0" });
  });
});
