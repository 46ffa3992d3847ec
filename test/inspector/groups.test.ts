/** Groups of deliveries with one error in the list of the page. */
import { describe, expect, it } from "vitest";
import { groupRows, nameError } from "../../src/inspector/page/groups.js";
import type { InspectedSummary } from "../../src/inspector/types.js";

describe("groups", () => {
  const ROWS = [
    createRow("9"),
    createRow("8", "no 8"),
    createRow("7", "no 7"),
    createRow("6", "other"),
    createRow("5", "no 5"),
  ];

  it("stand at the place of their newest delivery", () => {
    expect(show(ROWS)).toBe("9 8×3 6");
    expect(show([])).toBe("");
  });

  it("show their deliveries when they are open, or one of them is selected", () => {
    expect(show(ROWS, [nameError(ROWS[1] ?? createRow("")) ?? ""])).toBe("9 8×3 7 5 6");
    expect(show(ROWS, [], "5")).toBe("9 8×3 7 5 6");
    expect(show(ROWS, [], "8")).toBe("9 8×3 6");
  });

  it.each<[isSame: boolean, left: InspectedSummary, right: InspectedSummary]>([
    [
      true,
      createRow("1", "connect ECONNREFUSED 10.0.0.1:5432"),
      createRow("2", "connect ECONNREFUSED 10.0.0.9:5432"),
    ],
    [true, createRow("1", 'no user "ada"'), createRow("2", 'no user "bob"')],
    [
      true,
      createRow("1", "no row 0195f1c2-aaaa-7bbb-8ccc-0123456789ab"),
      createRow("2", "no row 0195f1c2-aaaa-7bbb-8ccc-ba9876543210"),
    ],
    [true, createRow("1", "no charge ch_3NqW2eZv"), createRow("2", "no charge ch_9XyZ1aBc")],
    [false, createRow("1", "out of time"), createRow("2", "no connection")],
    [false, createRow("1", "a"), createRow("2", "a", { event: "push" })],
    [false, createRow("1", "a"), createRow("2", "a", { action: "opened" })],
    [false, createRow("1", "a"), createRow("2", "a", { outcome: "waiting" })],
    [false, createRow("1"), createRow("2")],
    [false, createRow("1", ""), createRow("2", "")],
  ])("are of the same error: %j", (isSame, left, right) => {
    expect(groupRows([left, right], new Set(), undefined)).toHaveLength(isSame ? 1 : 2);
  });
});

/** Keys of the rows that are shown, each head of a group with the number of its deliveries. */
function show(
  rows: readonly InspectedSummary[],
  open: readonly string[] = [],
  selected?: string,
): string {
  return groupRows(rows, new Set(open), selected)
    .map(({ row: { key }, kind, count }) => (kind === "head" ? `${key}×${count}` : key))
    .join(" ");
}

function createRow(
  key: string,
  error?: string,
  changes: Partial<InspectedSummary> = {},
): InspectedSummary {
  const times = { receivedAt: 0, attempts: 1, size: 0 };
  return { key, id: key, event: "issues", outcome: "dead", ...times, error, ...changes };
}
