/** Deliveries of an inbox as text: a table of many, and one with its body and errors. */
import type { StoredDelivery } from "../../src/inbox/store.js";
import { nameWithAction } from "./event-printer.js";
import { COLUMNS, truncate } from "../terminal/terminal.js";
import { makeVisibleLine } from "../terminal/visible-text.js";
import type { Listed } from "./inbox-search.js";

/** Prints a table of 80 columns. Cuts names, but no ids, because other commands take ids as arguments. */
export function toTable(deliveries: readonly Listed[], detail: ListDetail): string {
  if (deliveries.length === 0) return "No deliveries.";
  const rows = deliveries.map((delivery) => ({ delivery, cells: toCells(delivery) }));
  const widths = chooseWidths([HEAD, ...rows.map(({ cells }) => cells)]);
  const lines = rows.flatMap(({ delivery, cells }) => [
    printRow(cells, widths),
    ...(detail === "with errors" ? printLastError(delivery) : []),
  ]);
  const note = deliveries.some(({ isConflict }) => isConflict) ? [`* ${CONFLICT}`] : [];
  return [printRow(HEAD, widths), ...lines, ...note].join("\n");
}

const HEAD: Cells = {
  received: "received, UTC",
  state: "state",
  tries: "tries",
  event: "event",
  id: "id",
};

function toCells({ receivedAt, state, attempts, name, action, id, isConflict }: Listed): Cells {
  return {
    received: printTime(receivedAt).slice("2026-".length),
    state,
    tries: String(attempts).padStart(HEAD.tries.length),
    event: makeVisibleLine(nameWithAction(name, action)),
    id: `${makeVisibleLine(id)}${isConflict ? " *" : ""}`,
  };
}

/** Each column is as wide as its longest cell, but the names of events have the room that the others leave. */
function chooseWidths(rows: readonly Cells[]): Widths {
  const longest = (column: keyof Cells): number =>
    Math.max(...rows.map((cells) => cells[column].length));
  const received = longest("received");
  const state = longest("state");
  const tries = longest("tries");
  const room = COLUMNS - received - state - tries - longest("id") - 4 * GAP.length;
  const event = Math.min(longest("event"), Math.max(MIN_NAME_LENGTH, room));
  return { received, state, tries, event };
}

function printRow({ received, state, tries, event, id }: Cells, widths: Widths): string {
  return [
    received.padEnd(widths.received),
    state.padEnd(widths.state),
    tries.padEnd(widths.tries),
    truncate(event, widths.event).padEnd(widths.event),
    id,
  ].join(GAP);
}

/** Prints the last error of a delivery, in a line below it. */
function printLastError({ lastError }: Listed): readonly string[] {
  if (lastError === undefined) return [];
  const { handler, message } = lastError;
  const text = makeVisibleLine(handler === "" ? message : `${handler}: ${message}`);
  return [`  ${truncate(text, COLUMNS - 2)}`];
}

/** Prints a delivery with its state, its errors and its body. */
export function toText(delivery: StoredDelivery): string {
  const { id, name, state, receivedAt, attempts, losses, done, errors, body, isConflict } =
    delivery;
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  const lines = [
    `${makeVisibleLine(name)}  ${makeVisibleLine(id)}`,
    `${state}, received ${printTime(receivedAt)} UTC, ${tries}, ${body.length} bytes`,
    ...(isConflict ? [CONFLICT] : []),
    ...(losses > 0 ? [`processes that stopped while they handled it: ${losses}`] : []),
    ...(done.length > 0 ? [`handlers done: ${done.map(makeVisibleLine).join(", ")}`] : []),
    ...errors.flatMap(({ attempt, at, handler, message }) => [
      `attempt ${attempt}, ${printTime(at)} UTC${handler === "" ? "" : `, handler ${makeVisibleLine(handler)}`}:`,
      `  ${makeVisibleLine(message)}`,
    ]),
  ];
  return `${lines.join("\n")}\n\n${new TextDecoder().decode(body)}`;
}

/** Prints a time in UTC: `2026-01-31 12:30:00`. */
function printTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ");
}

/** Space between columns. */
const GAP = "  ";

/** Fewer characters of a name say nothing. */
const MIN_NAME_LENGTH = 8;

const CONFLICT = "Another body had arrived under this id.";

/** Tells whether a table has the last error of each delivery. */
export type ListDetail = "with errors" | "without errors";

/** The texts of a row, by column. */
type Cells = Readonly<Record<"received" | "state" | "tries" | "event" | "id", string>>;

/** The id comes last, and needs no width. */
type Widths = Readonly<Record<Exclude<keyof Cells, "id">, number>>;
