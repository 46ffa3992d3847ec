/** Formats the rows that `npm start` prints for deliveries and events. */
import type { DeliveryReport } from "./receiver.js";
import { COLUMNS, truncate, wrap, type Terminal } from "../../cli/terminal/terminal.js";
import { printable } from "../../cli/terminal/visible-text.js";
import { groupBy } from "../../codegen/model/group-by.js";

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
  const counts = countByEvent(reports).toSorted((one, other) => (one.event < other.event ? -1 : 1));
  const height = Math.ceil(counts.length / 2);
  const left = formatColumn(terminal, counts.slice(0, height));
  const right = formatColumn(terminal, counts.slice(height));
  return left.map((row, index) => {
    const beside = right[index]; // absent in the last row of an odd number
    return beside === undefined ? `  ${row}` : `  ${row}   ${beside}`;
  });
}

/** Counts deliveries by event, those with different actions together. */
function countByEvent(reports: readonly DeliveryReport[]): readonly EventCount[] {
  const byEvent = groupBy(reports, ({ name }) => name.split(".")[0] ?? "");
  return [...byEvent].map(([event, ofEvent]) => ({
    event,
    sent: ofEvent.length,
    handlersRun: ofEvent.reduce((sum, { handlers }) => sum + handlers.length, 0),
  }));
}

/** Formats a title and a row for each event. */
function formatColumn(terminal: Terminal, counts: readonly EventCount[]): readonly string[] {
  const width = Math.max(...counts.map(({ event }) => event.length));
  const formatRow = (event: string, sent: string, run: string): string =>
    `${event.padEnd(width)} ${sent.padStart(4)} ${run.padStart(3)}`;
  return [
    terminal.style("dim", formatRow("event", "sent", "run")),
    ...counts.map(({ event, sent, handlersRun }) =>
      formatRow(event, String(sent), String(handlersRun)),
    ),
  ];
}

interface EventCount {
  readonly event: string;
  /** The number of its deliveries. */
  readonly sent: number;
  /** The number of handlers that ran for them. */
  readonly handlersRun: number;
}
