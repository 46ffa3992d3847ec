/** Prints measured rows as the tables of the README, and finds broken limits. */
import { readFileSync, writeFileSync } from "node:fs";
import generators from "../codegen/peers/package.json" with { type: "json" };
import peers from "../peers/package.json" with { type: "json" };
import project from "../../package.json" with { type: "json" };
import type { Limit, Row } from "./measure.js";

/**
 * Prints the rows under a name, and writes them into the README if `isWritten`. Reports each figure above
 * its limit, and then lets the process exit with 1.
 */
export function report(name: string, rows: readonly Row[], options: ReportOptions = {}): void {
  const { isQuick = false, ...shown } = options;
  showTable(name, printRows(name, rows), shown);
  for (const broken of findBrokenLimits(rows, isQuick)) {
    console.error(`Limit broken: ${name}, ${broken}`);
    process.exitCode = 1;
  }
}

// ---- Limits

function findBrokenLimits(rows: readonly Row[], isQuick: boolean): readonly string[] {
  return rows.flatMap((row) =>
    limitsOf(row, isQuick)
      .filter(({ figure, atMost }) => !(figure <= atMost)) // NaN breaks every limit
      .map(({ measure, figure, atMost }) => {
        return `${row.job}: ${showFigure(figure)} ${measure}, at most ${showFigure(atMost)}`;
      }),
  );
}

function limitsOf(row: Row, isQuick: boolean): readonly Limit[] {
  const { measure, figure, atMost, isExact = false, limits = [] } = row;
  const allowance = isQuick && !isExact ? QUICK_ALLOWANCE : 1;
  const ofFigure = atMost === undefined ? [] : [{ measure, figure, atMost }];
  return [...ofFigure, ...limits].map((limit) => ({ ...limit, atMost: limit.atMost * allowance }));
}

/** Factor of limits with `--quick`, which fails only for a real regression: short runs in CI vary. */
const QUICK_ALLOWANCE = 2;

// ---- Tables

function printRows(name: string, rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap(({ beside }) => Object.keys(beside ?? {})))];
  const lines = rows.map(({ job, measure, figure, atMost, beside }) => [
    ...[job, measure, figure, atMost],
    ...columns.map((column) => beside?.[column]),
  ]);
  return printTable([name, "measure", "typewire", "at most", ...columns], lines);
}

/**
 * Prints a table, and also writes it into the README, between the comments with its name, if `isWritten`.
 * @throws Error when the README has no such comments.
 */
export function showTable(
  name: string,
  table: string,
  { isWritten = false, packages = [] }: ShowOptions,
): void {
  const text = `${table}\n\n${printConditions(table, packages)}\n`;
  console.log(text);
  if (!isWritten) return;
  const readme = readFileSync(README, "utf8");
  const [start, end] = [`<!-- begin: ${name} -->\n`, `\n<!-- end: ${name} -->`];
  const from = readme.indexOf(start);
  const to = readme.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${README} has no comments for the table ${name}.`);
  writeFileSync(README, `${readme.slice(0, from + start.length)}\n${text}${readme.slice(to)}`);
}

const README = "bench/README.md";

/**
 * Prints the day, and the versions of Node and of each package that a table names: what its figures are
 * true of.
 */
function printConditions(table: string, packages: readonly string[]): string {
  const words = table.split(/(?:[\s,;|`×]|\band\b)+/);
  const versions = [...new Set([...words, ...packages])].flatMap((name) => {
    const version = VERSIONS.get(name);
    return version === undefined ? [] : [`${name} ${version.replace(/^npm:.*@/, "")}`];
  });
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day} with ${[`Node ${process.versions.node}`, ...versions.sort()].join(", ")}.`;
}

/** Exact versions of all packages that a table may name. */
const VERSIONS = new Map(
  Object.entries({
    ...generators.devDependencies,
    ...project.devDependencies,
    ...peers.devDependencies,
  }),
);

/** Prints a Markdown table, with its columns aligned as prettier aligns them. */
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

// ---- Types

type Cell = number | string | undefined;

export interface ShowOptions {
  /** Default: the table is only printed. */
  readonly isWritten?: boolean;
  /** Packages that were measured, but that the table does not name. */
  readonly packages?: readonly string[];
}

export interface ReportOptions extends ShowOptions {
  readonly isQuick?: boolean;
}
