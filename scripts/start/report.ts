/** Formats the rows that `npm start` prints for deliveries and events. */
import type { DeliveryReport } from "./receiver.js";
import { COLUMNS, truncate, wrap, type Terminal } from "../../cli/terminal/terminal.js";
import { printable } from "../../cli/terminal/visible-text.js";

/** The space for a status, below which notes are indented. */
const INDENT = " ".repeat("  200  ".length);
const NAME_WIDTH = 34;
const DETAIL_WIDTH = COLUMNS - INDENT.length - NAME_WIDTH - "  ".length;

/** Formats a row with the status, the event and the handlers, and below it the log of the middleware. */
export function formatReport(terminal: Terminal, delivery: DeliveryReport): readonly string[] {
  const { status, name, handlers, reasons } = delivery;
  const event = truncate(name === "" ? "(no event)" : printable(name), NAME_WIDTH);
  const reached = terminal.style("dim", truncate(handlers.join(", "), DETAIL_WIDTH));
  const answer = terminal.style(status < 300 ? "green" : "red", String(status));
  const row = `  ${answer}  ${event.padEnd(handlers.length > 0 ? NAME_WIDTH : 0)}`;
  return [
    handlers.length > 0 ? `${row}  ${reached}` : row,
    ...reasons.flatMap((reason) => formatNote(terminal, reason)),
  ];
}

/** Formats text below a row, wrapped and indented. */
export function formatNote(terminal: Terminal, text: string): readonly string[] {
  const lines = wrap(printable(text), COLUMNS - INDENT.length);
  return lines.map(
    (line) => `${INDENT}${terminal.style("dim", truncate(line, COLUMNS - INDENT.length))}`,
  );
}

/** Formats a row for each event, in alphabetical order and in two columns, so that all fit on one screen. */
export function formatEventTable(
  terminal: Terminal,
  reports: readonly DeliveryReport[],
): readonly string[] {
  const counts = new Map<string, EventCount>();
  for (const { name, handlers } of reports) {
    const [event = ""] = name.split(".");
    const [, sent, run] = counts.get(event) ?? [event, 0, 0];
    counts.set(event, [event, sent + 1, run + handlers.length]);
  }
  const sorted = [...counts.values()].sort(([one], [other]) => (one < other ? -1 : 1));
  const height = Math.ceil(sorted.length / 2);
  const left = formatColumn(terminal, sorted.slice(0, height));
  const right = formatColumn(terminal, sorted.slice(height));
  return left.map((row, index) => `  ${[row, ...right.slice(index, index + 1)].join("   ")}`);
}

function formatColumn(terminal: Terminal, counts: readonly EventCount[]): readonly string[] {
  const width = Math.max(...counts.map(([event]) => event.length));
  const format = ([event, sent, run]: readonly (string | number)[]) =>
    `${String(event).padEnd(width)} ${String(sent).padStart(4)} ${String(run).padStart(3)}`;
  return [terminal.style("dim", format(["event", "sent", "run"])), ...counts.map(format)];
}

/** An event with the numbers of its deliveries and of the handlers that ran. */
type EventCount = readonly [event: string, sent: number, run: number];
