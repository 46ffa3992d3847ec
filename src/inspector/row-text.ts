/** Text in a row of the list: the error of a delivery, and the cut of any text to one line. */
import type { InspectedDelivery } from "./types.js";

/** Finds the error of a delivery: why it was refused, or which error its last attempt ended with. */
export function findError({ outcome, findings, history }: Unfinished): string | undefined {
  if (outcome === "done" || outcome === "received") return undefined;
  const [finding] = findings ?? [];
  if (finding !== undefined) return toLine(finding.text);
  const last = history?.findLast(({ error, handlers }) => error ?? handlers.some(isFailed));
  const error = last?.handlers.find(isFailed)?.error ?? last?.error;
  return error && toLine(error.message);
}

function isFailed({ error }: { readonly error?: unknown }): boolean {
  return error !== undefined;
}

/** Characters of a line: more are not seen, and a list holds many of them. */
const MAX_LINE = 160;

/** Takes the first line, without characters that cannot be seen. */
export function toLine(text: string): string {
  const [line = ""] = text.trimStart().split(/[\r\n]/, 1);
  return cutLine(line.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim());
}

export function cutLine(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}

// ---- Types

/** Parts of a delivery in which its error is. */
type Unfinished = Pick<InspectedDelivery, "outcome" | "findings" | "history">;
