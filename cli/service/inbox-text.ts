/** Deliveries of an inbox as text: a table of many, and one with its body and errors. */
import type { StoredDelivery } from "../../src/inbox/store.js";
import { nameWithAction } from "./event-printer.js";
import { COLUMNS, truncate } from "../terminal/terminal.js";
import { makeVisibleLine } from "../terminal/visible-text.js";
import type { Listed } from "./inbox-search.js";

/** Prints a table of 80 columns. Cuts names, but no ids, because other commands take ids as arguments. */
export function toTable(deliveries: readonly Listed[], detail: ListDetail): string {
  if (deliveries.length === 0) return "No deliveries.";
  const head = ["received, UTC", "state", "tries", "event", "id"];
  const rows = deliveries.map(({ receivedAt, state, attempts, name, action, id, isConflict }) => [
    printTime(receivedAt).slice(5), // without the year
    state,
    String(attempts).padStart(5),
    makeVisibleLine(nameWithAction(name, action)),
    `${makeVisibleLine(id)}${isConflict ? " *" : ""}`,
  ]);
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const [time = 0, state = 0, tries = 0, event = 0, id = 0] = widths;
  const room = Math.max(MIN_NAME_LENGTH, COLUMNS - time - state - tries - id - 4 * GAP.length);
  const limits = [time, state, tries, Math.min(event, room), 0];
  const text = lines.flatMap((line, index) => [
    line.map((cell, column) => fitWidth(cell, limits[column] ?? 0)).join(GAP),
    ...(detail === "with errors" ? printLastError(deliveries[index - 1]) : []), // after the head
  ]);
  const note = deliveries.some(({ isConflict }) => isConflict) ? [`* ${CONFLICT}`] : [];
  return [...text, ...note].join("\n");
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

/** Prints the last error of a delivery, in a line below it. */
function printLastError(delivery: Listed | undefined): readonly string[] {
  if (delivery?.lastError === undefined) return [];
  const { handler, message } = delivery.lastError;
  const text = makeVisibleLine(handler === "" ? message : `${handler}: ${message}`);
  return [`  ${truncate(text, COLUMNS - 2)}`];
}

/** Pads or cuts a text, unless the width is 0. */
function fitWidth(text: string, width: number): string {
  return width === 0 ? text : truncate(text, width).padEnd(width);
}

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
