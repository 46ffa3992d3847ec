import type { Row, Suite } from "./job.js";

/** In CI only a real regression is to fail, on a machine that others use too. */
const QUICK_ALLOWANCE = 3;

export interface SuiteRows {
  readonly suite: Suite;
  readonly rows: readonly Row[];
}

/** The lines whose figure is above what they allow, as sentences. */
export function findBroken(results: readonly SuiteRows[], isQuick: boolean): string[] {
  return results.flatMap(({ suite, rows }) =>
    rows.flatMap((row) => {
      const allowed = allowedOf(row, isQuick);
      if (allowed === undefined || row.figure <= allowed) return [];
      return `${suite.name}, ${row.job}: ${show(row.figure)} ${row.measure}, at most ${show(allowed)}`;
    }),
  );
}

function allowedOf({ atMost, standsAt = 0 }: Row, isQuick: boolean): number | undefined {
  if (atMost === undefined || !isQuick) return atMost;
  return Math.max(atMost, standsAt) * QUICK_ALLOWANCE;
}

/** One Markdown table for a suite. */
export function printTable({ suite, rows }: SuiteRows): string {
  const columns = [...new Set(rows.flatMap(({ beside }) => Object.keys(beside ?? {})))];
  const head = [suite.name, "measure", "typewire", "at most", ...columns];
  const lines = rows.map(({ job, measure, figure, atMost, beside }) => [
    job,
    measure,
    show(figure),
    show(atMost),
    ...columns.map((column) => show(beside?.[column])),
  ]);
  return [head, head.map(() => "---"), ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function show(value: number | undefined): string {
  if (value === undefined) return "";
  return Number.isInteger(value) || value >= 1000
    ? Math.round(value).toLocaleString("en-US")
    : String(Number(value.toPrecision(3)));
}
