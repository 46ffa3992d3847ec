/** Address of the page, and groups of errors in its list: logic that needs no browser. */
import { describe, expect, it } from "vitest";
import {
  isFiltered,
  NO_FILTER,
  readAddress,
  toQuery,
  writeAddress,
  type Address,
} from "../../src/inspector/page/address.js";
import { groupRows, nameError } from "../../src/inspector/page/groups.js";
import type { InspectedSummary } from "../../src/inspector/types.js";

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

describe("groups", () => {
  const row = (key: string, error?: string, changes: Partial<InspectedSummary> = {}) => ({
    key,
    id: key,
    event: "issues",
    outcome: "dead" as const,
    receivedAt: 0,
    attempts: 1,
    size: 0,
    error,
    ...changes,
  });
  const show = (
    rows: readonly InspectedSummary[],
    open: readonly string[] = [],
    selected?: string,
  ): string =>
    groupRows(rows, new Set(open), selected)
      .map(({ row: { key }, kind, count }) => (kind === "head" ? `${key}×${count}` : key))
      .join(" ");

  const rows = [row("9"), row("8", "no 8"), row("7", "no 7"), row("6", "other"), row("5", "no 5")];

  it("stand at the place of their newest delivery", () => {
    expect(show(rows)).toBe("9 8×3 6");
    expect(show([])).toBe("");
  });

  it("show their deliveries when they are open, or one of them is selected", () => {
    expect(show(rows, [nameError(rows[1] ?? row("")) ?? ""])).toBe("9 8×3 7 5 6");
    expect(show(rows, [], "5")).toBe("9 8×3 7 5 6");
    expect(show(rows, [], "8")).toBe("9 8×3 6");
  });

  it.each<[isSame: boolean, left: InspectedSummary, right: InspectedSummary]>([
    [
      true,
      row("1", "connect ECONNREFUSED 10.0.0.1:5432"),
      row("2", "connect ECONNREFUSED 10.0.0.9:5432"),
    ],
    [true, row("1", 'no user "ada"'), row("2", 'no user "bob"')],
    [
      true,
      row("1", "no row 0195f1c2-aaaa-7bbb-8ccc-0123456789ab"),
      row("2", "no row 0195f1c2-aaaa-7bbb-8ccc-ba9876543210"),
    ],
    [true, row("1", "no charge ch_3NqW2eZv"), row("2", "no charge ch_9XyZ1aBc")],
    [false, row("1", "out of time"), row("2", "no connection")],
    [false, row("1", "a"), row("2", "a", { event: "push" })],
    [false, row("1", "a"), row("2", "a", { action: "opened" })],
    [false, row("1", "a"), row("2", "a", { outcome: "waiting" })],
    [false, row("1"), row("2")],
    [false, row("1", ""), row("2", "")],
  ])("are of the same error: %j", (isSame, left, right) => {
    expect(groupRows([left, right], new Set(), undefined)).toHaveLength(isSame ? 1 : 2);
  });
});
