import type { DeliveryReport } from "./receiver.js";
import { COLUMNS, printable, truncate, wrap, type Terminal } from "../../cli/terminal/terminal.js";

const NAME_WIDTH = 34;
const DETAIL_WIDTH = COLUMNS - "  200  ".length - NAME_WIDTH - "  ".length;
const INDENT = " ".repeat("  200  ".length);

/** Formats a row with the status, the event and the handlers, and below it the reasons of a refusal. */
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

/** The counts of one event. */
export interface EventCount {
  readonly event: string;
  readonly deliveries: number;
  readonly handlersRun: number;
}

const SENT = "sent";
const RUN = "run";
const GAP = "   ";

/** Counts deliveries and handlers by event, in alphabetical order. */
export function countEvents(reports: readonly DeliveryReport[]): readonly EventCount[] {
  const counts = new Map<string, EventCount>();
  for (const { name, handlers } of reports) {
    const [event = ""] = name.split(".");
    const { deliveries, handlersRun } = counts.get(event) ?? { deliveries: 0, handlersRun: 0 };
    counts.set(event, {
      event,
      deliveries: deliveries + 1,
      handlersRun: handlersRun + handlers.length,
    });
  }
  return [...counts.values()].sort((left, right) => (left.event < right.event ? -1 : 1));
}

/** Formats a row for each event, in two columns, so that all fit on one screen. */
export function formatEventTable(
  terminal: Terminal,
  counts: readonly EventCount[],
): readonly string[] {
  const height = Math.ceil(counts.length / 2);
  const left = formatColumn(terminal, counts.slice(0, height));
  const right = formatColumn(terminal, counts.slice(height));
  return left.map((row, index) => `  ${[row, ...right.slice(index, index + 1)].join(GAP)}`);
}

function formatColumn(terminal: Terminal, counts: readonly EventCount[]): readonly string[] {
  if (counts.length === 0) return [];
  const names = counts.map(({ event }) => printable(event));
  const width = Math.max(...names.map((name) => name.length));
  const row = (name: string, sent: string, run: string) =>
    `${name.padEnd(width)} ${sent.padStart(SENT.length)} ${run.padStart(RUN.length)}`;
  const rows = counts.map(({ deliveries, handlersRun }, index) =>
    row(names[index] ?? "", String(deliveries), String(handlersRun)),
  );
  return [terminal.style("dim", row("event", SENT, RUN)), ...rows];
}
