import type { Limit, Row, Suite } from "./job.js";

/** Short benchmarks are noisy in CI: `--quick` must fail only for a real regression. */
const QUICK_ALLOWANCE = 2;

export interface SuiteRows {
  readonly suite: Suite;
  readonly rows: readonly Row[];
}

/** The figures above their limits, as sentences. */
export function findBroken(results: readonly SuiteRows[], isQuick: boolean): string[] {
  return results.flatMap(({ suite, rows }) =>
    rows.flatMap((row) =>
      limitsOf(row, isQuick)
        .filter(({ figure, atMost }) => !(figure <= atMost)) // NaN breaks every limit
        .map(
          ({ measure, figure, atMost }) =>
            `${suite.name}, ${row.job}: ${showFigure(figure)} ${measure}, at most ${showFigure(atMost)}`,
        ),
    ),
  );
}

function limitsOf(row: Row, isQuick: boolean): readonly Limit[] {
  const { measure, figure, atMost, isExact = false, limits = [] } = row;
  const allowance = isQuick && !isExact ? QUICK_ALLOWANCE : 1;
  const own = atMost === undefined ? [] : [{ measure, figure, atMost }];
  return [...own, ...limits].map((limit) => ({ ...limit, atMost: limit.atMost * allowance }));
}

/** One Markdown table for a suite. */
export function printSuite({ suite, rows }: SuiteRows): string {
  const columns = [...new Set(rows.flatMap(({ beside }) => Object.keys(beside ?? {})))];
  const head = [suite.name, "measure", "typewire", "at most", ...columns];
  const lines = rows.map(({ job, measure, figure, atMost, beside }) => [
    job,
    measure,
    figure,
    atMost,
    ...columns.map((column) => beside?.[column]),
  ]);
  return printTable(head, lines);
}

type Cell = number | string | undefined;

/** A Markdown table, its columns aligned as prettier aligns them. */
export function printTable(head: readonly string[], lines: readonly (readonly Cell[])[]): string {
  const cells = [head, ...lines.map((line) => line.map(showFigure))];
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((line) => (line[column] ?? "").length)),
  );
  const print = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...cells.slice(1)].map(print).join("\n");
}

export function showFigure(value: Cell): string {
  if (value === undefined || typeof value === "string") return value ?? "";
  return Number.isInteger(value) || value >= 1000
    ? Math.round(value).toLocaleString("en-US")
    : String(Number(value.toPrecision(3)));
}
