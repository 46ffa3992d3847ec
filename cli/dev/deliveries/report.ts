/** Prints the report on a delivery. */
import { COLUMNS, type Style, type Terminal, truncate } from "../../terminal/terminal.js";
import { makeVisible, makeVisibleLine } from "../../terminal/visible-text.js";
import { nameWithAction, printDeviations } from "../../service/event-printer.js";
import { describeTarget } from "./forward.js";
import type { Report } from "./judge.js";

/** Columns of the verdict, and of all that is at the end of a line: verdict, status and duration. */
const VERDICT = 22;
const END = VERDICT + 14;

/**
 * Prints a line of 80 columns, and indented lines with the reasons if there are any.
 * @param hasPayload Prints the whole payload, too.
 */
export function printReport(report: Report, hasPayload: boolean, paint: Terminal["style"]): string {
  const errors = report.errors.map((message) => `  A handler failed: ${makeVisibleLine(message)}`);
  const lines = [printLine(report, paint), ...printRefusal(report), ...errors];
  // A report with `stored` is a later one: the first has said the rest.
  if (report.stored !== undefined) return lines.join("\n");
  const { forwarded, deviations, payload } = report;
  return [
    ...lines,
    ...(forwarded === undefined ? [] : [`  ${makeVisibleLine(describeTarget(forwarded))}`]),
    ...printDeviations(deviations),
    ...(hasPayload && payload !== undefined ? [makeVisible(JSON.stringify(payload, null, 2))] : []),
  ].join("\n");
}

/** Prints the likeliest reason of a refusal, in a line. */
function printRefusal({ outcome, findings, reason }: Report): readonly string[] {
  const [finding] = findings;
  if (finding !== undefined)
    return [makeVisibleLine(`  ${finding.message} ${finding.advice}`.trimEnd())];
  return outcome === "refused" && reason !== undefined ? [`  Refused: ${reason}.`] : [];
}

function printLine(report: Report, paint: Terminal["style"]): string {
  const { id, receivedAt, outcome, status, duration, isVerified, reason } = report;
  const time = showTime(receivedAt);
  const room = COLUMNS - time.length - END - 2;
  const name = makeVisibleLine(nameWithAction(report.event || "(no event)", report.action));
  // The name gets more room than the id, whose start is enough.
  const shownName = truncate(name, Math.max(room - 9, 12));
  const shownId = truncate(makeVisibleLine(id), Math.max(room - shownName.length - 1, 0));
  const verdict = truncate(
    describeStored(report) ?? (isVerified ? "verified" : (reason ?? "refused")),
    VERDICT,
  );
  const took = outcome === "running" ? "…" : `${Math.round(duration)} ms`;
  const style = report.errors.length > 0 ? "red" : (STYLES[outcome] ?? "yellow");
  const left = `${paint("dim", time)} ${paint("bold", shownName)} ${paint("dim", shownId)}`;
  const gap = " ".repeat(Math.max(room - shownName.length - 1 - shownId.length, 0));
  const end = `${verdict.padEnd(VERDICT)} ${String(status).padStart(3)} ${took.padStart(9)}`;
  return `${left}${gap} ${paint(style, end)}`;
}

/** Describes the end of an attempt of an inbox. */
function describeStored({ stored, outcome }: Report): string | undefined {
  if (stored === undefined) return undefined;
  if (stored.isDuplicate) return `seen before, ${outcome}`;
  const end = outcome === "done" || outcome === "dead" ? outcome : "failed";
  return stored.attempt === 1 && end === "done" ? end : `${end}, attempt ${stored.attempt}`;
}

const STYLES: Readonly<Partial<Record<Report["outcome"], Style>>> = {
  done: "green",
  waiting: "green",
  refused: "red",
  failed: "red",
};

function showTime(time: number): string {
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Prints a line of JSON. */
export function printReportAsJson(report: Report): string {
  const { id, event, action, receivedAt, outcome, isVerified, reason, findings } = report;
  const { errors, status, duration, forwarded, stored, deviations, payload } = report;
  return JSON.stringify({
    time: new Date(receivedAt).toISOString(),
    id,
    name: event,
    action,
    outcome,
    verified: isVerified,
    reason,
    ...(findings.length > 0 && { findings }),
    ...(errors.length > 0 && { errors }),
    ...(forwarded && { forwarded: { to: forwarded.target, status: forwarded.status ?? null } }),
    status,
    duration: Math.round(duration),
    ...(stored && { attempt: stored.attempt, ...(stored.isDuplicate && { duplicate: true }) }),
    valid: isVerified && deviations.length === 0,
    mistakes: deviations,
    payload,
  });
}
