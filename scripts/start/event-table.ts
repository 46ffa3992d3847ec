import type { DeliveryReport } from "./receiver.js";
import { printable, type Terminal } from "../../cli/terminal/terminal.js";

/** What came of one event. */
export interface EventCount {
  readonly event: string;
  readonly deliveries: number;
  readonly handlersRun: number;
}

const SENT = "sent";
const RUN = "run";
const GAP = "   ";

/** One entry for each event, in alphabetical order. */
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

/** A row for each event, in two columns that are read downwards, so that all fit on one screen. */
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
