import type { DeliveryReport } from "./receiver.js";
import { COLUMNS, printable, truncate, wrap, type Terminal } from "../../cli/terminal/terminal.js";

const NAME_WIDTH = 34;
const DETAIL_WIDTH = COLUMNS - "  200  ".length - NAME_WIDTH - "  ".length;
const INDENT = " ".repeat("  200  ".length);

/** A row with the status, the event and the handlers; below it, why the delivery was not taken. */
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

/** Text below a row, wrapped and set off from it. */
export function formatNote(terminal: Terminal, text: string): readonly string[] {
  const lines = wrap(printable(text), COLUMNS - INDENT.length);
  return lines.map(
    (line) => `${INDENT}${terminal.style("dim", truncate(line, COLUMNS - INDENT.length))}`,
  );
}
